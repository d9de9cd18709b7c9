//! The interface, described for programs: OpenAPI, made from the table of operations.

use super::operations::{FieldNote, OPERATIONS, Operation};
use serde_json::{Map, Value, json};

/// The description of the interface as it is spoken over HTTP, in OpenAPI 3.1.
///
/// ```
/// let description = wythoff_service::api::describe();
/// assert!(description["paths"]["/api/v1/ask"]["get"].is_object());
/// ```
#[must_use]
pub fn describe() -> Value {
    let mut paths = Map::new();
    for operation in OPERATIONS {
        paths.insert(format!("/api/v1/{}", operation.name), path(operation));
    }
    jobs(&mut paths);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "wythoff lab",
            "version": "1",
            "description": "One request in, one reply out. The data are those that the command line prints as JSON.",
            "license": {"name": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": schemas()},
    })
}

fn schemas() -> Value {
    let number =
        json!({"type": ["string", "integer"], "description": "digits, or an expression such as 10^100+3"});
    json!({
        "number": number,
        "position": {"type": "array", "items": {"$ref": "#/components/schemas/number"}},
        "positions": {"type": "array", "items": {"$ref": "#/components/schemas/position"}},
        "game": {
            "oneOf": [{"type": "string"}, {"type": "object"}],
            "description": "a game by name, or an object with its rules as `text`, and `parameters` and `name`",
        },
        "record": {"type": "object", "description": "a game being played, as it came back last"},
        "act": {
            "type": "object",
            "description": "one of move, forbid, propose and text",
            "properties": {
                "move": {"$ref": "#/components/schemas/position"},
                "forbid": {"$ref": "#/components/schemas/positions"},
                "propose": {"$ref": "#/components/schemas/positions"},
                "text": {"type": "string"},
            },
        },
        "refusal": {
            "type": "object",
            "required": ["error"],
            "properties": {
                "error": {"type": "string", "description": "one sentence that says what to do"},
                "diagnostics": {"type": "array", "items": {"type": "object"}},
                "hint": {"type": "string"},
            },
        },
    })
}

fn schema(field: &FieldNote) -> Value {
    match field.kind {
        "number" | "position" | "positions" | "record" | "act" | "game" => {
            json!({"$ref": format!("#/components/schemas/{}", field.kind)})
        }
        plain => json!({"type": plain}),
    }
}

fn path(operation: &Operation) -> Value {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    let mut parameters: Vec<Value> = Vec::new();
    for field in operation.all_fields() {
        let mut described = schema(field);
        described["description"] = json!(field.words);
        properties.insert(field.name.to_owned(), described);
        if field.required {
            required.push(field.name);
        }
        parameters.push(json!({
            "name": field.name, "in": "query", "required": field.required, "description": field.words,
            "schema": {"type": "string"},
        }));
    }
    let responses = json!({
        "200": {"description": "the reply", "content": {"application/json": {}}},
        "400": refusal("the request is wrong"),
        "422": refusal("too large, or a limit was reached"),
        "429": refusal("too many requests at once"),
    });
    json!({
        "get": {
            "operationId": operation.name, "summary": operation.words, "parameters": parameters, "responses": responses,
        },
        "post": {
            "operationId": format!("{}_post", operation.name),
            "summary": operation.words,
            "requestBody": {"content": {"application/json": {
                "schema": {"type": "object", "properties": properties, "required": required},
            }}},
            "responses": responses,
        },
    })
}

fn refusal(words: &str) -> Value {
    let schema = json!({"$ref": "#/components/schemas/refusal"});
    json!({"description": words, "content": {"application/json": {"schema": schema}}})
}

/// What takes long is done as a job.
fn jobs(paths: &mut Map<String, Value>) {
    let names: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
    let id = json!([{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]);
    paths.insert(
        "/api/v1/jobs".to_owned(),
        json!({"post": {
            "operationId": "job", "summary": "Begins an operation that may take long.",
            "requestBody": {"content": {"application/json": {"schema": {
                "type": "object", "required": ["operation"],
                "properties": {"operation": {"type": "string", "enum": names}},
                "description": "`operation`, and its fields",
            }}}},
            "responses": {"200": {"description": "its id"}, "429": refusal("too many jobs at once")},
        }}),
    );
    paths.insert(
        "/api/v1/jobs/{id}".to_owned(),
        json!({"delete": {
            "operationId": "cancel", "summary": "Cancels a job.", "parameters": id,
            "responses": {"200": {"description": "it is being stopped"}, "404": refusal("there is no such job")},
        }}),
    );
    paths.insert(
        "/api/v1/jobs/{id}/events".to_owned(),
        json!({"get": {
            "operationId": "events",
            "summary": "What a job does: progress, then one of done, failed and cancelled, as server-sent events.",
            "parameters": id,
            "responses": {"200": {"description": "events", "content": {"text/event-stream": {}}}, "404": refusal("there is no such job")},
        }}),
    );
}

//! The interface over HTTP: which address is which operation, and what becomes of a reply.

use super::guard::{Visitors, is_embedded, protect};
use super::jobs::Jobs;
use super::workers::{REQUEST_TIME, WhileListening, Workers, budget, compute};
use super::{jobs, pages};
use crate::export::parquet_exporter;
use crate::limits::held_memory;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use wythoff::api::{Desk, Refusal, RefusalKind, Reply, describe, from_query};

/// A request is at most so long.
const LONGEST_BODY: usize = 4 << 20;

/// Holding more than this, the server forgets what it kept.
const MOST_HELD: u64 = 1 << 30;

/// What all requests share.
#[derive(Debug)]
pub(super) struct Lab {
    pub(super) desk: Arc<Desk>,
    pub(super) workers: Workers,
    pub(super) jobs: Arc<Jobs>,
    visitors: Visitors,
}

impl Lab {
    pub(super) fn new(visitors: Visitors) -> Lab {
        Lab {
            desk: Arc::new(Desk::server().with_parquet(parquet_exporter)),
            workers: Workers::for_requests(),
            jobs: Arc::new(Jobs::new()),
            visitors,
        }
    }

    /// Stops all jobs. Requests hear of Ctrl-C themselves.
    pub(super) fn stop(&self) {
        self.jobs.stop();
    }
}

/// All addresses.
pub(super) fn router(lab: Arc<Lab>) -> Router {
    Router::new()
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/jobs", post(jobs::begin))
        .route("/api/v1/jobs/{id}", delete(jobs::cancel))
        .route("/api/v1/jobs/{id}/events", get(jobs::events))
        .route("/api/v1/{operation}", get(by_query).post(by_body))
        .fallback(page)
        .method_not_allowed_fallback(not_so)
        .layer(from_fn_with_state(Arc::clone(&lab), checked))
        .with_state(lab)
}

/// Lets in who may ask, and protects what goes out.
async fn checked(State(lab): State<Arc<Lab>>, request: Request, next: Next) -> Response {
    let embedded = is_embedded(request.uri());
    let mut response = match lab.visitors.refuse(request.uri(), request.headers()) {
        Some((status, why)) => refused(status, &why),
        None => next.run(request).await,
    };
    protect(response.headers_mut(), embedded);
    response
}

/// A failure of the web's own.
pub(super) fn refused(status: StatusCode, why: &str) -> Response {
    data(status, &json!({"error": why}))
}

pub(super) fn data(status: StatusCode, value: &Value) -> Response {
    sent(status, "application/json", value.to_string().into_bytes())
}

fn sent(status: StatusCode, media: &'static str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, Body::from(bytes)).into_response()
}

fn respond(reply: &Reply) -> Response {
    let status = StatusCode::from_u16(reply.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    sent(status, reply.media(), reply.bytes())
}

async fn openapi() -> Response {
    data(StatusCode::OK, &describe())
}

async fn not_so() -> Response {
    refused(
        StatusCode::METHOD_NOT_ALLOWED,
        "operations are asked for by GET with a query, or by POST with JSON",
    )
}

async fn page(request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return refused(StatusCode::NOT_FOUND, "there is no such address: /api/v1/openapi.json lists all");
    }
    match *request.method() {
        Method::GET | Method::HEAD => {
            let none = || refused(StatusCode::NOT_FOUND, "there is no such page: the lab is at /");
            pages::page(path).unwrap_or_else(none)
        }
        _ => refused(StatusCode::METHOD_NOT_ALLOWED, "pages are only read"),
    }
}

async fn by_query(
    State(lab): State<Arc<Lab>>,
    Path(operation): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    match from_query(&query.unwrap_or_default()) {
        Ok(request) => answer(lab, operation, request).await,
        Err(refusal) => respond(&refusal.into()),
    }
}

async fn by_body(State(lab): State<Arc<Lab>>, Path(operation): Path<String>, request: Request) -> Response {
    match body(request).await {
        Ok(request) => answer(lab, operation, request).await,
        Err(response) => response,
    }
}

/// The JSON of a request.
pub(super) async fn body(request: Request) -> Result<Value, Response> {
    // A form of another page can send text, but not this without asking first.
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let json = kind.is_some_and(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    });
    if !json {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a request is sent as application/json"));
    }
    let Ok(bytes) = to_bytes(request.into_body(), LONGEST_BODY).await else {
        let why = format!("a request is at most {} MiB long", LONGEST_BODY >> 20);
        return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, &why));
    };
    let wrong =
        |e: serde_json::Error| refused(StatusCode::BAD_REQUEST, &format!("the request is not JSON: {e}"));
    serde_json::from_slice(&bytes).map_err(wrong)
}

/// Answers a request on a thread of its own, for as long as somebody waits for the answer.
async fn answer(lab: Arc<Lab>, operation: String, request: Value) -> Response {
    let about = operation == "about";
    let budget = budget(REQUEST_TIME, lab.desk.limits().memory);
    let _listening = WhileListening::to(&budget);
    let Some(place) = lab.workers.place().await else {
        let mut response =
            refused(StatusCode::TOO_MANY_REQUESTS, "too many requests at once: try again in a moment");
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        return response;
    };
    let desk = Arc::clone(&lab.desk);
    let reply = compute(place, move || timed(&desk, &operation, &request, &budget)).await;
    let mut reply = reply.unwrap_or_else(fault);
    if about {
        reply = reply.with("running", json!(lab.workers.running() + lab.jobs.running()));
    }
    respond(&reply)
}

/// The reply to an operation, with the time it took where the command line says it.
pub(super) fn timed(desk: &Desk, operation: &str, request: &Value, budget: &wythoff::Budget) -> Reply {
    let start = Instant::now();
    let reply = desk.reply(operation, request, budget);
    // What is kept for the next question is worth less than room for it.
    if held_memory().is_some_and(|held| held > MOST_HELD) {
        desk.forget();
    }
    match operation {
        "prove" | "check" => {
            let seconds = (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
            reply.with("seconds", json!(seconds))
        }
        _ => reply,
    }
}

/// A panic is a fault of this program; the server lives on.
pub(super) fn fault() -> Reply {
    let words = "a fault of this program ended the request; please report what you asked for. Others are still answered";
    Refusal::new(RefusalKind::Fault, words).into()
}

//! Who may ask, what goes with every reply, and the pages.

use crate::client::Server;
use serde_json::json;

#[test]
fn only_its_own_names_and_pages_may_ask() {
    let server = Server::start();
    let port = server.port;
    let status = |host: &str, more: &str| {
        let head = format!("GET /api/v1/about HTTP/1.1\r\n{host}Connection: close\r\n{more}\r\n");
        server.send(head.as_bytes()).expect("a response").status
    };
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(status(&format!("Host: {host}\r\n"), ""), 200, "{host}");
    }
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        "127.0.0.1".to_owned(),
        "127.0.0.1:1".to_owned(),
    ] {
        assert_eq!(status(&format!("Host: {host}\r\n"), ""), 421, "{host}");
    }
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    assert_eq!(status(&format!("{own}Host: evil.example\r\n"), "") / 100, 4);
    assert_eq!(status("", "") / 100, 4);
    assert_eq!(status(&own, &format!("Origin: http://127.0.0.1:{port}\r\n")), 200);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(status(&own, &format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(status(&own, "Sec-Fetch-Site: cross-site\r\n"), 403);
    // A form of another page can send text without asking, but not JSON.
    let plain = server.request(
        "POST",
        "/api/v1/ask",
        "Content-Type: text/plain\r\n",
        b"{\"game\":\"WN\",\"at\":[1,2]}",
    );
    assert_eq!(plain.status, 415);
}

#[test]
fn every_reply_is_protected() {
    let server = Server::start();
    for path in ["/", "/api/v1/about", "/api/v1/nothing", "/nothing", "/api/v1/openapi.json", "/api/v2/ask"] {
        let response = server.get(path);
        let policy = response.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
}

#[test]
fn only_what_was_made_to_be_embedded_is_shown_inside_pages_of_others() {
    let server = Server::start();
    let frames = |path: &str| {
        let response = server.get(path);
        let policy = response.header("content-security-policy").expect("a policy").to_owned();
        assert!(policy.starts_with("default-src 'none'") && policy.contains("frame-src 'self'"), "{policy}");
        policy.contains("frame-ancestors 'self' http://127.0.0.1:* http://localhost:*")
    };
    assert!(!frames("/?embed=1") && !frames("/index.html?game=WN&embed=1"));
    for path in ["/", "/?embed=0", "/?embedded=1", "/api/v1/about?embed=1"] {
        assert!(frames(path), "{path}");
    }
}

#[test]
fn pages_and_nothing_else_are_read() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(String::from_utf8_lossy(&page.body).contains("wythoff"));
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html/..",
        "/.",
        "/..",
        "/\\..\\Cargo.toml",
        "/C:/x",
        "/index.html%00",
    ] {
        let response = server.get(path);
        assert!(matches!(response.status, 400 | 404), "{path}: {}", response.status);
    }
    assert_eq!(server.request("POST", "/", "", b"").status, 405);
    assert_eq!(server.request("PUT", "/api/v1/ask", "", b"").status, 405);
    let described = server.get("/api/v1/openapi.json").json();
    assert_eq!(described["openapi"], json!("3.1.0"));
}

#[test]
fn requests_are_bounded() {
    let server = Server::start();
    let long = format!("/api/v1/ask?game={}", "x".repeat(20_000));
    assert_eq!(server.get(&long).status, 414);
    let head = format!(
        "POST /api/v1/ask HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.port,
        5 << 20
    );
    let body = vec![b' '; 5 << 20];
    let response = server.send(&[head.as_bytes(), &body].concat());
    // The connection may be closed before the reply is read, but the server lives.
    assert!(response.is_none_or(|response| response.status == 413));
    assert_eq!(server.get("/api/v1/about").status, 200);
}

//! The pages, which are part of the binary.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use include_dir::{Dir, include_dir};
use std::borrow::Cow;

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web");

/// The page of a path.
pub(super) fn page(path: &str) -> Option<Response> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '%']);
    if !name.split('/').all(plain) {
        return None;
    }
    let bytes = while_writing(name)
        .map(Cow::Owned)
        .or_else(|| Some(Cow::Borrowed(PAGES.get_file(name)?.contents())))?;
    let media = HeaderValue::from_static(media(name));
    let fresh = HeaderValue::from_static("no-cache");
    Some(
        (StatusCode::OK, [(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, fresh)], bytes)
            .into_response(),
    )
}

/// Whoever writes pages can have them served from a folder, without building the binary for every word: in debug builds only.
fn while_writing(name: &str) -> Option<Vec<u8>> {
    if !cfg!(debug_assertions) {
        return None;
    }
    std::fs::read(std::path::Path::new(&std::env::var_os("WYTHOFF_WEB")?).join(name)).ok()
}

fn media(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("txt" | "game" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

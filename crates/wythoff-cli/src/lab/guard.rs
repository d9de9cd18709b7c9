//! Who may ask. A page of another site can send requests to a port of this machine, and a name can be made to point to it (DNS rebinding),
//! so both the name that was asked for and the page that asks are looked at.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use std::net::{IpAddr, SocketAddr};

/// An address is at most this long.
const LONGEST_ADDRESS: usize = 16 << 10;

/// Pages run their own scripts only, and speak to this server only.
macro_rules! policy {
    ($frames:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; ",
            "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; ",
            "form-action 'none'; frame-src 'self'",
            $frames
        )
    };
}

/// They are shown inside pages of this machine,
const POLICY: &str = policy!("; frame-ancestors 'self' http://127.0.0.1:* http://localhost:*");
/// but what was made to be embedded inside any page: nothing that could be clicked there by mistake reads, writes or tells anything.
const EMBEDDED_POLICY: &str = policy!("");
/// The query of such a page.
const EMBEDDED: &str = "embed=1";

/// What is said with every reply.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
];

/// Is this the address of a page that was made to be embedded?
pub(super) fn is_embedded(uri: &Uri) -> bool {
    let query = uri.query().unwrap_or_default();
    !uri.path().starts_with("/api/") && query.split('&').any(|field| field == EMBEDDED)
}

/// Adds them.
pub(super) fn protect(headers: &mut HeaderMap, embedded: bool) {
    let policy = if embedded { EMBEDDED_POLICY } else { POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

/// By which names this server is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visitors {
    address: IpAddr,
    port: u16,
}

impl Visitors {
    pub(super) fn of(address: SocketAddr) -> Visitors {
        Visitors { address: address.ip(), port: address.port() }
    }

    /// Why a request is refused, if it is.
    pub(super) fn refuse(&self, uri: &Uri, headers: &HeaderMap) -> Option<(StatusCode, String)> {
        let length = uri.path().len() + uri.query().map_or(0, str::len);
        if length > LONGEST_ADDRESS {
            let text = format!("the address is longer than {LONGEST_ADDRESS} bytes: send long texts by POST");
            return Some((StatusCode::URI_TOO_LONG, text));
        }
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        if hosts.next().is_some() || !host.is_some_and(|host| self.is_own(host)) {
            let text = format!(
                "this server is called 127.0.0.1:{0} or localhost:{0}, and by no other name",
                self.port
            );
            return Some((StatusCode::MISDIRECTED_REQUEST, text));
        }
        if !uri.path().starts_with("/api/") {
            return None;
        }
        let foreign = |text: &str| text.strip_prefix("http://").is_none_or(|host| !self.is_own(host));
        let origin = headers.get(header::ORIGIN);
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        if origin.is_some_and(|origin| origin.to_str().map_or(true, foreign)) || site == Some("cross-site") {
            let text = "pages of other sites may not use this server: open its own page".to_owned();
            return Some((StatusCode::FORBIDDEN, text));
        }
        None
    }

    /// Is this a name of this server, with its port?
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => {
                (name, port.parse().ok())
            }
            _ => (host, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let name = name.trim_start_matches('[').trim_end_matches(']');
        match name.parse::<IpAddr>() {
            // A number cannot be made to point elsewhere.
            Ok(ip) => ip.is_loopback() || !self.address.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Visitors;
    use std::net::SocketAddr;

    #[test]
    fn names_of_this_machine_with_the_right_port() {
        let of = |text: &str| Visitors::of(text.parse::<SocketAddr>().expect("an address"));
        let own = of("127.0.0.1:8017");
        for good in ["127.0.0.1:8017", "localhost:8017", "LOCALHOST:8017", "[::1]:8017", "127.0.0.2:8017"] {
            assert!(own.is_own(good), "{good}");
        }
        for bad in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:8017",
            "localhost.evil.example:8017",
            "127.0.0.1.evil.example:8017",
            "localhost:8017:8017",
            "192.168.1.2:8017",
            "localhost@evil:8017",
            "127.0.0.1:08017x",
            ":8017",
        ] {
            assert!(!own.is_own(bad), "{bad}");
        }
        assert!(of("127.0.0.1:80").is_own("localhost"));
        assert!(of("0.0.0.0:8017").is_own("192.168.1.2:8017"));
        assert!(!of("0.0.0.0:8017").is_own("evil.example:8017"));
    }
}

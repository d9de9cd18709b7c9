//! A server that is started for a test, and a client of a few lines: what goes over the wire is what stands here.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running `wythoff lab`.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.body)))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl Server {
    /// Starts one on a free port, and reads its address off its output.
    pub(crate) fn start() -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
            .args(["lab", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let port =
            line.trim().strip_prefix("http://127.0.0.1:").expect("an address").parse().expect("a port");
        Server { child, port }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// Sends these bytes and reads what comes back until the connection is closed.
    pub(crate) fn send(&self, bytes: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        // A server that has seen enough may close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        parse(&all)
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
            self.port,
            body.len()
        );
        self.send(&[head.as_bytes(), body].concat()).expect("a response")
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.request("GET", path, "", b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.request("POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes())
    }

    /// How many computations run now.
    pub(crate) fn running(&self) -> u64 {
        self.get("/api/v1/about").json()["running"].as_u64().expect("a number")
    }

    /// Waits until nothing runs any more, and says how long that took.
    pub(crate) fn until_idle(&self, most: Duration) -> Option<Duration> {
        let begin = Instant::now();
        while begin.elapsed() < most {
            if self.running() == 0 {
                return Some(begin.elapsed());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        None
    }

    /// Memory in bytes, as Linux tells it.
    pub(crate) fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for it to end by itself.
    pub(crate) fn ended(&mut self, most: Duration) -> Option<i32> {
        let begin = Instant::now();
        while begin.elapsed() < most {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status.code().unwrap_or(-1));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

fn parse(all: &[u8]) -> Option<Response> {
    let end = all.windows(4).position(|four| four == b"\r\n\r\n")?;
    let headers = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = headers.split(' ').nth(1)?.parse().ok()?;
    let body = &all[end + 4..];
    let chunked = headers.to_lowercase().contains("transfer-encoding: chunked");
    Some(Response { status, headers, body: if chunked { unchunked(body) } else { body.to_vec() } })
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(String::from_utf8_lossy(&body[..end]).trim(), 16).unwrap_or(0);
        if size == 0 || body.len() < end + 2 + size {
            break;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[(end + 4 + size).min(body.len())..];
    }
    whole
}

/// An address without what it may not hold.
pub(crate) fn escaped(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

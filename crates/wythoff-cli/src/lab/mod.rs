//! `wythoff lab`: the pages and the interface that they speak, on a port of this machine.
//!
//! All that is answered comes from [`wythoff::api`]. Here are the web's own matters: connections, who may ask, how many at once, jobs
//! that tell how far they are, and pages that are part of the binary.

mod connections;
mod guard;
mod jobs;
mod pages;
mod service;
mod workers;

use crate::cli::LabArguments;
use crate::output::{Failure, Message, STRONG, stdout};
use crate::progress::interrupted;
use crate::screen::Screen;
use connections::Connections;
use guard::Visitors;
use service::Lab;
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;

/// Between two looks at whether somebody pressed Ctrl-C.
const ATTENTION: Duration = Duration::from_millis(30);
/// Connections that are still open after this are cut.
const FAREWELL: Duration = Duration::from_millis(500);

pub(crate) fn run(arguments: &LabArguments) -> Result<(), Failure> {
    let address: IpAddr = match arguments.host.as_str() {
        "localhost" => IpAddr::from([127, 0, 0, 1]),
        text => text.parse().map_err(|_| {
            Message(format!(
                "{text:?} is not an address: 127.0.0.1 is this machine alone, 0.0.0.0 is for the network"
            ))
        })?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(workers::most_threads())
        .enable_all()
        .build()
        .map_err(|e| Message(format!("the server cannot start: {e}")))?;
    let served = runtime.block_on(serve(SocketAddr::new(address, arguments.port), arguments.open));
    // Whatever still computes has been told to stop.
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn serve(address: SocketAddr, open: bool) -> Result<(), Failure> {
    let interrupted = interrupted();
    let listener = TcpListener::bind(address).await.map_err(|e| cannot_listen(address, &e))?;
    let address = listener.local_addr()?;
    let shown = match address.ip() {
        ip if ip.is_unspecified() => format!("http://127.0.0.1:{}", address.port()),
        IpAddr::V6(ip) => format!("http://[{ip}]:{}", address.port()),
        IpAddr::V4(ip) => format!("http://{ip}:{}", address.port()),
    };
    let mut out = stdout();
    writeln!(out, "{shown}")?;
    out.flush()?;
    if !address.ip().is_loopback() {
        note("whoever reaches this machine can use the lab, and its time and memory");
    }
    if open {
        open_page(&shown);
    }
    let lab = Arc::new(Lab::new(Visitors::of(address)));
    let stopped = {
        let lab = Arc::clone(&lab);
        async move {
            while !interrupted.load(Ordering::Relaxed) {
                tokio::time::sleep(ATTENTION).await;
            }
            lab.stop();
        }
    };
    let server = axum::serve(Connections::new(listener), service::router(Arc::clone(&lab)));
    tokio::select! {
        result = async { server.await } => result?,
        () = stopped => {}
    }
    Ok(())
}

/// Says something on standard error that is no failure.
fn note(text: &str) {
    // Nothing can be done if standard error is closed.
    let _ = writeln!(Screen::error(), "{STRONG}note{STRONG:#}: {text}");
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Failure {
    let advice = match error.kind() {
        std::io::ErrorKind::AddrInUse => ": another program has it; --port 0 takes a free one",
        std::io::ErrorKind::PermissionDenied => {
            ": ports below 1024 are not for everyone; --port 0 takes a free one"
        }
        _ => "",
    };
    Message(format!("cannot listen on {address}: {error}{advice}")).into()
}

/// Opens the page in whatever browser there is. That there is none is no failure: the address is printed.
fn open_page(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start"]),
        _ => ("xdg-open", &[]),
    };
    let quiet = std::process::Stdio::null;
    let started = std::process::Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    if started.is_err() {
        note(&format!("no browser could be opened; open {address} yourself"));
    }
}

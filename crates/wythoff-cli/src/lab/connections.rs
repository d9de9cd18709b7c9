//! Connections: so many at once, and none that says nothing for long.

use axum::serve::Listener;
use std::future::Future as _;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// So many connections are open at once; more wait to be taken.
const MOST: usize = 256;
/// A connection on which nothing goes back or forth for so long is closed. Longer than any request may take, and events come with a
/// sign of life every few seconds.
const SILENCE: Duration = Duration::from_secs(45);

/// A listener that lets in so many.
pub(super) struct Connections {
    listener: TcpListener,
    free: Arc<Semaphore>,
}

impl Connections {
    pub(super) fn new(listener: TcpListener) -> Connections {
        Connections { listener, free: Arc::new(Semaphore::new(MOST)) }
    }
}

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let Ok(place) = Arc::clone(&self.free).acquire_owned().await else {
                // It is never closed.
                std::future::pending::<()>().await;
                continue;
            };
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    // Replies are whole: waiting for more would only delay them.
                    let _ = stream.set_nodelay(true);
                    return (Connection { stream, last: Box::pin(sleep(SILENCE)), _place: place }, from);
                }
                // The machine has no more files, or the visitor has left already.
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that is closed after a long silence.
pub(super) struct Connection {
    stream: TcpStream,
    /// When it will have been silent for too long.
    last: Pin<Box<Sleep>>,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    /// Something went back or forth.
    fn heard(&mut self) {
        self.last.as_mut().reset(Instant::now() + SILENCE);
    }

    fn unless_silent<T>(
        &mut self,
        context: &mut Context<'_>,
        progress: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        match progress {
            Poll::Ready(result) => {
                self.heard();
                Poll::Ready(result)
            }
            Poll::Pending => match self.last.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                Poll::Pending => Poll::Pending,
            },
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let progress = Pin::new(&mut self.stream).poll_read(context, into);
        self.unless_silent(context, progress)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let progress = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.unless_silent(context, progress)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

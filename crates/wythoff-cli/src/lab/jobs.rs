//! Jobs: what takes long tells how far it is, and is stopped when nobody listens any more.

use super::service::{Lab, body, data, fault, refused, timed};
use super::workers::{Place, Workers, budget, compute};
use crate::limits::seconds;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;
use wythoff::api::Reply;
use wythoff::{Canceller, Progress};

/// Jobs that are remembered, those that have ended included.
const MOST_KEPT: usize = 64;
/// A job takes at most so long, unless its request says less.
const LONGEST: Duration = Duration::from_secs(600);
/// Somebody has to listen within this time, and an end is remembered for so long.
const UNHEARD: Duration = Duration::from_secs(10);
const REMEMBERED: Duration = Duration::from_secs(60);
/// Between two events.
const PACE: Duration = Duration::from_millis(100);

/// How a job stands.
#[derive(Clone, Debug, Default)]
struct Standing {
    progress: Option<Progress>,
    end: Option<Arc<Reply>>,
}

#[derive(Debug)]
struct Job {
    canceller: Canceller,
    standing: watch::Receiver<Standing>,
    listeners: AtomicUsize,
}

/// All jobs.
#[derive(Debug)]
pub(super) struct Jobs {
    workers: Workers,
    known: Mutex<BTreeMap<String, Arc<Job>>>,
}

impl Jobs {
    pub(super) fn new() -> Jobs {
        Jobs { workers: Workers::for_jobs(), known: Mutex::new(BTreeMap::new()) }
    }

    pub(super) fn running(&self) -> usize {
        self.workers.running()
    }

    /// Stops all of them.
    pub(super) fn stop(&self) {
        self.known().values().for_each(|job| job.canceller.cancel());
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Job>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Option<Arc<Job>> {
        self.known().get(id).cloned()
    }
}

/// A name that nobody guesses: two numbers out of hashes with secret keys.
fn fresh_id() -> String {
    let number = || RandomState::new().hash_one(std::time::SystemTime::now());
    format!("{:016x}{:016x}", number(), number())
}

fn unknown() -> Response {
    refused(StatusCode::NOT_FOUND, "there is no such job: it has ended, or nobody listened to it")
}

/// `POST /api/v1/jobs`.
pub(super) async fn begin(State(lab): State<Arc<Lab>>, request: Request) -> Response {
    let mut fields = match body(request).await {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => {
            return refused(StatusCode::BAD_REQUEST, "a job is an object with an operation and its fields");
        }
        Err(response) => return response,
    };
    let Some(Value::String(operation)) = fields.remove("operation") else {
        return refused(StatusCode::BAD_REQUEST, "which operation? Say it by `operation`, such as prove");
    };
    let full = lab.jobs.known().len() >= MOST_KEPT;
    let Some(place) = lab.jobs.workers.place_now().filter(|_| !full) else {
        let why = "too many jobs at once: wait for one of them, or cancel it";
        let mut response = refused(StatusCode::TOO_MANY_REQUESTS, why);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        return response;
    };
    let time = match fields.get("time").and_then(Value::as_str).map(seconds).transpose() {
        Ok(time) => time.unwrap_or(LONGEST).min(LONGEST),
        Err(why) => return refused(StatusCode::BAD_REQUEST, &why.to_string()),
    };
    let id = start(&lab, place, (operation, time), Value::Object(fields));
    data(StatusCode::OK, &json!({"id": id}))
}

/// Starts a job.
fn start(lab: &Arc<Lab>, place: Place, (operation, time): (String, Duration), request: Value) -> String {
    let (tell, standing) = watch::channel(Standing::default());
    let tell = Arc::new(tell);
    let heard = Arc::clone(&tell);
    let budget = budget(time, lab.desk.limits().memory)
        .with_progress(move |progress| heard.send_modify(|standing| standing.progress = Some(progress)));
    let job = Arc::new(Job { canceller: budget.canceller(), standing, listeners: AtomicUsize::new(0) });
    let id = fresh_id();
    lab.jobs.known().insert(id.clone(), Arc::clone(&job));
    let (lab, name) = (Arc::clone(lab), id.clone());
    tokio::spawn(async move {
        tokio::spawn(unheard(Arc::clone(&job)));
        let desk = Arc::clone(&lab.desk);
        let reply = compute(place, move || timed(&desk, &operation, &request, &budget)).await;
        let reply = Arc::new(reply.unwrap_or_else(fault));
        tell.send_modify(|standing| standing.end = Some(reply));
        tokio::time::sleep(REMEMBERED).await;
        lab.jobs.known().remove(&name);
    });
    id
}

/// Stops a job that nobody begins to listen to.
async fn unheard(job: Arc<Job>) {
    tokio::time::sleep(UNHEARD).await;
    if job.listeners.load(Ordering::Relaxed) == 0 {
        job.canceller.cancel();
    }
}

/// `DELETE /api/v1/jobs/ID`.
pub(super) async fn cancel(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    match lab.jobs.find(&id) {
        Some(job) => {
            job.canceller.cancel();
            data(StatusCode::OK, &json!({"cancelled": true}))
        }
        None => unknown(),
    }
}

/// `GET /api/v1/jobs/ID/events`.
pub(super) async fn events(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Response {
    let Some(job) = lab.jobs.find(&id) else { return unknown() };
    let (send, receive) = mpsc::channel(4);
    job.listeners.fetch_add(1, Ordering::Relaxed);
    tokio::spawn(async move {
        let heard_to_the_end = tokio::select! {
            ended = tell(&job, &send) => ended,
            () = send.closed() => false,
        };
        // Who goes away is not waited for.
        if job.listeners.fetch_sub(1, Ordering::Relaxed) == 1 && !heard_to_the_end {
            job.canceller.cancel();
        }
    });
    let alive = KeepAlive::new().interval(Duration::from_secs(5));
    Sse::new(ReceiverStream::new(receive)).keep_alive(alive).into_response()
}

type Sender = mpsc::Sender<Result<Event, Infallible>>;

/// Tells how a job stands until it ends; true if the end was told.
async fn tell(job: &Job, send: &Sender) -> bool {
    let mut standing = job.standing.clone();
    loop {
        let now = standing.borrow_and_update().clone();
        if let Some(reply) = &now.end {
            return send.send(Ok(ending(reply))).await.is_ok();
        }
        if let Some(Progress { part, stage, done, total }) = now.progress {
            let told = json!({"part": part.as_deref(), "stage": stage, "done": done, "total": total});
            if send.send(Ok(Event::default().event("progress").data(told.to_string()))).await.is_err() {
                return false;
            }
        }
        tokio::time::sleep(PACE).await;
        if standing.changed().await.is_err() {
            return false;
        }
    }
}

/// The last event of a job.
fn ending(reply: &Reply) -> Event {
    let value = reply.json().cloned();
    let name = match reply.status() {
        200 => "done",
        499 => "cancelled",
        _ => "failed",
    };
    let value = value
        .unwrap_or_else(|| json!({"error": "this operation replies with a file: ask for it without a job"}));
    Event::default().event(name).data(value.to_string())
}

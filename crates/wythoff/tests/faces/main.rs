//! What the faces of the library share: requests and reports.

#![allow(missing_docs)]

mod api;
mod report;

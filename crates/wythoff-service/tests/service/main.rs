//! What the faces share: requests, reports, exports and surveys.

#![allow(missing_docs)]

mod api;
mod export;
mod report;
mod survey;

use wythoff_testing::common;

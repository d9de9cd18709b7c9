//! Exact numbers, against integers alone, and the streams of their digits.

#![allow(missing_docs)]

mod number_streams;
mod numbers;

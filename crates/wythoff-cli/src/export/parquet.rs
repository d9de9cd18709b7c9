//! Parquet: two columns x and y of unsigned 64-bit integers, delta-packed, no dictionary, compressed with zstd.
//!
//! Positions are collected into row groups; a file is readable once its end is written. Its metadata say of which game the
//! positions are, and in which orders of the piles: `wythoff.orders` is `x <= y` or `all`.

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::Int64Type;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use wythoff::export::{Contents, ExportError, Exporter, Format};

/// Positions in a row group, and so in memory.
const ROW_GROUP: usize = 1 << 20;

const SCHEMA: &str =
    "message positions { REQUIRED INT64 x (INTEGER(64,false)); REQUIRED INT64 y (INTEGER(64,false)); }";

/// Bytes written and not yet taken away.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self, out: &mut Vec<u8>) {
        out.append(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) struct Parquet {
    shared: Shared,
    writer: SerializedFileWriter<Shared>,
    /// Positions of the present row group. Parquet keeps unsigned numbers in signed ones, bit for bit.
    columns: [Vec<i64>; 2],
}

fn failed(error: ParquetError) -> ExportError {
    ExportError::Failed { format: Format::Parquet, why: error.to_string() }
}

impl Parquet {
    pub(super) fn new(contents: &Contents) -> Result<Parquet, ExportError> {
        let schema = Arc::new(parse_message_type(SCHEMA).map_err(failed)?);
        let properties = WriterProperties::builder()
            .set_created_by("wythoff".to_owned())
            .set_key_value_metadata(Some(vec![
                KeyValue::new("wythoff.game".to_owned(), contents.game.clone()),
                KeyValue::new("wythoff.orders".to_owned(), contents.orders()),
            ]))
            .set_dictionary_enabled(false)
            .set_encoding(Encoding::DELTA_BINARY_PACKED)
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .build();
        let shared = Shared::default();
        let writer =
            SerializedFileWriter::new(shared.clone(), schema, Arc::new(properties)).map_err(failed)?;
        Ok(Parquet { shared, writer, columns: Default::default() })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.columns[0].is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for values in &mut self.columns {
            if let Some(mut column) = group.next_column()? {
                column.typed::<Int64Type>().write_batch(values, None, None)?;
                column.close()?;
            }
            values.clear();
        }
        group.close()?;
        Ok(())
    }
}

impl Exporter for Parquet {
    fn column(&mut self, x: u64, rows: &[u64], out: &mut Vec<u8>) -> Result<(), ExportError> {
        for &y in rows {
            self.columns[0].push(x as i64);
            self.columns[1].push(y as i64);
            if self.columns[0].len() == ROW_GROUP {
                self.write_group().map_err(failed)?;
                self.shared.take(out);
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut Vec<u8>) -> Result<(), ExportError> {
        self.write_group().map_err(failed)?;
        self.writer.finish().map_err(failed)?;
        self.shared.take(out);
        Ok(())
    }
}

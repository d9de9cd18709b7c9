//! A table as Parquet: every column optional, integers, doubles, booleans or texts, compressed with zstd.

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::sync::Arc;
use wythoff::survey::{SurveyTable, TableCell, TableColumn};

/// Rows in a row group.
const ROW_GROUP: usize = 1 << 20;

/// The type of a column: that of its first place that is not empty.
fn kind(column: &TableColumn) -> &TableCell {
    column.cells.iter().find(|cell| **cell != TableCell::Empty).unwrap_or(&TableCell::Empty)
}

fn schema(table: &SurveyTable) -> String {
    let field = |column: &TableColumn| {
        let name = &column.name;
        match kind(column) {
            TableCell::Integer(_) => format!("OPTIONAL INT64 {name};"),
            TableCell::Decimal(_) => format!("OPTIONAL DOUBLE {name};"),
            TableCell::Truth(_) => format!("OPTIONAL BOOLEAN {name};"),
            TableCell::Text(_) | TableCell::Empty => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
        }
    };
    let fields: Vec<String> = table.columns.iter().map(field).collect();
    format!("message results {{ {} }}", fields.join(" "))
}

/// The bytes of a file.
pub(crate) fn bytes(table: &SurveyTable) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(&schema(table))?);
    let properties = WriterProperties::builder()
        .set_created_by("wythoff".to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .build();
    let mut out = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut out, schema, Arc::new(properties))?;
    let mut first = 0;
    while first < table.rows {
        let last = (first + ROW_GROUP).min(table.rows);
        let mut group = writer.next_row_group()?;
        for column in &table.columns {
            let cells = &column.cells[first..last];
            let levels: Vec<i16> = cells.iter().map(|cell| i16::from(*cell != TableCell::Empty)).collect();
            let Some(mut to) = group.next_column()? else { continue };
            match kind(column) {
                TableCell::Integer(_) => {
                    let values: Vec<i64> = cells.iter().filter_map(integer).collect();
                    to.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
                }
                TableCell::Decimal(_) => {
                    let values: Vec<f64> = cells.iter().filter_map(decimal).collect();
                    to.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
                }
                TableCell::Truth(_) => {
                    let values: Vec<bool> = cells.iter().filter_map(truth).collect();
                    to.typed::<BoolType>().write_batch(&values, Some(&levels), None)?;
                }
                TableCell::Text(_) | TableCell::Empty => {
                    let given = cells.iter().filter(|cell| **cell != TableCell::Empty);
                    let values: Vec<ByteArray> =
                        given.map(|cell| ByteArray::from(cell.words().into_bytes())).collect();
                    to.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
                }
            }
            to.close()?;
        }
        group.close()?;
        first = last;
    }
    writer.close()?;
    Ok(out)
}

fn integer(cell: &TableCell) -> Option<i64> {
    if let TableCell::Integer(n) = cell { Some(*n) } else { None }
}

fn decimal(cell: &TableCell) -> Option<f64> {
    if let TableCell::Decimal(n) = cell { Some(*n) } else { None }
}

fn truth(cell: &TableCell) -> Option<bool> {
    if let TableCell::Truth(truth) = cell { Some(*truth) } else { None }
}

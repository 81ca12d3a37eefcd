//! From a transform and the options of streams to a job.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use crate::args::Streams;
use crate::error::Failure;
use crate::io::output::Content;
use crate::io::replace::Permission;
use crate::io::source::Source;
use crate::pipeline::{
    Column, CsvColumns, Format, Job, JsonField, LogFields, Mark, OutputBuffer, Problem, Records,
    Results, Skipped, Stream, Target, Transform,
};

/// The job that does this to all texts of the streams.
pub fn job(streams: Streams, transform: impl Transform + 'static) -> Result<Job, Failure> {
    let has_files = !streams.file.is_empty() || streams.in_place.is_some();
    if let Some(what) = Source::mistake(&streams.text, has_files) {
        return Err(Failure::Usage(what.to_owned()));
    }
    let format = format(&streams, Box::new(transform))?;
    let is_field = !streams.csv_column.is_empty() || !streams.log_field.is_empty();
    let content = match (streams.raw, format.transform().is_json() && !is_field) {
        (true, _) => Content::Raw,
        (_, true) => Content::Json,
        _ => Content::Bytes,
    };
    let permission = Permission {
        break_hard_links: streams.break_hard_links,
        backup: streams.in_place.clone().flatten(),
    };
    let threads = match streams.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let target = if streams.in_place.is_some() {
        let files = streams.file.into_iter().chain(streams.text.into_iter().map(Into::into));
        in_place(files.collect(), permission.backup.as_ref())?
    } else {
        Target::Output {
            sources: Source::from_options(streams.text, streams.file),
            file: streams.output,
            content,
        }
    };
    Ok(Job { format, target, permission, threads, progress: !streams.no_progress })
}

fn in_place(files: Vec<PathBuf>, suffix: Option<&OsString>) -> Result<Target, Failure> {
    if files.is_empty() || files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Failure::Usage("--in-place requires the names of files".to_owned()));
    }
    let is_no_suffix =
        |suffix: &OsString| suffix.is_empty() || suffix.as_encoded_bytes().contains(&b'/');
    if suffix.is_some_and(is_no_suffix) {
        let what = "--in-place=SUFFIX requires a suffix of a name, without a /";
        return Err(Failure::Usage(what.to_owned()));
    }
    Ok(Target::InPlace(files))
}

/// Which texts the options find in an input.
fn format(streams: &Streams, transform: Box<dyn Transform>) -> Result<Arc<dyn Format>, Failure> {
    if streams.has_fields() && streams.has_texts() {
        let what =
            "--json-field, --csv-column and --log-field require files (-f) or standard input";
        return Err(Failure::Usage(what.to_owned()));
    }
    let results = streams.results().map_err(Failure::Usage)?;
    if !streams.json_field.is_empty() {
        let field = JsonField::new(&streams.json_field, !streams.null, results, transform)
            .map_err(|what| Failure::Usage(format!("--json-field: {what}")))?;
        let separator = streams.separator().unwrap_or(b'\n');
        let transform = Box::new(field);
        let is_closed = separator != b'\n';
        return Ok(Arc::new(Records { transform, separator, exact: true, is_closed }));
    }
    if !streams.csv_column.is_empty() {
        let columns = columns(&streams.csv_column).map_err(Failure::Usage)?;
        let (delimiter, has_quotes) = (streams.csv_delimiter, !streams.csv_no_quotes);
        let is_named = matches!(columns[..], [Column::Named(_), ..]);
        if matches!(results, Results::New(_)) && !is_named {
            let what = "--new-field goes with a column that has a name, and a number says that no column has one";
            return Err(Failure::Usage(what.to_owned()));
        }
        return Ok(Arc::new(CsvColumns { columns, delimiter, has_quotes, results, transform }));
    }
    if !streams.log_field.is_empty() {
        let names = streams.log_field.clone();
        return Ok(Arc::new(LogFields { names, is_alone: results == Results::Alone, transform }));
    }
    let exact = streams.exact;
    let transform: Box<dyn Transform> = match streams.skip_lines.is_empty() {
        true => transform,
        false if streams.separator().is_none() => {
            return Err(Failure::Usage("--skip-lines requires --lines or --null".to_owned()));
        }
        false => {
            let prefixes =
                streams.skip_lines.iter().map(|prefix| prefix.as_encoded_bytes().to_vec());
            Box::new(Passing { prefixes: prefixes.collect(), transform })
        }
    };
    Ok(match streams.separator() {
        Some(separator) => Arc::new(Records { transform, separator, exact, is_closed: false }),
        None => Arc::new(Stream::new(transform, exact)),
    })
}

/// The columns of CSV, which all have names or all have numbers.
fn columns(given: &[String]) -> Result<Vec<Column>, String> {
    let mut columns = Vec::new();
    for text in given {
        columns.push(match text.parse() {
            Ok(0) => return Err("--csv-column counts from 1".to_owned()),
            Ok(number) => Column::Numbered(number),
            Err(_) => Column::Named(text.clone()),
        });
    }
    let is_number = |column: &Column| matches!(column, Column::Numbered(_));
    let number = columns.iter().position(is_number);
    let name = columns.iter().position(|column| !is_number(column));
    match (number, name) {
        (Some(number), Some(name)) => Err(format!(
            "--csv-column {} and --csv-column {} do not go together: a number means that no record has names",
            given[number], given[name]
        )),
        _ => Ok(columns),
    }
}

/// Passes records that begin with one of these prefixes, and transforms the others.
struct Passing {
    prefixes: Vec<Vec<u8>>,
    transform: Box<dyn Transform>,
}

impl Transform for Passing {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        if self.prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            out.push(text);
            return Ok(());
        }
        self.transform.text(text, out, skipped)
    }

    fn mark(&self) -> Mark {
        self.transform.mark()
    }

    fn is_json(&self) -> bool {
        self.transform.is_json()
    }
}

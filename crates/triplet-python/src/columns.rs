//! Columns: the functions of `triplet-arrow` over everything that speaks the Arrow PyCapsule interface. This file takes columns
//! from Python and gives columns to Python; `python/triplet/columns.py` makes of them what the caller had.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;

use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::{DataType, Field, FieldRef};
use arrow_select::concat::concat;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyString, PyType};
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::ffi::{ArrayIterator, ArrayReader, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;
use triplet_arrow::{BindError, Call, ColumnError, Function};

use crate::arguments::{Threads, text_or_texts};
use crate::foreign::text_or_octets;
use crate::parallel::{ROWS, each_part};
use crate::set::{Ascii, SetArgument};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<BoundCall>()?;
    module.add_class::<Column>()?;
    module.add_function(wrap_pyfunction!(sql_functions, module)?)?;
    Ok(())
}

/// The exception for an error of a column function. Its class `ColumnError` is in Python.
#[cold]
fn raised(py: Python<'_>, error: &ColumnError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let message = error.to_string();
    match error {
        ColumnError::Type { .. } => PyTypeError::new_err(message),
        ColumnError::TooLong { .. } => PyOverflowError::new_err(message),
        ColumnError::Memory => PyMemoryError::new_err(message),
        ColumnError::Row { row, offset, kind, message: in_value, .. } => {
            let raised = CLASS
                .import(py, "triplet.columns", "ColumnError")
                .and_then(|class| class.call1((message, *kind, *offset, *row, in_value)));
            raised.map_or_else(|error| error, PyErr::from_value)
        }
        _ => PyValueError::new_err(message),
    }
}

/// The exception for a panic.
#[cold]
fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    PyRuntimeError::new_err(format!(
        "the column cannot be read, or triplet has a fault; if `column.validate(full=True)` of pyarrow finds nothing wrong with it, please report this: {text}"
    ))
}

#[cold]
fn unbound(error: BindError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// All functions, as SQL knows them: name, number of columns, names of the constants, how many of these are required,
/// signature, what it does, an example and its result.
#[pyfunction]
fn sql_functions() -> Vec<SqlFunction> {
    let one = |function: Function| {
        let (example, result) = function.example();
        (
            function.name(),
            function.columns(),
            function.constants().to_vec(),
            function.required_constants(),
            function.signature(),
            function.about(),
            example,
            result,
        )
    };
    Function::ALL.into_iter().map(one).collect()
}

type SqlFunction = (
    &'static str,
    usize,
    Vec<&'static str>,
    usize,
    String,
    &'static str,
    &'static str,
    &'static str,
);

fn by_name(function: &str) -> PyResult<Function> {
    Function::by_name(function)
        .ok_or_else(|| PyValueError::new_err(format!("no function is named `{function}`")))
}

/// A function with its constants, ready to run on columns.
#[pyclass(frozen, eq, hash, module = "triplet._triplet", name = "Call")]
#[derive(PartialEq, Eq, Hash)]
struct BoundCall {
    function: Function,
    call: Call,
    /// Whether the columns come in the opposite order: references before their bases.
    is_reference_first: bool,
}

#[pymethods]
impl BoundCall {
    /// The function with this name in SQL, with its constants as text. The options are those of `encode` and `decode`; `names`
    /// are those of parameters; with `reference_first` the first column is the reference, and the second the base.
    #[new]
    #[pyo3(signature = (function, constants, *, plus_as_space=false, set=None, also_keep=None, also_encode=None, keep_triplets=false, space_as_plus=None, names=None, reference_first=false))]
    #[allow(clippy::too_many_arguments, reason = "they are the options of one call in Python")]
    fn new(
        function: &str,
        constants: Vec<PyBackedStr>,
        plus_as_space: bool,
        set: Option<SetArgument>,
        also_keep: Option<Ascii>,
        also_encode: Option<Ascii>,
        keep_triplets: bool,
        space_as_plus: Option<bool>,
        names: Option<&Bound<'_, PyAny>>,
        reference_first: bool,
    ) -> PyResult<BoundCall> {
        let function = by_name(function)?;
        let constants: Vec<&str> = constants.iter().map(|text| &**text).collect();
        let mut call = function.bind(&constants).map_err(unbound)?;
        match &mut call {
            Call::Encode { set: kept, .. } => {
                if let Some(SetArgument(set)) = set {
                    *kept = set;
                }
                let list = |list: Option<Ascii>| list.map_or_else(Vec::new, |list| list.0);
                *kept = kept
                    .try_also_keep(&list(also_keep))
                    .and_then(|set| set.try_also_encode(&list(also_encode)))
                    .map_err(|error| PyValueError::new_err(error.to_string()))?;
                *kept = match space_as_plus {
                    Some(true) => kept.space_as_plus(),
                    Some(false) => kept.space_by_set(),
                    None => *kept,
                };
                if keep_triplets {
                    *kept = kept.keep_triplets();
                }
            }
            Call::Decode { plus_as_space: plus, .. }
            | Call::DecodeBytes { plus_as_space: plus } => {
                *plus = plus_as_space;
            }
            Call::RemoveParameters { names: removed } if names.is_some() => {
                *removed = text_or_texts("names", names)?;
            }
            _ => {}
        }
        Ok(BoundCall { function, call, is_reference_first: reference_first })
    }

    /// A call of the function for an engine that asks for the type of the result: its constants stand for those that are not known yet.
    #[staticmethod]
    fn any(function: &str) -> PyResult<BoundCall> {
        let function = by_name(function)?;
        Ok(BoundCall { function, call: function.any_call(), is_reference_first: false })
    }

    /// The name of the function in SQL.
    #[getter]
    fn name(&self) -> &'static str {
        self.function.name()
    }

    /// Runs on columns. Each has `__arrow_c_array__` or `__arrow_c_stream__`. The second one may be a string. With
    /// `unwrap`, a stream of tables with one column is that column. Without `threads` all processors are used that the process has.
    #[pyo3(signature = (column, other=None, *, unwrap=false, threads=None))]
    fn run(
        &self,
        column: &Bound<'_, PyAny>,
        other: Option<&Bound<'_, PyAny>>,
        unwrap: bool,
        threads: Option<Threads>,
    ) -> PyResult<Column> {
        let py = column.py();
        let threads = match threads {
            Some(Threads(0)) => return Err(PyValueError::new_err("threads must be 1 or more")),
            Some(Threads(threads)) => threads.min(MOST_THREADS),
            None => processors(),
        };
        // A column of another program can have any bytes as its buffers. PyO3 raises its own exception for a panic, which
        // `except Exception` does not catch.
        let read = catch_unwind(AssertUnwindSafe(|| -> PyResult<_> {
            let other = other.map(|other| Input::of(other, false)).transpose()?;
            Ok((Input::of(column, unwrap)?, other))
        }));
        let (column, other) = read.unwrap_or_else(|panic| Err(panicked(&*panic)))?;
        // Nothing here needs the interpreter, not even the stream: what produces it may need the interpreter in another
        // thread.
        let result = py.detach(|| {
            catch_unwind(AssertUnwindSafe(|| match other {
                None => self.run_one(column, threads),
                Some(other) if self.is_reference_first => self.run_two(other, column, threads),
                Some(other) => self.run_two(column, other, threads),
            }))
        });
        match result {
            Ok(Ok(column)) => Ok(column),
            Ok(Err(RunError::Column(error))) => Err(raised(py, &error)),
            Ok(Err(RunError::Source(error))) => Err(PyValueError::new_err(error)),
            Err(panic) => Err(panicked(&*panic)),
        }
    }

    /// The result for no rows of text: what an engine that asks for the type of the results must be told.
    fn no_rows(&self) -> PyResult<Column> {
        let types = vec![DataType::Utf8; self.call.columns()];
        let result = self
            .call
            .return_type(&types)
            .map_err(|error| PyTypeError::new_err(error.to_string()))?;
        Ok(Column { chunks: Vec::new(), field: Arc::new(Field::new("", result, true)) })
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.call)
    }
}

/// Why there is no result.
enum RunError {
    Column(ColumnError),
    /// The source of the column failed: its message.
    Source(String),
}

impl From<ColumnError> for RunError {
    fn from(error: ColumnError) -> Self {
        RunError::Column(error)
    }
}

/// A column that comes in chunks.
struct Input {
    chunks: Box<dyn ArrayReader + Send>,
    field: FieldRef,
    unwrap: bool,
    /// Whether it was one array, and not a stream of chunks.
    is_array: bool,
}

impl Input {
    fn of(object: &Bound<'_, PyAny>, unwrap: bool) -> PyResult<Input> {
        if let Ok(text) = object.cast::<PyString>() {
            let text: ArrayRef = Arc::new(StringArray::from(vec![text.to_str()?]));
            let field = Arc::new(Field::new("", DataType::Utf8, true));
            let chunks = Box::new(ArrayIterator::new([Ok(text)], Arc::clone(&field)));
            return Ok(Input { chunks, field, unwrap: false, is_array: true });
        }
        let column = object.extract::<AnyArray>()?;
        let is_array = matches!(column, AnyArray::Array(_));
        let chunks = column.into_reader()?;
        let mut field = chunks.field();
        if unwrap {
            match field.data_type() {
                DataType::Struct(fields) if fields.len() == 1 => field = Arc::clone(&fields[0]),
                other => {
                    let message = format!("one column is required, and this is {other}");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(Input { chunks, field, unwrap, is_array })
    }
}

impl Iterator for Input {
    type Item = Result<ArrayRef, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = match self.chunks.next()? {
            Ok(chunk) => chunk,
            Err(error) => return Some(Err(RunError::Source(error.to_string()))),
        };
        let column = if self.unwrap {
            let table = chunk.as_any().downcast_ref::<arrow_array::StructArray>();
            table.and_then(|table| table.columns().first()).cloned()
        } else {
            Some(chunk)
        };
        let column = column.ok_or_else(|| RunError::Source("a table without a column".to_owned()));
        Some(column.and_then(|column| {
            text_or_octets(column).map_err(|error| RunError::Source(error.to_string()))
        }))
    }
}

/// More threads than this gain nothing.
const MOST_THREADS: usize = 256;

/// The processors that this process has.
fn processors() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        thread::available_parallelism().map_or(1, |count| count.get().min(MOST_THREADS))
    })
}

/// A part of a chunk, or a chunk.
struct Part {
    rows: ArrayRef,
    /// The row of the column that is its first one.
    first: usize,
    chunk: ArrayRef,
    /// Whether it is the last part of the chunk.
    is_last: bool,
}

/// The parts of a chunk that begins at a row of the column: one for each thread, if it has enough rows. A dictionary or run-end column
/// stays whole, so that each of its values is converted once.
fn parts(chunk: ArrayRef, first: usize, threads: usize) -> impl Iterator<Item = Part> {
    use DataType::{Dictionary, RunEndEncoded};
    let rows = chunk.len();
    let count = match chunk.data_type() {
        Dictionary(..) | RunEndEncoded(..) => 1,
        _ => (rows / ROWS).clamp(1, threads),
    };
    // The parts together have all rows.
    let start = move |part: usize| part * (rows / count) + part.min(rows % count);
    (0..count).map(move |part| Part {
        rows: match count {
            1 => Arc::clone(&chunk),
            _ => chunk.slice(start(part), start(part + 1) - start(part)),
        },
        first: first + start(part),
        chunk: Arc::clone(&chunk),
        is_last: part + 1 == count,
    })
}

impl BoundCall {
    fn run_one(&self, column: Input, threads: usize) -> Result<Column, RunError> {
        let result = self.call.return_type(&[column.field.data_type().clone()])?;
        let field = Arc::new(Field::new(column.field.name(), result, true));
        let (is_array, mut first) = (column.is_array, 0);
        // The results of an array are joined, which takes up to as long as half of the work: two or three threads gain nothing.
        let pieces = if is_array && threads < 4 { 1 } else { threads };
        let parts = column.flat_map(|chunk| {
            let parts = chunk.map(|chunk| {
                let from = first;
                first += chunk.len();
                parts(chunk, from, pieces)
            });
            let (parts, error) = match parts {
                Ok(parts) => (Some(parts), None),
                Err(error) => (None, Some(Err(error))),
            };
            parts.into_iter().flatten().map(Ok).chain(error)
        });
        let run = |part: Part| -> Result<_, RunError> {
            let result = self.call.run(std::slice::from_ref(&part.rows));
            let result = result.map_err(|error| error.moved_by(part.first))?;
            Ok((part, result))
        };
        let done = each_part(parts, threads, |part| part.rows.len(), run)?;
        let (mut chunks, mut of_chunk) = (Vec::new(), Vec::new());
        let mut is_same = true;
        for (part, result) in done {
            is_same &= Arc::ptr_eq(&part.rows, &result);
            of_chunk.push(result);
            if !part.is_last {
                continue;
            }
            if of_chunk.len() > 1 && is_same {
                chunks.push(part.chunk);
            } else if of_chunk.len() > 1 && is_array {
                let of_chunk: Vec<&dyn Array> = of_chunk.iter().map(|part| &**part).collect();
                check_room(&of_chunk)?;
                // What is too long for one array is an error that names the row.
                let one = concat(&of_chunk).or_else(|_| self.call.run(&[part.chunk]))?;
                chunks.push(one);
            } else {
                chunks.append(&mut of_chunk);
            }
            of_chunk.clear();
            is_same = true;
        }
        Ok(Column { chunks, field })
    }

    /// The chunks of two columns may end at different rows.
    fn run_two(&self, column: Input, other: Input, threads: usize) -> Result<Column, RunError> {
        let types = [column.field.data_type().clone(), other.field.data_type().clone()];
        let field = Arc::new(Field::new(column.field.name(), self.call.return_type(&types)?, true));
        let a = column.collect::<Result<Vec<_>, _>>()?;
        let b = other.collect::<Result<Vec<_>, _>>()?;
        let rows = |chunks: &[ArrayRef]| chunks.iter().map(|chunk| chunk.len()).sum::<usize>();
        let (a_rows, b_rows) = (rows(&a), rows(&b));
        let pairs: Vec<[ArrayRef; 2]> = if a_rows == b_rows {
            aligned(&a, &b).into_iter().map(|(a, b)| [a, b]).collect()
        } else if let (1, Some(one)) = (a_rows, a.iter().find(|chunk| chunk.len() == 1)) {
            b.into_iter().map(|b| [Arc::clone(one), b]).collect()
        } else if let (1, Some(one)) = (b_rows, b.iter().find(|chunk| chunk.len() == 1)) {
            a.into_iter().map(|a| [a, Arc::clone(one)]).collect()
        } else {
            let message = format!(
                "the columns have {a_rows} and {b_rows} rows; they must have as many rows as each other, or one of them one"
            );
            return Err(RunError::Source(message));
        };
        // An empty chunk beside the one row of the other column has no row.
        let length = |[a, b]: &[ArrayRef; 2]| match (a.len(), b.len()) {
            (1, rows) | (rows, 1) => rows,
            (rows, _) => rows,
        };
        let mut first = 0;
        let pairs = pairs.into_iter().map(|pair| {
            let from = first;
            first += length(&pair);
            Ok((pair, from))
        });
        let run = |(pair, from): ([ArrayRef; 2], usize)| {
            let result = self.call.run(&pair);
            result.map_err(|error| RunError::from(error.moved_by(from)))
        };
        let chunks = each_part(pairs, threads, |(pair, _)| length(pair), run)?;
        Ok(Column { chunks, field })
    }
}

/// Whether there is memory now for a column of these parts: Arrow does not say that it was refused.
fn check_room(parts: &[&dyn Array]) -> Result<(), ColumnError> {
    let sizes =
        parts.iter().map(|part| part.to_data().get_slice_memory_size().unwrap_or(usize::MAX));
    let bytes = sizes.fold(0, usize::saturating_add);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| ColumnError::Memory)
}

/// Two columns of the same number of rows, cut where a chunk of either ends.
fn aligned(a: &[ArrayRef], b: &[ArrayRef]) -> Vec<(ArrayRef, ArrayRef)> {
    let mut pairs = Vec::new();
    let (mut a_chunks, mut b_chunks) = (a.iter(), b.iter());
    let (mut a_rest, mut b_rest) = (None::<ArrayRef>, None::<ArrayRef>);
    loop {
        let left = a_rest.take().or_else(|| a_chunks.find(|chunk| !chunk.is_empty()).cloned());
        let right = b_rest.take().or_else(|| b_chunks.find(|chunk| !chunk.is_empty()).cloned());
        let (Some(left), Some(right)) = (left, right) else { return pairs };
        let rows = left.len().min(right.len());
        pairs.push((left.slice(0, rows), right.slice(0, rows)));
        let rest =
            |chunk: ArrayRef| (chunk.len() > rows).then(|| chunk.slice(rows, chunk.len() - rows));
        (a_rest, b_rest) = (rest(left), rest(right));
    }
}

/// A column that a function has made. Everything that reads Arrow's PyCapsule interface reads it without a copy:
/// `pyarrow.chunked_array(column)`, `polars.Series(column)`.
#[pyclass(frozen, module = "triplet.columns", name = "Column")]
struct Column {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

#[pymethods]
impl Column {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> Result<Bound<'py, PyCapsule>, PyArrowError> {
        let chunks = self.chunks.clone().into_iter().map(Ok);
        let reader = Box::new(ArrayIterator::new(chunks, Arc::clone(&self.field)));
        to_stream_pycapsule(py, reader, requested_schema)
    }

    fn __arrow_c_schema__<'py>(
        &self,
        py: Python<'py>,
    ) -> Result<Bound<'py, PyCapsule>, PyArrowError> {
        to_schema_pycapsule(py, self.field.as_ref())
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn __repr__(&self) -> String {
        format!("<triplet.columns.Column: {} rows of {}>", self.__len__(), self.field.data_type())
    }
}

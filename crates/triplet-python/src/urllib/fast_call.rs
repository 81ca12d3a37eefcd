//! A shorter way for calls of `quote` and `unquote`.
//!
//! Most strings that are quoted or unquoted are short, and nothing changes in them. PyO3 parses arguments by name and counts attached threads,
//! and that is a third of the time of unquoting a string without `%`. Therefore the arguments of these two functions are found here. What PyO3 does
//! better, such as the exception for an unknown name, is left to the function that PyO3 makes.
#![allow(unsafe_code)]

use std::ffi::{CString, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyString, PyTuple};

/// The most parameters after the first one.
const MOST: usize = 3;

/// The arguments after the first one, where there is one for the parameter.
pub(super) type Others<'a, 'py> = [Option<Borrowed<'a, 'py, PyAny>>; MOST];

/// A function of Python with a shorter way beside the function that PyO3 makes.
pub(super) trait FastCall {
    /// The names of the parameters after the first one, at most [`MOST`].
    const PARAMETERS: &'static [&'static str];

    fn function() -> &'static PyOnceLock<Function>;

    /// The result for one string and nothing else, the most frequent call. `None`: [`FastCall::answer`] finds the result, or the exception.
    fn answer_one<'py>(text: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>>;

    /// The result. `string` is whatever the caller passes.
    fn answer<'py>(
        string: &Bound<'py, PyAny>,
        others: Others<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>>;
}

/// What Python reads of a function for as long as the process runs. A static holds it, and nothing writes to it.
pub(super) struct Function {
    /// PyO3's function for all arguments.
    general: Py<PyCFunction>,
    definition: ffi::PyMethodDef,
    /// Where `definition` points to.
    _texts: [CString; 2],
}

// SAFETY: `general` may be used by any thread, and the pointers of `definition` are to texts that are never written to.
unsafe impl Send for Function {}
// SAFETY: as for `Send`.
unsafe impl Sync for Function {}

/// How Python calls the function.
const FLAGS: c_int = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;

/// A function with the name, the signature and the documentation of `general`. `general` is called where [`bound`] finds no arguments.
pub(super) fn with_fast_call<'py, F: FastCall>(
    general: Bound<'py, PyCFunction>,
) -> PyResult<Bound<'py, PyCFunction>> {
    let py = general.py();
    let module = general.getattr("__module__")?;
    let function = F::function().get_or_try_init(py, || {
        let text = |name: &str| general.getattr(name)?.extract::<String>();
        // A built-in function has its signature in its documentation.
        let (name, signature) = (text("__name__")?, text("__text_signature__")?);
        let documentation = CString::new(format!("{name}{signature}\n--\n\n{}", text("__doc__")?))?;
        let name = CString::new(name)?;
        let definition = ffi::PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: call::<F> },
            ml_flags: FLAGS,
            ml_doc: documentation.as_ptr(),
        };
        PyResult::Ok(Function {
            general: general.unbind(),
            definition,
            _texts: [name, documentation],
        })
    })?;
    let definition = ptr::from_ref(&function.definition).cast_mut();
    // SAFETY: the definition is in a static, Python only reads it, and its flags are those of its function. The function has no `self`, and
    // `module` is the name of a module. The result is a new reference to a built-in function, or null with an exception.
    unsafe {
        let made = ffi::PyCFunction_NewEx(definition, ptr::null_mut(), module.as_ptr());
        Ok(Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked())
    }
}

/// Whether a string has a character. Python searches in the string as it is stored, so that one that is not ASCII need not be read as UTF-8.
pub(super) fn contains(text: &Bound<'_, PyString>, character: char) -> bool {
    // SAFETY: `text` is a string. The search ends where the string does, which is nearer than the end that is given. A result below 0 says
    // "nowhere", or an error, and a search in a string has none.
    unsafe { ffi::PyUnicode_FindChar(text.as_ptr(), u32::from(character), 0, isize::MAX, 1) >= 0 }
}

/// # Safety
///
/// Python calls it in an attached thread. `arguments` has `count` positional arguments, and then one for each name in the tuple `keywords`, if
/// `keywords` is not null.
unsafe extern "C" fn call<F: FastCall>(
    _self: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: Python calls functions in an attached thread. PyO3 does not know this: a reference that is dropped here by a type without `'py` waits
    // until PyO3 is called.
    let py = unsafe { Python::assume_attached() };
    let answer = || {
        if count == 1 && keywords.is_null() {
            // SAFETY: there is one argument, to which the caller has a reference.
            let string = unsafe { Borrowed::from_ptr(py, *arguments) };
            if let Ok(text) = string.cast_exact::<PyString>()
                && let Some(result) = F::answer_one(&text)
            {
                return Some(Ok(result));
            }
        }
        // SAFETY: these are the arguments with which Python called.
        let (string, others) = unsafe { bound::<F>(py, arguments, count, keywords)? };
        Some(F::answer(&string, others))
    };
    match catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Some(Ok(result))) => return result.into_ptr(),
        Ok(Some(Err(error))) => {
            error.restore(py);
            return ptr::null_mut();
        }
        // PyO3's function raises the exception of wrong arguments, or of the panic.
        Ok(None) | Err(_) => {}
    }
    match F::function().get(py) {
        // SAFETY: these are the arguments with which Python called.
        Some(function) => unsafe { general(py, &function.general, arguments, count, keywords) },
        // The function is there before Python can call it.
        None => ptr::null_mut(),
    }
}

/// The first argument, and those of the other parameters. `None`: the first one is named, or an argument is one too many, unknown or given twice.
///
/// # Safety
///
/// As of [`call`].
#[inline]
unsafe fn bound<'a, 'py, F: FastCall>(
    py: Python<'py>,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    keywords: *mut ffi::PyObject,
) -> Option<(Borrowed<'a, 'py, PyAny>, Others<'a, 'py>)> {
    let count = usize::try_from(count).ok()?;
    // SAFETY: `at` is below the number of arguments in each call.
    let argument = |at: usize| unsafe { Borrowed::from_ptr(py, *arguments.add(at)) };
    let mut others = [None; MOST];
    if count == 0 || count > 1 + F::PARAMETERS.len() {
        return None;
    }
    for (at, other) in (1..count).zip(&mut others) {
        *other = Some(argument(at));
    }
    // SAFETY: `keywords` is null or a tuple of names.
    if let Some(names) = unsafe { Borrowed::from_ptr_or_opt(py, keywords) } {
        for (at, name) in names.cast::<PyTuple>().ok()?.iter_borrowed().enumerate() {
            let name = name.cast::<PyString>().ok()?;
            let parameter = F::PARAMETERS.iter().position(|parameter| *name == **parameter)?;
            if others[parameter].replace(argument(count + at)).is_some() {
                return None;
            }
        }
    }
    Some((argument(0), others))
}

/// Calls `function` with all arguments. Null: there is an exception.
///
/// # Safety
///
/// As of [`call`].
unsafe fn general(
    py: Python<'_>,
    function: &Py<PyCFunction>,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: each pointer is to a live object or checked for null. `PyTuple_SetItem` takes the reference that `Py_NewRef` makes, and the names are
    // as many as the arguments after the positional ones.
    unsafe {
        let Some(positional) = Bound::from_owned_ptr_or_opt(py, ffi::PyTuple_New(count)) else {
            return ptr::null_mut();
        };
        for at in 0..count {
            let argument = ffi::Py_NewRef(*arguments.offset(at));
            if ffi::PyTuple_SetItem(positional.as_ptr(), at, argument) < 0 {
                return ptr::null_mut();
            }
        }
        if keywords.is_null() {
            return ffi::PyObject_Call(function.as_ptr(), positional.as_ptr(), ptr::null_mut());
        }
        let Some(named) = Bound::from_owned_ptr_or_opt(py, ffi::PyDict_New()) else {
            return ptr::null_mut();
        };
        for at in 0..ffi::PyTuple_Size(keywords) {
            let (name, value) = (ffi::PyTuple_GetItem(keywords, at), *arguments.offset(count + at));
            if ffi::PyDict_SetItem(named.as_ptr(), name, value) < 0 {
                return ptr::null_mut();
            }
        }
        ffi::PyObject_Call(function.as_ptr(), positional.as_ptr(), named.as_ptr())
    }
}

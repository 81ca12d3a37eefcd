//! What `quote` and `unquote` do with one string, in front of the functions that PyO3 makes.
//!
//! Most strings that are quoted or unquoted are short, and nothing changes in them. Then the call takes longest: PyO3 parses arguments by name and
//! counts attached threads, which is a third of the time of unquoting a string without `%`. So a call with one string and nothing else is answered
//! here. Any other, and any that ends in an exception or a panic, goes to PyO3's function.
#![allow(unsafe_code)]

use std::ffi::{CString, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyString};

/// PyO3's function, once it is made.
pub(super) type Rest = OnceLock<ffi::PyCFunctionFastWithKeywords>;

/// A function that has one of PyO3 behind it.
pub(super) trait Front {
    fn rest() -> &'static Rest;

    /// The result for one string and the defaults. `None`: PyO3's function has to find it, or to raise an exception.
    fn of<'py>(text: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>>;
}

/// How Python calls these functions.
const FLAGS: c_int = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;

/// A function in front of PyO3's, with the same name, signature and documentation. If PyO3 made one that is called otherwise, it is that function
/// itself.
pub(super) fn in_front<'py, F: Front>(
    rest: Bound<'py, PyCFunction>,
) -> PyResult<Bound<'py, PyCFunction>> {
    let py = rest.py();
    // SAFETY: `rest` is a built-in function, and the thread is attached, because there is a `py`.
    let (flags, called) = unsafe {
        (ffi::PyCFunction_GetFlags(rest.as_ptr()), ffi::PyCFunction_GetFunction(rest.as_ptr()))
    };
    let (FLAGS, Some(called)) = (flags, called) else { return Ok(rest) };
    // SAFETY: the flags say that the function has this type. A pointer to it is kept as one to the type without flags.
    let called = unsafe {
        std::mem::transmute::<ffi::PyCFunction, ffi::PyCFunctionFastWithKeywords>(called)
    };
    F::rest().get_or_init(|| called);
    let text = |name: &str| rest.getattr(name)?.extract::<String>();
    // A built-in function has its signature in its documentation.
    let (name, signature) = (text("__name__")?, text("__text_signature__")?);
    let documentation = format!("{name}{signature}\n--\n\n{}", text("__doc__")?);
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: CString::new(name)?.into_raw(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: call::<F> },
        ml_flags: FLAGS,
        ml_doc: CString::new(documentation)?.into_raw(),
    }));
    let module = rest.getattr("__module__")?;
    // SAFETY: the definition is never freed, and its flags are those of its function. `rest` is a built-in function, whose `self` may be
    // null. The result is a new reference to a built-in function, or null with an exception.
    unsafe {
        let this = ffi::PyCFunction_GetSelf(rest.as_ptr());
        let function = ffi::PyCFunction_NewEx(definition, this, module.as_ptr());
        Ok(Bound::from_owned_ptr_or_err(py, function)?.cast_into_unchecked())
    }
}

/// Whether a string has a character. Python searches in the string as it is stored, so that one that is not ASCII need not be read as UTF-8.
pub(super) fn contains(text: &Bound<'_, PyString>, character: char) -> bool {
    // SAFETY: `text` is a string. The search ends where the string does, which is nearer than the end that is given. A result below 0 is
    // "nowhere", or an error, of which a string has none.
    unsafe { ffi::PyUnicode_FindChar(text.as_ptr(), u32::from(character), 0, isize::MAX, 1) >= 0 }
}

/// # Safety
///
/// Python calls it, with `count` positional arguments and then those whose names are in the tuple `keywords`, if that is not null.
unsafe extern "C" fn call<F: Front>(
    this: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    if count == 1 && keywords.is_null() {
        // PyO3 does not know that the thread is attached. So references of an exception that is dropped here wait until it does know, in its own
        // function, which is called next.
        //
        // SAFETY: Python calls functions in an attached thread. The one argument is an object to which the caller has a reference.
        let string = unsafe { Borrowed::from_ptr(Python::assume_attached(), *arguments) };
        if let Ok(text) = string.cast_exact::<PyString>()
            && let Ok(Some(result)) = catch_unwind(AssertUnwindSafe(|| F::of(&text)))
        {
            return result.into_ptr();
        }
    }
    match F::rest().get() {
        // SAFETY: these are the arguments with which Python called.
        Some(rest) => unsafe { rest(this, arguments, count, keywords) },
        // There is one before Python knows this function.
        None => ptr::null_mut(),
    }
}

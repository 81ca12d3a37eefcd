//! The native methods of `triplet.internal.Native`. All `unsafe` of this crate is here: memory that Java names by its address, and calls
//! of JNI. No panic leaves a function: `address` calls one function of JNI and cannot panic. The others run what they do under
//! `catch_unwind`, and the profile `wheel` unwinds.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::slice;

use jni_sys::{JNIEnv, jbyteArray, jclass, jint, jlong, jobject};

use crate::answer::Answer;
use crate::failure::Failure;
use crate::operations::{Input, OPERATIONS};
use crate::output::Output;

/// What `call` returns if there is no result. Smaller numbers are errors: `ERROR - offset`.
const ABSENT: jlong = -1;
const TOO_LONG: jlong = -2;
const MEMORY: jlong = -3;
const BUG: jlong = -4;
const ERROR: jlong = -16;

/// `static native long call(int operation, long at, int length, int second, int capacity, long option)`
///
/// Runs an operation in memory of the caller: `capacity` bytes from the address `at`. These bytes begin with the text (`length` bytes) and the
/// second argument (`second` bytes). The result is written after them. Returns its length, or a negative number.
///
/// # Safety
///
/// - `capacity` bytes from `at` are readable and writable, the first `length + second` of them are initialised, and no other thread uses
///   them during the call.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "system" fn Java_triplet_internal_Native_call(
    _: *mut JNIEnv,
    _: jclass,
    operation: jint,
    at: jlong,
    length: jint,
    second: jint,
    capacity: jint,
    option: jlong,
) -> jlong {
    let [Ok(length), Ok(second), Ok(capacity)] = [length, second, capacity].map(usize::try_from)
    else {
        return BUG;
    };
    let Some(free) = capacity.checked_sub(length + second) else { return BUG };
    let at = at as usize as *mut u8;
    // SAFETY: the caller names `capacity` bytes that only it uses. `free` is what is left of them after both arguments, so the three slices
    // do not overlap, and the first two are initialised.
    let (octets, second, memory) = unsafe {
        (
            slice::from_raw_parts(at, length),
            slice::from_raw_parts(at.add(length), second),
            slice::from_raw_parts_mut(at.add(length + second).cast::<MaybeUninit<u8>>(), free),
        )
    };
    let mut output = Output::Memory(memory, 0);
    match guarded(operation, &Input { octets, second, option }, &mut output) {
        Some(Ok(())) => match output {
            Output::Memory(_, written) => written as jlong,
            Output::Vector(_) => BUG,
        },
        Some(Err(failure)) => code(&failure),
        None => BUG,
    }
}

/// Runs an operation. `None`: it does not exist, or panicked.
fn guarded(
    operation: jint,
    input: &Input<'_>,
    output: &mut Output<'_>,
) -> Option<Result<(), Failure>> {
    let operation = OPERATIONS.get(usize::try_from(operation).ok()?)?;
    catch_unwind(AssertUnwindSafe(|| (operation.run)(input, output))).ok()
}

/// Runs an operation on the input up to `second`; what follows is the second argument.
fn run(
    operation: jint,
    input: &[u8],
    second: jint,
    option: jlong,
    output: &mut Output<'_>,
) -> Option<Result<(), Failure>> {
    let (octets, second) = input.split_at_checked(second as usize)?;
    guarded(operation, &Input { octets, second, option }, output)
}

#[cold]
fn code(failure: &Failure) -> jlong {
    match failure {
        Failure::Absent => ABSENT,
        Failure::TooLong | Failure::TooLongForJava(_) => TOO_LONG,
        Failure::Memory => MEMORY,
        error => ERROR - error.offset() as jlong,
    }
}

/// `static native byte[] callArray(int operation, byte[] input, int second, long option)`
///
/// The same for a text of any length: `input` is the text and, from its byte `second` on, the second argument. The array is made here.
/// Returns `null` if there is no result; `describe` says why. Throws `OutOfMemoryError`, and `IllegalArgumentException` for a result that no
/// array can have.
///
/// # Safety
///
/// - It is called by a JVM, which passes its own environment and a reference to an array of bytes, or `null`.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "system" fn Java_triplet_internal_Native_callArray(
    env: *mut JNIEnv,
    _: jclass,
    operation: jint,
    input: jbyteArray,
    second: jint,
    option: jlong,
) -> jbyteArray {
    // SAFETY: the JVM passes its environment and an array, as the caller promises.
    let Some(input) = (unsafe { copied(env, input) }) else { return null_mut() };
    let mut output = Output::Vector(Vec::new());
    let result = run(operation, &input, second, option, &mut output);
    drop(input);
    match (result, output) {
        // SAFETY: the same environment.
        (Some(Ok(())), Output::Vector(result)) => unsafe { array(env, &result) },
        // SAFETY: the same environment.
        (Some(Err(Failure::Memory)), _) => unsafe {
            throw(env, c"java/lang/OutOfMemoryError", c"there is no memory for the result")
        },
        // SAFETY: the same environment.
        (Some(Err(Failure::TooLongForJava(length))), _) => unsafe { too_long(env, length) },
        _ => null_mut(),
    }
}

/// `static native byte[] describe(int operation, byte[] input, int second, long option)`
///
/// Why `call` or `callArray` has no result for these arguments: kind, offset, message (see `answer.rs`).
///
/// # Safety
///
/// - As for `callArray`.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "system" fn Java_triplet_internal_Native_describe(
    env: *mut JNIEnv,
    _: jclass,
    operation: jint,
    input: jbyteArray,
    second: jint,
    option: jlong,
) -> jbyteArray {
    // SAFETY: the JVM passes its environment and an array, as the caller promises.
    let Some(input) = (unsafe { copied(env, input) }) else { return null_mut() };
    let mut answer = Answer::default();
    let mut output = Output::Vector(Vec::new());
    match run(operation, &input, second, option, &mut output) {
        Some(Err(failure)) => failure.describe(&input, option, &mut answer),
        Some(Ok(())) => Failure::Absent.describe(&input, option, &mut answer),
        None => {
            answer.text("bug");
            answer.number(0);
            answer.text("a bug in Triplet; please report the text");
        }
    }
    // SAFETY: the same environment.
    unsafe { array(env, answer.bytes()) }
}

/// `static native long address(ByteBuffer direct)`
///
/// # Safety
///
/// - It is called by a JVM, which passes its own environment and a reference to a direct buffer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "system" fn Java_triplet_internal_Native_address(
    env: *mut JNIEnv,
    _: jclass,
    direct: jobject,
) -> jlong {
    // SAFETY: the JVM passes its environment, whose table has the functions of JNI 1.4.
    unsafe { ((**env).v1_4.GetDirectBufferAddress)(env, direct) as jlong }
}

/// A copy of an array. Where memory is refused, it throws `OutOfMemoryError` and returns `None`.
///
/// # Safety
///
/// - `env` is the environment of this thread, `array` a reference to an array of bytes or null.
unsafe fn copied(env: *mut JNIEnv, array: jbyteArray) -> Option<Vec<u8>> {
    if array.is_null() {
        return Some(Vec::new());
    }
    // SAFETY: the table of the environment has the functions of JNI 1.2, and `array` is an array of bytes.
    let length = unsafe { ((**env).v1_2.GetArrayLength)(env, array) };
    let mut copy = Vec::<u8>::new();
    if copy.try_reserve_exact(length as usize).is_err() {
        // SAFETY: `env` is the environment of this thread.
        unsafe {
            throw(env, c"java/lang/OutOfMemoryError", c"there is no memory for a copy of the text")
        };
        return None;
    }
    // SAFETY: as above; `copy` has room for `length` bytes, all of which are written, since the region is the whole array.
    unsafe {
        ((**env).v1_2.GetByteArrayRegion)(env, array, 0, length, copy.as_mut_ptr().cast());
        copy.set_len(length as usize);
    }
    Some(copy)
}

/// An array of Java; null, and an error is thrown, if it is too long or memory is refused.
///
/// # Safety
///
/// - `env` is the environment of this thread.
unsafe fn array(env: *mut JNIEnv, octets: &[u8]) -> jbyteArray {
    let Ok(length) = jint::try_from(octets.len()) else {
        // SAFETY: `env` is the environment of this thread.
        return unsafe { too_long(env, octets.len()) };
    };
    // SAFETY: the table of the environment has the functions of JNI 1.2. Where the array is made, it has as many bytes as `octets`.
    unsafe {
        let array = ((**env).v1_2.NewByteArray)(env, length);
        if !array.is_null() {
            ((**env).v1_2.SetByteArrayRegion)(env, array, 0, length, octets.as_ptr().cast());
        }
        array
    }
}

/// Throws `IllegalArgumentException` for a result of this many bytes, and returns null. No memory was refused, and the JVM is as sound as
/// before: programs such as Spark end the process after an `OutOfMemoryError`.
///
/// # Safety
///
/// - `env` is the environment of this thread.
#[cold]
unsafe fn too_long(env: *mut JNIEnv, length: usize) -> jbyteArray {
    let message =
        format!("the result has {length} bytes, and an array of Java at most {}\0", jint::MAX);
    let message = CStr::from_bytes_with_nul(message.as_bytes()).unwrap_or_default();
    // SAFETY: `env` is the environment of this thread.
    unsafe { throw(env, c"java/lang/IllegalArgumentException", message) }
}

/// Throws an exception of a class, and returns null.
///
/// # Safety
///
/// - `env` is the environment of this thread.
#[cold]
unsafe fn throw(env: *mut JNIEnv, class: &CStr, message: &CStr) -> jbyteArray {
    // SAFETY: the table of the environment has the functions of JNI 1.2; both texts end with NUL.
    unsafe {
        let class = ((**env).v1_2.FindClass)(env, class.as_ptr());
        if !class.is_null() {
            ((**env).v1_2.ThrowNew)(env, class, message.as_ptr());
        }
    }
    null_mut()
}

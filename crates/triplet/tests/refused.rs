//! Memory that is refused: the `try_` forms say so, leave what they were given as it was, and work when there is memory
//! again; and what borrows asks for none.
//!
//! These tests are a separate program, because they replace the allocator of the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::borrow::Cow;
use std::cell::Cell;

use triplet::{TextErrors, TryDecodeError, decode, encode, set};

/// The system's allocator, except for a thread that has told it how much it may still have.
struct Limited;

thread_local! {
    /// Requests that are still granted; `None` grants all.
    static GRANTED: Cell<Option<usize>> = const { Cell::new(None) };
    /// Requests since the limit was set.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

fn grants() -> bool {
    ASKED.set(ASKED.get() + 1);
    match GRANTED.get() {
        None => true,
        Some(0) => false,
        Some(left) => {
            GRANTED.set(Some(left - 1));
            true
        }
    }
}

// SAFETY: the system's allocator does it all, or it is refused, which an allocator may.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller gives a layout whose size is not zero, which is all that the system's allocator requires.
        if grants() { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: all memory is of the system's allocator, and the caller gives a place that it gave, with its layout.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // To give some back is not a request.
        if size <= layout.size() || grants() {
            // SAFETY: as of `dealloc`; and the caller gives a size that is not zero and fits a layout.
            unsafe { System.realloc(place, layout, size) }
        } else {
            std::ptr::null_mut()
        }
    }
}

#[global_allocator]
static ALLOCATOR: Limited = Limited;

/// The result of `work` if only this number of its requests is granted, and the number of requests it made.
fn with_granted<T>(granted: usize, work: impl FnOnce() -> T) -> (T, usize) {
    ASKED.set(0);
    GRANTED.set(Some(granted));
    let result = work();
    GRANTED.set(None);
    (result, ASKED.get())
}

const LENGTHS: [usize; 9] = [1, 7, 16, 63, 64, 65, 200, 5000, 1 << 20];

#[test]
fn encoding() {
    for length in LENGTHS {
        for unit in ["a", " ", "é/", "abcdefg%"] {
            let input = unit.repeat(length);
            let view = encode(&input, set::rfc3986::UNRESERVED);
            for before in ["", "so far: "] {
                let mut out = String::from(before);
                out.shrink_to_fit();
                let (result, _) = with_granted(0, || view.try_append_to(&mut out));
                assert!(result.is_err(), "{length} times {unit:?}");
                assert_eq!(out, before);
                // One request is enough, for all of it.
                let (result, asked) = with_granted(1, || view.try_append_to(&mut out));
                assert_eq!((result, asked), (Ok(()), 1), "{length} times {unit:?}");
                assert_eq!(out, format!("{before}{view}"));
            }
        }
    }
}

#[test]
fn decoding() {
    for length in LENGTHS {
        for unit in ["a", "%20", "%C3%A9%2F", "abcdefg%25"] {
            let input = unit.repeat(length);
            let (strict, lenient) = (decode(&input), decode(&input).lenient());
            let expected = strict.to_bytes().expect("well-formed");
            for before in ["", "so far: "] {
                let mut out = before.as_bytes().to_vec();
                out.shrink_to_fit();
                let (result, _) = with_granted(0, || strict.try_append_to(&mut out));
                assert!(
                    matches!(result, Err(TryDecodeError::Reserve(_))),
                    "{length} times {unit:?}"
                );
                let (result, _) = with_granted(0, || lenient.try_append_to(&mut out));
                assert!(result.is_err(), "{length} times {unit:?}");
                assert_eq!(out, before.as_bytes());
                let (result, asked) = with_granted(1, || strict.try_append_to(&mut out));
                assert_eq!((result, asked), (Ok(()), 1), "{length} times {unit:?}");
                assert_eq!(out[before.len()..], *expected);
            }
        }
    }
    // What is malformed is told so when there is memory, and nothing is appended then either.
    let mut out = Vec::with_capacity(1000);
    let (result, asked) = with_granted(0, || decode("abc%zz").try_append_to(&mut out));
    assert!(matches!(result, Err(TryDecodeError::Decode(error)) if error.offset() == 3));
    assert_eq!((out.len(), asked), (0, 0));
}

#[test]
fn decoding_to_text() {
    for length in LENGTHS {
        for unit in ["a", "%20", "%C3%A9%2F", "%FF", "é%E9+", "%2541"] {
            let input = unit.repeat(length);
            for errors in TextErrors::ALL {
                for view in [decode(&input).lenient(), decode(&input).lenient().plus_as_space()] {
                    let what = format!("{length} times {unit:?}, {errors:?}");
                    let expected = view.to_str_with(errors);
                    // With as many requests as are granted it fails, or gives the same; with three it never fails.
                    for granted in 0..=3 {
                        let (result, asked) =
                            with_granted(granted, || view.try_to_str_with(errors));
                        match result {
                            Ok(text) => {
                                assert_eq!(Ok(&text), expected.as_ref(), "{what}");
                                assert_eq!(
                                    matches!(text, Cow::Borrowed(_)),
                                    matches!(expected, Ok(Cow::Borrowed(_))),
                                    "{what}"
                                );
                            }
                            Err(TryDecodeError::Decode(error)) => {
                                assert_eq!(Err(error), expected, "{what}");
                            }
                            Err(_) => assert!(granted < 3, "{what}, {granted}, {asked}"),
                        }
                    }
                }
            }
        }
    }
    let error = decode("a%zz").try_to_str_with(TextErrors::Replace);
    assert!(matches!(error, Err(TryDecodeError::Decode(error)) if error.offset() == 1));
    let kept = decode("%2F%C3%A9%FF").keep_triplets_of(b"/");
    assert_eq!(kept.try_to_str_with(TextErrors::Keep).as_deref(), Ok("%2Fé%FF"));
    assert_eq!(kept.try_to_str_with(TextErrors::Ignore).as_deref(), Ok("%2Fé"));
}

#[cfg(feature = "uri")]
#[test]
fn a_reference_that_stays_asks_for_nothing() {
    use triplet::uri::{Level, Reference, normalize};

    let reference = "http://example.com/a/b?c=%20#d";
    let (_, asked) = with_granted(0, || {
        for level in [Level::Percent, Level::Path, Level::Scheme] {
            assert!(matches!(normalize(reference, level), Cow::Borrowed(_)));
        }
        assert_eq!(Reference::split(reference).segments().count(), 2);
    });
    assert_eq!(asked, 0);
}

#[test]
fn what_borrows_asks_for_nothing() {
    let clean = "abc-xyz".repeat(1000);
    let (_, asked) = with_granted(0, || {
        assert!(matches!(encode(&clean, set::rfc3986::UNRESERVED).to_cow(), Cow::Borrowed(_)));
        assert!(matches!(decode(&clean).to_bytes(), Ok(Cow::Borrowed(_))));
        assert!(matches!(decode(&clean).to_str(), Ok(Cow::Borrowed(_))));
        for errors in TextErrors::ALL {
            let text = decode(&clean).try_to_str_with(errors);
            assert!(matches!(text, Ok(Cow::Borrowed(_))));
        }
        assert!(decode("abc%zz").to_bytes().is_err());
        let mut buffer = [0; 64];
        assert!(encode("a b", set::rfc3986::UNRESERVED).write_into(&mut buffer).is_ok());
        assert!(decode("a%20b").write_into(&mut buffer).is_ok());
    });
    assert_eq!(asked, 0);
}

#[test]
fn what_is_owned_is_allocated_once() {
    for length in LENGTHS {
        let (plain, encoded) = ("é b".repeat(length), "%C3%A9%20b".repeat(length));
        let (text, asked) = with_granted(usize::MAX, || {
            encode(&plain, set::rfc3986::UNRESERVED).to_cow().into_owned()
        });
        assert_eq!((text.as_str(), asked), (encoded.as_str(), 1), "encode, {length} times");
        let (text, asked) =
            with_granted(usize::MAX, || decode(&encoded).to_str().map(Cow::into_owned));
        assert_eq!((text.as_deref(), asked), (Ok(plain.as_str()), 1), "decode, {length} times");
    }
}

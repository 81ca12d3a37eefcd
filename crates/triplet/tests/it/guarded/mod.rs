//! Memory between two pages that must not be touched: a read or a write of one byte too many ends the program.

use std::ffi::c_void;
use std::ptr;

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};

pub struct Guarded {
    base: *mut u8,
    page: usize,
    /// Pages between the two.
    pages: usize,
}

impl Guarded {
    pub fn new(pages: usize) -> Guarded {
        let page = rustix::param::page_size();
        let length = (pages + 2) * page;
        // SAFETY: new memory. Its first and its last page are closed, and nothing else uses it.
        let base = unsafe {
            let base = mmap_anonymous(
                ptr::null_mut(),
                length,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE,
            )
            .expect("memory");
            mprotect(base, page, MprotectFlags::empty()).expect("a closed page");
            mprotect(base.add(length - page), page, MprotectFlags::empty()).expect("a closed page");
            base.cast::<u8>()
        };
        Guarded { base, page, pages }
    }

    /// `length` bytes, which begin or end this number of bytes from a closed page.
    pub fn place(&mut self, at_end: bool, distance: usize, length: usize) -> &mut [u8] {
        let open = self.pages * self.page;
        assert!(distance + length <= open, "{distance} + {length} bytes fit");
        let start = if at_end { open - distance - length } else { distance };
        // SAFETY: within the open pages, which are initialised (with NUL) and borrowed with `self`.
        unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page + start), length) }
    }

    /// A copy of these numbers, whose first or last byte is beside a closed page.
    pub fn place_of(&mut self, at_end: bool, numbers: &[i32]) -> &[i32] {
        let bytes = self.place(at_end, 0, size_of_val(numbers));
        for (place, number) in bytes.chunks_exact_mut(size_of::<i32>()).zip(numbers) {
            place.copy_from_slice(&number.to_ne_bytes());
        }
        assert!(bytes.as_ptr().cast::<i32>().is_aligned());
        // SAFETY: as many initialised numbers, aligned, and borrowed with `self`.
        unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), numbers.len()) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: what `new` mapped, and nobody borrows.
        unsafe {
            munmap(self.base.cast::<c_void>(), (self.pages + 2) * self.page).expect("unmapped")
        };
    }
}

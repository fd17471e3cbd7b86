//! Counts the bytes that are allocated, so that a target can limit them by the length of its input. Limits the time for
//! long inputs, too.
//!
//! The allocator of the system does the work. Memory that libraries in C allocate is not counted; the fuzzer's limit
//! for the process has it.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The bytes of memory that `limited` allows for an input without a byte: tables that are built once, buffers of
/// readers, and what other threads keep.
pub const BASE_BYTES: usize = 4 << 20;

/// The nanoseconds of processor time that `limited` allows for each byte of a long input, beyond two seconds. Instrumented
/// code takes some hundred. Code that is not linear takes more for a megabyte, and the fuzzer's own limit is for the
/// time of the clock, which other processes take.
const BYTE_NANOSECONDS: u64 = 20_000;
const BASE_NANOSECONDS: u64 = 2_000_000_000;

/// The length in bytes from which an input is long.
const LONG_BYTES: usize = 1 << 16;

/// The allocated bytes of all threads now, and their maximum since `limited` began.
static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

impl Counting {
    fn add(bytes: usize) {
        let now = NOW.fetch_add(bytes, Relaxed) + bytes;
        // Most allocations are no new maximum, and reading costs less than writing.
        if now > PEAK.load(Relaxed) {
            PEAK.fetch_max(now, Relaxed);
        }
    }
}

// SAFETY: each call is passed on as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::add(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::add(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A large block is moved by its pages, so both are not counted together.
        NOW.fetch_sub(layout.size(), Relaxed);
        Counting::add(size);
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(old, layout) }
    }
}

/// Runs `work` on an input of `input` bytes, and returns its result.
///
/// # Panics
///
/// If more than `per_byte` bytes of memory are allocated at once for each byte of the input, beyond [`BASE_BYTES`], or if
/// a long input takes too much time.
pub fn limited<R>(per_byte: usize, input: usize, work: impl FnOnce() -> R) -> R {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let began = if input < LONG_BYTES { None } else { processor_nanoseconds() };
    let result = work();
    let taken = PEAK.load(Relaxed).saturating_sub(before);
    let limit = BASE_BYTES.saturating_add(per_byte.saturating_mul(input));
    assert!(taken <= limit, "{taken} bytes of memory for {input} bytes; the limit is {limit}");
    if let (Some(began), Some(ended)) = (began, began.and_then(|_| processor_nanoseconds())) {
        let limit = BASE_NANOSECONDS + BYTE_NANOSECONDS * input as u64;
        assert!(ended - began <= limit, "{} ns for {input} bytes", ended - began);
    }
    result
}

/// Returns the processor time of the thread, if the system is Linux.
fn processor_nanoseconds() -> Option<u64> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok()
}

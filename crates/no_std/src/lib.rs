//! Links the facade into a library without std.
//!
//! The build is the test: nothing is run. This crate has its own panic handler and allocator. If a dependency
//! used std, the panic handler would be defined twice and the build would fail. Code that is not called would
//! not be linked, so `everything` calls each public function.

#![no_std]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr::null_mut;

use urlsift::extract::{Budget, Forms};
use urlsift::internal::link_text_differs;
use urlsift::url::display_url;
use urlsift::{Extractor, href, wrap};

/// An allocator that always fails: the library is linked, not run.
struct Full;

// An allocator needs `unsafe`. This one returns null for every request, so it has no memory to mishandle.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Full {
    unsafe fn alloc(&self, _layout: Layout) -> *mut u8 {
        null_mut()
    }

    unsafe fn dealloc(&self, _block: *mut u8, _layout: Layout) {}
}

#[global_allocator]
static FULL: Full = Full;

#[panic_handler]
fn panic(_info: &PanicInfo<'_>) -> ! {
    loop {}
}

/// Calls every way to search `text`, and returns the number of results.
pub fn everything(text: &str) -> usize {
    let extractor = Extractor::builder().forms(Forms::all()).build();
    let found = extractor.find_iter(text).map(urlsift::Found::into_owned);
    let shown = found.map(|found| {
        let opened = found.href().map_or(0, |href| href.len());
        opened + found.display_url().len() + found.notes().len()
    });
    let mut links = extractor.find_iter(text);
    let _step = links.next_within(&mut Budget::bytes(1));
    let written = wrap(text, 72, "> ").map_or(0, |written| written.len());
    shown.sum::<usize>()
        + extractor.segments(text).count()
        + links.count()
        + written
        + display_url(text).len()
        + href(text).map_or(0, |href| href.len())
        + usize::from(link_text_differs(text, text))
}

//! The facade in a library without std: that it links is all there is to see.
//!
//! What std would bring it brings itself: a panic handler, and an allocator that gives blocks of a fixed
//! room one after another and takes none back. Were there a std beneath, the panic handler would be
//! there twice. The trap is what nobody calls, which would not be linked, so everything that is public
//! is used.

#![no_std]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr::null_mut;

use urlsift::extract::{Budget, SeenUrls};
use urlsift::url::{display_url, link_text_differs};
use urlsift::{Extractor, Forms, href, wrap};

/// An allocator without room: this is linked, not run.
struct Full;

// An allocator can be written in no other way; this one hands out nothing, so nothing it says of what
// it handed out can be wrong.
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

/// How much is found in `text`, in every way in which it can be asked.
pub fn everything(text: &str, units: &[u16]) -> usize {
    let extractor = Extractor::builder().forms(Forms::all()).build();
    let mut whole = SeenUrls::new();
    whole.add(text);
    let found = extractor.find_iter(text).map(urlsift::Found::into_owned);
    let shown = found.map(|found| {
        let opened = found.href().map_or(0, |href| href.len());
        opened + found.display_url().len() + found.notes().len()
    });
    let mut links = extractor.find_iter(text);
    let _step = links.next_within(&mut Budget::bytes(1));
    let written = wrap(text, 72, "> ").map_or(0, |written| written.len());
    shown.sum::<usize>()
        + extractor.find_iter_utf16(units).count()
        + extractor.segments(text).count()
        + links.count()
        + written
        + display_url(text).len()
        + href(text).map_or(0, |href| href.len())
        + usize::from(link_text_differs(text, text))
        + usize::from(whole.contains(text.as_bytes()))
}

//! The text of a C caller as a search input, in any charset (`urlsift_input` in C).

use core::ffi::{c_char, c_void};
use core::ptr::null_mut;
use std::borrow::Cow;

use urlsift::Input;
use urlsift::extract::{Decode, Encoding, Undecodable, Utf8};
use urlsift::internal::push_escapes;

use super::abi::{URLSIFT_ERROR_VALUE, urlsift_decode, urlsift_input, urlsift_status};
use super::number::soft_breaks;
use super::pointer::{get, items};

#[derive(Clone, Copy)]
pub(super) struct CallerDecode {
    decode: urlsift_decode,
    data: *mut c_void,
}

// SAFETY: `urlsift.h` requires a function that may be called on each thread that uses the handle.
unsafe impl Send for CallerDecode {}
// SAFETY: as above. No handle that has a charset is used by two threads at a time.
unsafe impl Sync for CallerDecode {}

impl Decode for CallerDecode {
    fn encoding(&self) -> Encoding {
        self.decode.map_or(Encoding::Utf8, |_| Encoding::Bytes)
    }

    fn decode_url<'t>(&self, bytes: &'t [u8]) -> (Cow<'t, str>, Undecodable) {
        // All charsets agree with ASCII.
        let Some(decode) = self.decode.filter(|_| !bytes.is_ascii()) else {
            return Utf8.decode_url(bytes);
        };
        let mut buffer = vec![0_u8; bytes.len().saturating_mul(4)];
        let (text, room) = (bytes.as_ptr().cast::<c_char>(), buffer.as_mut_ptr().cast::<c_char>());
        // SAFETY: `urlsift.h` requires a function that reads and writes no more than these lengths.
        let written = unsafe { decode(self.data, text, bytes.len(), room, buffer.len()) };
        if written > 0 && written <= buffer.len() {
            buffer.truncate(written);
            if let Ok(text) = String::from_utf8(buffer) {
                return (Cow::Owned(text), Undecodable::None);
            }
        }
        let mut text = String::with_capacity(3 * bytes.len());
        for &byte in bytes {
            match byte {
                0x80.. => push_escapes(&mut text, &[byte]),
                _ => text.push(char::from(byte)),
            }
        }
        (Cow::Owned(text), Undecodable::Some)
    }
}

impl urlsift_input {
    pub(super) const fn utf_8(text: *const c_char, len: usize, soft_breaks: u32) -> urlsift_input {
        let size = size_of::<urlsift_input>();
        urlsift_input { size, text, len, soft_breaks, decode: None, data: null_mut() }
    }
}

/// Returns the input that the caller describes.
///
/// # Safety
///
/// `input` is null, or its text is as for [`items`]. The result must not be used after the caller may free the text.
pub(super) unsafe fn input_of(
    input: *const urlsift_input,
) -> Result<Input<'static, CallerDecode>, urlsift_status> {
    // SAFETY: the caller passes null or a structure that does not change during the call.
    let &urlsift_input { size, text, len, soft_breaks: soft, decode, data } =
        unsafe { get(input) }?;
    if size != size_of::<urlsift_input>() {
        return Err(URLSIFT_ERROR_VALUE);
    }
    // SAFETY: the caller passes `len` bytes that outlive the input.
    let text = unsafe { items(text.cast::<u8>(), len) }?;
    let input = Input::new(text).decode(CallerDecode { decode, data });
    Ok(input.soft_breaks(soft_breaks(soft)?))
}

//! Maps hosts by UTS 46, as the crate `idna` does, with the parser of URLs that browsers and Node have.

#![no_std]

extern crate alloc;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;

// An imported function counts as unsafe code.
#[allow(unsafe_code)]
mod environment {
    #[link(wasm_import_module = "urlsift")]
    unsafe extern "C" {
        /// Maps the host of `len` bytes of UTF-8 at `host`, writes the result to `room` bytes at `mapped`, and returns
        /// its length. Returns a negative number if the host has no such form, or if it needs more room.
        pub(crate) safe fn to_ascii(
            host: *const u8,
            len: usize,
            mapped: *mut u8,
            room: usize,
        ) -> isize;
    }
}

/// The length of the longest host that is mapped, in bytes. A name in the DNS has at most 253.
const MAX_HOST_BYTES: usize = 2048;

/// A set of ASCII characters that a host must not have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AsciiDenyList {
    /// The set of the URL Standard.
    URL,
}

/// The error for a host that cannot be looked up.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Errors(());

impl AsciiDenyList {
    /// Reports whether `byte` is in the set (URL Standard, "forbidden domain code point").
    fn has(self, byte: u8) -> bool {
        match self {
            AsciiDenyList::URL => byte <= b' ' || b"\"#%/:<>?@[\\]^`|\x7F".contains(&byte),
        }
    }
}

/// Returns the form of `host` that is looked up, in ASCII.
///
/// # Errors
///
/// If `host` is not UTF-8, if UTS 46 does not map it, or if it has a character of `deny`, before or after the mapping.
pub fn domain_to_ascii_cow(host: &[u8], deny: AsciiDenyList) -> Result<Cow<'_, str>, Errors> {
    // Environments with older tables map `ẞ` to `ss`.
    let host = core::str::from_utf8(host).map_err(|_| Errors(()))?.replace('ẞ', "ß");
    // The environment parses a whole URL. It would take a delimiter for one, and remove tabs and line breaks.
    if host.len() > MAX_HOST_BYTES || host.bytes().any(|byte| deny.has(byte)) {
        return Err(Errors(()));
    }
    // Punycode adds to each label at most four bytes and about one for each byte of UTF-8.
    let mut mapped = vec![0; MAX_HOST_BYTES * 4];
    let len = environment::to_ascii(host.as_ptr(), host.len(), mapped.as_mut_ptr(), mapped.len());
    mapped.truncate(usize::try_from(len).map_err(|_| Errors(()))?);
    let mapped = String::from_utf8(mapped).map_err(|_| Errors(()))?;
    if mapped.bytes().any(|byte| deny.has(byte)) {
        return Err(Errors(()));
    }
    Ok(Cow::Owned(mapped))
}

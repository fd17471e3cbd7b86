//! Passes results to JavaScript in chunks.

use crate::json::Json;

#[link(wasm_import_module = "urlsift")]
unsafe extern "C" {
    /// Takes `len` bytes of UTF-8 at `ptr`: a JSON array. They are valid during the call.
    safe fn take(ptr: *const u8, len: usize);
}

/// The size at which a chunk is passed on, in bytes.
const CHUNK_BYTES: usize = 64 << 10;

/// Collects items, and passes them on as JSON arrays of about [`CHUNK_BYTES`].
pub(crate) struct Sink {
    chunk: Json,
}

impl Sink {
    pub(crate) fn new() -> Sink {
        Sink { chunk: Json::new() }
    }

    /// Adds the item that `write` writes.
    pub(crate) fn item(&mut self, write: impl FnOnce(&mut Json)) {
        self.chunk.raw(if self.chunk.as_bytes().is_empty() { "[" } else { "," });
        write(&mut self.chunk);
        if self.chunk.as_bytes().len() >= CHUNK_BYTES {
            self.pass();
        }
    }

    /// Passes on the items that are left.
    pub(crate) fn finish(mut self) {
        if !self.chunk.as_bytes().is_empty() {
            self.pass();
        }
    }

    fn pass(&mut self) {
        self.chunk.raw("]");
        let bytes = self.chunk.as_bytes();
        take(bytes.as_ptr(), bytes.len());
        self.chunk.clear();
    }
}

//! Room that was used for a window and can be used for the next.
//!
//! What the system gives is cleared page by page when it is first written to, which takes longer than to read
//! from a file that is in memory; and what was used a moment ago is still near the processor. The trap is to
//! keep what was made larger for one message: only what has the usual size is kept.

use std::mem;
use std::sync::{Mutex, PoisonError};

/// What nobody uses, all of it empty.
static SPARE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// How many are kept at most.
const MOST: usize = 16;

/// How many bytes are worth being kept, and how many are too many.
const USUAL: std::ops::RangeInclusive<usize> = 1 << 16..=2 << 20;

/// Has `buffer` have room for `more` bytes. Where it has too little it gets what was given back, if that is
/// enough, or new room, for `usual` bytes at least.
pub(crate) fn make_room(buffer: &mut Vec<u8>, more: usize, usual: usize) {
    let wanted = buffer.len().saturating_add(more);
    if wanted <= buffer.capacity() {
        return;
    }
    let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    match spare.filter(|spare| spare.capacity() >= wanted) {
        Some(spare) => {
            let before = mem::replace(buffer, spare);
            buffer.extend_from_slice(&before);
        }
        None if buffer.len() < usual => buffer.reserve_exact(more.max(usual - buffer.len())),
        // Asked for again and again, it grows by as much as it has.
        None => buffer.reserve(more),
    }
}

/// Nobody uses `room` any more.
pub(crate) fn give_back(mut room: Vec<u8>) {
    room.clear();
    let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
    if USUAL.contains(&room.capacity()) && spare.len() < MOST {
        spare.push(room);
    }
}

//! What is made of a lot, on its way into order.
//!
//! It is held until all lots before it were handed over, as long as there is room. The trap is a lock that all
//! threads share: it is asked for room every 16 KiB, not for each row.

use std::mem;
use std::ops::ControlFlow;

/// How many bytes are made before they are handed over, where nothing is held.
pub(super) const PIECE: usize = 1 << 20;

/// How many bytes are made before what is held is asked for room, which all threads share.
pub(super) const STEP: usize = 1 << 14;

/// What [`Made`] asks of the order that it is for.
pub(super) trait Turns<T> {
    /// Takes room for so many bytes of `lot`, if it is not its turn; where there is not as much it waits for
    /// that.
    fn reserve(&self, lot: usize, bytes: usize) -> ControlFlow<(), Way>;
    /// Gives back so much room.
    fn release(&self, bytes: usize);
    /// Hands over a piece of the lot whose turn it is.
    fn give(&self, piece: T) -> ControlFlow<()>;
    /// See `Order::hand_over`.
    fn end(&self, lot: usize, last: T, room: usize) -> ControlFlow<()>;
}

/// What is made of a lot: held until it is its turn, or handed over in pieces.
pub struct Made<'m, T> {
    /// `None` where nobody wants it.
    some: Option<T>,
    /// How many bytes of it nobody was asked for yet.
    bytes: usize,
    lot: usize,
    way: Way,
    order: &'m dyn Turns<T>,
}

/// What becomes of what is made.
pub(super) enum Way {
    /// It is held, and has so much room.
    Held(usize),
    /// It is its turn, and pieces are taken at once.
    Given,
}

impl<T> std::fmt::Debug for Made<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Made").field("lot", &self.lot).finish_non_exhaustive()
    }
}

impl<'m, T: Default> Made<'m, T> {
    pub(super) fn new(lot: usize, order: &'m dyn Turns<T>) -> Made<'m, T> {
        Made { some: Some(T::default()), bytes: 0, lot, way: Way::Held(0), order }
    }

    /// Has `add` add something and say by how many bytes that has grown, roughly. It is not run where
    /// nobody wants what it would add.
    #[inline]
    pub fn add(&mut self, add: impl FnOnce(&mut T) -> usize) {
        let Some(made) = &mut self.some else { return };
        self.bytes = self.bytes.saturating_add(add(made));
        if self.bytes >= STEP {
            self.make_room();
        }
    }

    /// Takes room for what was made, or hands it over.
    fn make_room(&mut self) {
        let mut room = 0;
        if let Way::Held(held) = &mut self.way {
            match self.order.reserve(self.lot, self.bytes) {
                ControlFlow::Continue(Way::Held(more)) => {
                    *held += more;
                    self.bytes = 0;
                    return;
                }
                ControlFlow::Continue(Way::Given) => {}
                ControlFlow::Break(()) => {
                    self.some = None;
                    return;
                }
            }
            room = *held;
            // What was held is a part of the first piece.
            self.bytes += room;
            self.way = Way::Given;
        }
        if self.bytes >= PIECE {
            self.bytes = 0;
            let piece = self.some.as_mut().map(mem::take);
            if piece.is_none_or(|piece| self.order.give(piece).is_break()) {
                self.some = None;
            }
        }
        if room > 0 {
            self.order.release(room);
        }
    }

    /// All of it is made.
    pub(super) fn end(self) -> ControlFlow<()> {
        let Some(last) = self.some else { return ControlFlow::Break(()) };
        let mut room = 0;
        if let Way::Held(held) = self.way {
            room = held;
            if self.bytes > 0
                && let Way::Held(more) = self.order.reserve(self.lot, self.bytes)?
            {
                room += more;
            }
        }
        self.order.end(self.lot, last, room)
    }
}

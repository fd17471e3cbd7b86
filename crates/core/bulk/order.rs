//! Order out is order in, for any number of threads (A6).
//!
//! Work is cut into lots, which are numbered. Whoever is free makes the next one, and what comes of a lot is
//! handed over when all before it were: by the thread that made it where it is its turn, otherwise by the one
//! whose turn comes before. So no thread waits for another, but for the two bounds: on what is held of lots
//! that are made and not handed over ([`HELD`]), and on how many of them there are ([`LEAD`]).
//!
//! The trap is a lot that gives much: a row may be a thousand times as long as its URL, and a message of sixty
//! megabytes may hold six million. Where it finds no room for what it makes it waits for its turn, and from
//! then on hands over piece by piece. The lot whose turn it is never waits, so there is always one that goes
//! on. Groups of lots with a wait at the end of each cost a tenth of the time on two threads, and what found
//! no room was searched twice.

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::made::{Made, Turns, Way};

/// How many bytes are made and held, for each thread. The rows of real archives, with every field, take
/// from a quarter of their messages' bytes to five quarters.
pub(super) const HELD: usize = 4 << 20;

/// How many lots may be made before their turn, for each thread.
const LEAD: usize = 32;

/// Puts into order what is made of lots on any threads.
///
/// Lots are numbered from 0. Each number is made once, and the threads that make them begin with the lower
/// ones, for a lot may wait until all before it were made.
///
/// ```
/// use std::ops::ControlFlow;
/// use urlsift::bulk::Order;
///
/// let mut all = Vec::new();
/// let order = Order::new(2, |some: Vec<usize>| {
///     all.extend(some);
///     ControlFlow::Continue(())
/// });
/// std::thread::scope(|scope| {
///     for lots in [[0, 2], [1, 3]] {
///         let order = &order;
///         scope.spawn(move || {
///             for lot in lots {
///                 order.make(lot, |made| made.add(|some| {
///                     some.push(lot);
///                     size_of::<usize>()
///                 }));
///             }
///         });
///     }
/// });
/// drop(order);
/// assert_eq!(all, [0, 1, 2, 3]);
/// ```
pub struct Order<'t, T> {
    state: Mutex<State<T>>,
    /// The turn has come to another lot.
    moved: Condvar,
    /// Used by the thread alone whose lot's turn it is.
    take: Mutex<Box<dyn FnMut(T) -> ControlFlow<()> + Send + 't>>,
    lead: usize,
}

struct State<T> {
    /// The lot that is to be handed over next.
    turn: usize,
    /// Those that were made before their turn, with the room that they take.
    made: BTreeMap<usize, (T, usize)>,
    /// How many bytes more may be held.
    room: usize,
    /// How many threads wait for `moved`.
    waiting: usize,
    /// Nobody wants more.
    is_stopped: bool,
}

impl<T> std::fmt::Debug for Order<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Order").finish_non_exhaustive()
    }
}

impl<'t, T: Default + Send> Order<'t, T> {
    /// An order for lots that are made on `threads` threads; `take` is given what is made of them, piece by
    /// piece, and says whether there is to be more. 4 MiB are held for each thread.
    pub fn new(threads: usize, take: impl FnMut(T) -> ControlFlow<()> + Send + 't) -> Order<'t, T> {
        Order::within(threads, HELD, take)
    }

    /// The same with `held` bytes held for each thread.
    pub(super) fn within(
        threads: usize,
        held: usize,
        take: impl FnMut(T) -> ControlFlow<()> + Send + 't,
    ) -> Order<'t, T> {
        let state = State {
            turn: 0,
            made: BTreeMap::new(),
            room: held.saturating_mul(threads),
            waiting: 0,
            is_stopped: false,
        };
        let take: Box<dyn FnMut(T) -> ControlFlow<()> + Send + 't> = Box::new(take);
        Order {
            state: Mutex::new(state),
            moved: Condvar::new(),
            take: Mutex::new(take),
            lead: LEAD * threads,
        }
    }

    /// Makes `lot`, with `find`, and hands it over when its turn has come, which another thread may do.
    /// `Break` where nobody wants more lots; `find` is then perhaps not run.
    pub fn make(&self, lot: usize, find: impl FnOnce(&mut Made<'_, T>)) -> ControlFlow<()> {
        self.wait_until(|state| lot.saturating_sub(state.turn) <= self.lead)?;
        // Where `find` panics nobody is to wait for this lot.
        let stop = Stop(self);
        let mut made = Made::new(lot, self);
        find(&mut made);
        let end = made.end();
        mem::forget(stop);
        end
    }

    /// Waits until all lots before `lot` were handed over: where what is under way of a lot grows large, one at a
    /// time goes on. `Break` where nobody wants more lots.
    pub fn wait_for_turn(&self, lot: usize) -> ControlFlow<()> {
        self.wait_until(|state| state.turn == lot)
    }

    /// Whether nobody wants more.
    pub fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// Nobody wants more, whatever becomes of the lots.
    pub fn stop(&self) {
        self.lock().is_stopped = true;
        self.moved.notify_all();
    }

    /// What is locked stays whole: nothing that may panic is done in the meantime.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_until(&self, is_so: impl Fn(&State<T>) -> bool) -> ControlFlow<()> {
        let mut state = self.lock();
        while !state.is_stopped && !is_so(&state) {
            state.waiting += 1;
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        if state.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn give(&self, piece: T) -> ControlFlow<()> {
        let taken = self.take.lock().unwrap_or_else(PoisonError::into_inner)(piece);
        if taken.is_break() {
            self.stop();
        }
        taken
    }

    /// Hands over `last`, the end of `lot`, and what was made of the lots behind it, or leaves it to the lot
    /// before. `room` is what `last` takes.
    fn hand_over(&self, lot: usize, last: T, room: usize) -> ControlFlow<()> {
        let mut state = self.lock();
        if state.is_stopped {
            return ControlFlow::Break(());
        }
        let mut next = Some((last, room));
        if state.turn != lot {
            state.made.extend(next.map(|last| (lot, last)));
            return ControlFlow::Continue(());
        }
        while let Some((piece, room)) = next {
            drop(state);
            self.give(piece)?;
            state = self.lock();
            state.room += room;
            state.turn += 1;
            let turn = state.turn;
            next = state.made.remove(&turn);
            if state.waiting > 0 {
                self.moved.notify_all();
            }
        }
        ControlFlow::Continue(())
    }
}

/// Stops an order where it is dropped.
struct Stop<'o, 't, T: Default + Send>(&'o Order<'t, T>);

impl<T: Default + Send> Drop for Stop<'_, '_, T> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<T: Default + Send> Turns<T> for Order<'_, T> {
    fn reserve(&self, lot: usize, bytes: usize) -> ControlFlow<(), Way> {
        let mut state = self.lock();
        if state.turn != lot {
            if let Some(left) = state.room.checked_sub(bytes) {
                state.room = left;
                return ControlFlow::Continue(Way::Held(bytes));
            }
            drop(state);
            self.wait_for_turn(lot)?;
        }
        ControlFlow::Continue(Way::Given)
    }

    fn release(&self, bytes: usize) {
        self.lock().room += bytes;
    }

    fn give(&self, piece: T) -> ControlFlow<()> {
        self.give(piece)
    }

    fn end(&self, lot: usize, last: T, room: usize) -> ControlFlow<()> {
        self.hand_over(lot, last, room)
    }
}

//! Order out is order in, for any number of threads (A6).
//!
//! The items are taken group by group: the items of one are searched at once, then what they gave is
//! handed over in order, then comes the next. So at most one group's results are held, and a thread
//! that is done early waits for the group's end, no longer.
//!
//! The trap is what a group gives: a row may be a thousand times as long as its URL, and a message of sixty
//! megabytes may hold six million. So there is a bound ([`HELD`]). What comes upon it is dropped, and
//! searched once more when its turn has come, to be handed over in pieces: twice the time for these few, and
//! nobody waits for anybody. A group of one is handed over so from the first.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::item::Item;

/// The bytes of a group for each thread. Large enough that waiting at its end is nothing beside the
/// work, small enough that the results do not pile up: a row may be thirty times as long as its URL.
const GROUP: usize = 1 << 20;

/// How many bytes are made of a group and held, for each thread: sixteen times what they are made of. The
/// rows of real archives, with every field, take from a quarter of their messages' bytes to five quarters.
const HELD: usize = 16 * GROUP;

/// How many bytes are made before they are handed over, where nothing is held.
const PIECE: usize = 1 << 20;

/// How many bytes are made before what is held is asked for room, which all threads share.
const STEP: usize = 1 << 14;

/// Runs `find` on each of `items`, on rayon's current pool, and `take` on the results, one after
/// another in the items' order, on this thread. What a group of items gives is held, however much.
///
/// # Errors
///
/// The first error of `take` ends it and is given back; what was under way is finished and dropped.
pub fn for_each_in_order<'s, T, E>(
    items: &[Item<'s>],
    find: impl Fn(&Item<'s>) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
{
    groups(items).try_for_each(|group| {
        let results: Vec<T> = group.par_iter().map(&find).collect();
        results.into_iter().try_for_each(&mut take)
    })
}

/// The same, with `find` run on up to `most` neighbours at a time, and never on none: for what costs
/// something to begin. A `most` of 0 is 1. What is made of them may be handed over in several pieces, of
/// which the last may be empty, so that 16 MiB are held for each thread, and no more.
///
/// `find` may be run a second time on the same items.
///
/// # Errors
///
/// As above.
pub fn for_some_in_order<'s, T, E>(
    items: &[Item<'s>],
    most: usize,
    find: impl Fn(&[Item<'s>], &mut Made<'_, T>) + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Default + Send,
{
    for_some_within(items, most, HELD * rayon::current_num_threads(), find, take)
}

/// The same, with `held` bytes held.
fn for_some_within<'s, T, E>(
    items: &[Item<'s>],
    most: usize,
    held: usize,
    find: impl Fn(&[Item<'s>], &mut Made<'_, T>) + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Default + Send,
{
    let most = most.max(1);
    groups(items).try_for_each(|group| {
        if group.len() <= most {
            return hand_over(group, &find, &mut take);
        }
        let room = AtomicUsize::new(held);
        let hold = |some: &[Item<'s>]| {
            // Where there is no room, to search would be in vain.
            (room.load(Ordering::Relaxed) >= STEP.min(held)).then_some(())?;
            let mut made = Made::new(Way::Held { room: &room, reserved: 0 });
            find(some, &mut made);
            made.end()
        };
        let results: Vec<Option<T>> = group.par_chunks(most).map(hold).collect();
        results.into_iter().zip(group.chunks(most)).try_for_each(|(result, some)| match result {
            Some(made) => take(made),
            None => hand_over(some, &find, &mut take),
        })
    })
}

/// Runs `find` on `items` and has `take` take what is made of them piece by piece.
fn hand_over<'s, T: Default, E>(
    items: &[Item<'s>],
    find: impl Fn(&[Item<'s>], &mut Made<'_, T>),
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut done = Ok(());
    let mut give = |piece| {
        done = take(piece);
        done.is_ok()
    };
    let mut made = Made::new(Way::Given(&mut give));
    find(items, &mut made);
    let last = made.end();
    done?;
    last.map_or(Ok(()), take)
}

/// What is made of some neighbours: held until it is their turn, or handed over in pieces.
#[derive(Debug)]
pub struct Made<'m, T> {
    /// `None` where nobody wants it: there was no room for it, or `take` failed.
    some: Option<T>,
    /// How many bytes of it nobody was asked for yet.
    bytes: usize,
    way: Way<'m, T>,
}

enum Way<'m, T> {
    /// It is held. `room` is what all of the group may still take, `reserved` what this has of it.
    Held { room: &'m AtomicUsize, reserved: usize },
    /// It is taken at once; this says whether more is wanted.
    Given(&'m mut dyn FnMut(T) -> bool),
}

impl<T> std::fmt::Debug for Way<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Way::Held { .. } => "Held",
            Way::Given(_) => "Given",
        })
    }
}

impl<'m, T: Default> Made<'m, T> {
    fn new(way: Way<'m, T>) -> Made<'m, T> {
        Made { some: Some(T::default()), bytes: 0, way }
    }

    /// Has `add` add something and say by how many bytes that has grown, roughly. It is not run where
    /// nobody wants what it would add.
    pub fn add(&mut self, add: impl FnOnce(&mut T) -> usize) {
        let Some(made) = &mut self.some else { return };
        self.bytes = self.bytes.saturating_add(add(made));
        match self.way {
            Way::Held { .. } if self.bytes >= STEP => self.reserve(),
            Way::Given(ref mut give) if self.bytes >= PIECE => {
                self.bytes = 0;
                if !give(mem::take(made)) {
                    self.some = None;
                }
            }
            _ => {}
        }
    }

    /// Takes room for what was made, or drops it where there is not enough.
    fn reserve(&mut self) {
        let Way::Held { room, reserved } = &mut self.way else { return };
        let bytes = mem::take(&mut self.bytes);
        let take = |room: usize| room.checked_sub(bytes);
        if room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok() {
            *reserved += bytes;
        } else if self.some.take().is_some() {
            room.fetch_add(mem::take(reserved), Ordering::Relaxed);
        }
    }

    fn end(mut self) -> Option<T> {
        self.reserve();
        self.some
    }
}

/// `items`, group by group.
fn groups<'i, 's>(mut items: &'i [Item<'s>]) -> impl Iterator<Item = &'i [Item<'s>]> {
    let bytes = GROUP * rayon::current_num_threads();
    std::iter::from_fn(move || {
        let (group, after) = items.split_at(group_len(items, bytes)?);
        items = after;
        Some(group)
    })
}

/// How many of `items` make a group of `bytes`: at least one, if there is one.
fn group_len(items: &[Item<'_>], bytes: usize) -> Option<usize> {
    let mut sum = 0;
    let more = items.iter().take_while(|item| {
        sum += item.len();
        sum <= bytes
    });
    let count = more.count().max(1);
    (!items.is_empty()).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::Window;

    fn hundred() -> Window {
        let message = |i: usize| format!("From a Mon\nSubject: {}\n\nb\n\n", "x".repeat(i));
        let mail: String = (0..100).map(message).collect();
        Window::whole("-", mail.into_bytes())
    }

    #[test]
    fn neighbours_stay_in_order() {
        let window = hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        let lens: Vec<usize> = items.iter().map(Item::len).collect();
        assert_eq!(lens.len(), 100);
        for most in [0, 1, 2, 7, 99, 100, 1000] {
            // Each item is said to make a hundredth of what may be held of all, or much more of it.
            for held in [0, 1, 100, 10_000, usize::MAX / 200] {
                for large in [held.div_ceil(100), held.div_ceil(10), held + 1] {
                    let find = |some: &[Item<'_>], made: &mut Made<'_, Vec<usize>>| {
                        assert!((1..=most.max(1)).contains(&some.len()));
                        for item in some {
                            made.add(|lens| {
                                lens.push(item.len());
                                large
                            });
                        }
                    };
                    let mut found = Vec::new();
                    let done: Result<(), ()> = for_some_within(&items, most, held, find, |some| {
                        found.extend(some);
                        Ok(())
                    });
                    assert_eq!((done, &found), (Ok(()), &lens), "{most} {held} {large}");
                }
            }
        }
    }

    /// An item that makes much is handed over in pieces, and none of the others waits for it in memory.
    #[test]
    fn what_is_held_is_bounded() {
        let window = hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        // How many bytes an item makes, and in how many lots.
        for (bytes, lots) in [(3 * PIECE, 300), (PIECE / 2, 7), (100, 1)] {
            let find = |some: &[Item<'_>], made: &mut Made<'_, usize>| {
                for _ in 0..some.len() * lots {
                    made.add(|sum| {
                        *sum += bytes / lots;
                        bytes / lots
                    });
                }
            };
            let (mut all, mut largest) = (0, 0);
            let done: Result<(), ()> = for_some_within(&items, 1, 4 * PIECE, find, |some| {
                all += some;
                largest = largest.max(some);
                Ok(())
            });
            assert_eq!((done, all), (Ok(()), items.len() * (bytes / lots) * lots), "{bytes}");
            assert!(largest <= 3 * PIECE, "{bytes}: {largest}");
        }
    }

    #[test]
    fn an_error_ends_it() {
        let window = hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        for held in [0, usize::MAX] {
            let find = |_: &[Item<'_>], made: &mut Made<'_, usize>| {
                (0..5).for_each(|_| {
                    made.add(|sum| {
                        *sum += 1;
                        PIECE
                    });
                });
            };
            let mut taken = 0;
            let done = for_some_within(&items, 1, held, find, |sum| {
                taken += sum;
                if taken >= 7 { Err(taken) } else { Ok(()) }
            });
            // What is held comes five at a time, what is not one by one.
            assert_eq!(done, Err(if held == 0 { 7 } else { 10 }), "{held}");
        }
    }
}

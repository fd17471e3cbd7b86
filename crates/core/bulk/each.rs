//! Many items searched at once, on the threads of rayon's pool, and what they give in their order.
//!
//! The trap is `find`, which is not to use the pool: its thread might take up another lot in the meantime, and
//! that one wait for the lot that was left. Nor is `take`, for its thread would then wait for itself.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::item::Item;
use super::made::Made;
use super::order::{HELD, Order};

/// How many bytes of items make a lot, where nobody says how many items, and how many items at most.
const LOT: usize = 1 << 16;
const MOST: usize = 32;

/// Runs `find` on each of `items`, on rayon's current pool, and `take` on the results, one after
/// another in the items' order, on whichever thread has the next one. `find` is not to use the pool itself. Nor is `take`: its thread
/// might take up another part of this work meanwhile, and sleep there for ever until it has taken this one.
///
/// # Errors
///
/// The first error of `take` ends it and is given back; what was under way is finished and dropped.
pub fn for_each_in_order<'s, T, E>(
    items: &[Item<'s>],
    find: impl Fn(&Item<'s>) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Send,
    E: Send,
{
    let lots = lots(items);
    let find = |lot: usize, made: &mut Made<'_, Vec<T>>| {
        made.add(|results| {
            results.extend(lots[lot].iter().map(&find));
            0
        });
    };
    on_all_threads(lots.len(), HELD, find, |results| results.into_iter().try_for_each(&mut take))
}

/// The same, with `find` run on up to `most` neighbours at a time, and never on none: for what costs
/// something to begin. A `most` of 0 is 1. What is made of them may be handed over in several pieces, of
/// which the last may be empty, so that 4 MiB are held for each thread, and no more.
///
/// # Errors
///
/// As above.
pub fn for_some_in_order<'s, T, E>(
    items: &[Item<'s>],
    most: usize,
    find: impl Fn(&[Item<'s>], &mut Made<'_, T>) + Sync,
    take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Default + Send,
    E: Send,
{
    for_some_within(items, most, HELD, find, take)
}

/// The same, with `held` bytes held for each thread.
fn for_some_within<'s, T, E>(
    items: &[Item<'s>],
    most: usize,
    held: usize,
    find: impl Fn(&[Item<'s>], &mut Made<'_, T>) + Sync,
    take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Default + Send,
    E: Send,
{
    let most = most.max(1);
    let lot = |lot: usize| &items[lot * most..items.len().min((lot + 1) * most)];
    on_all_threads(items.len().div_ceil(most), held, |at, made| find(lot(at), made), take)
}

/// `items` in lots that are worth being handed over.
fn lots<'i, 's>(items: &'i [Item<'s>]) -> Vec<&'i [Item<'s>]> {
    let mut bytes = 0;
    let mut len = 0;
    let is_same = |_: &Item<'_>, next: &Item<'_>| {
        (bytes, len) = (bytes + next.len(), len + 1);
        let is_same = bytes < LOT && len < MOST;
        if !is_same {
            (bytes, len) = (0, 0);
        }
        is_same
    };
    items.chunk_by(is_same).collect()
}

/// Makes the lots that are numbered from 0 to `lots` on all threads of rayon's current pool.
fn on_all_threads<T, E>(
    lots: usize,
    held: usize,
    find: impl Fn(usize, &mut Made<'_, T>) + Sync,
    mut take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E>
where
    T: Default + Send,
    E: Send,
{
    let mut done = Ok(());
    let order = Order::within(rayon::current_num_threads(), held, |piece| match take(piece) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            done = Err(error);
            ControlFlow::Break(())
        }
    });
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let lot = next.fetch_add(1, Ordering::Relaxed);
            if lot >= lots || order.make(lot, |made| find(lot, made)).is_break() {
                return;
            }
        }
    };
    rayon::in_place_scope(|scope| {
        (1..rayon::current_num_threads().min(lots)).for_each(|_| scope.spawn(|_| work()));
        work();
    });
    drop(order);
    done
}

#[cfg(test)]
mod tests {
    use super::super::made::{PIECE, STEP};
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

    /// What is made and not yet taken is bounded, however much an item makes and whichever is done first, and
    /// what makes much is handed over in pieces.
    #[test]
    fn what_is_held_is_bounded() {
        const THREADS: usize = 4;
        let window = hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build();
        let pool = pool.expect("a small pool can be had");
        // How many bytes an item makes, and in how many lots.
        for (bytes, lots) in [(3 * PIECE, 300), (PIECE / 2, 7), (100, 1)] {
            for held in [0, PIECE, 4 * PIECE] {
                let (live, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
                let find = |some: &[Item<'_>], made: &mut Made<'_, usize>| {
                    for _ in 0..some.len() * lots {
                        made.add(|sum| {
                            *sum += bytes / lots;
                            let before = live.fetch_add(bytes / lots, Ordering::Relaxed);
                            most.fetch_max(before + bytes / lots, Ordering::Relaxed);
                            bytes / lots
                        });
                    }
                };
                let (mut all, mut largest) = (0, 0);
                let take = |some| {
                    all += some;
                    largest = largest.max(some);
                    live.fetch_sub(some, Ordering::Relaxed);
                    Ok::<(), ()>(())
                };
                let done = pool.install(|| for_some_within(&items, 1, held, find, take));
                assert_eq!((done, all), (Ok(()), items.len() * (bytes / lots) * lots), "{bytes}");
                let lot = bytes / lots + STEP;
                assert!(largest <= THREADS * held + PIECE + lot, "{bytes}: {largest}");
                let most = most.into_inner();
                assert!(most <= THREADS * (held + lot) + PIECE, "{bytes} {held}: {most}");
            }
        }
    }

    /// Threads that wait for others do not wait for ever where one of these panics.
    #[test]
    fn a_panic_is_handed_on() {
        let window = hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        let find = |some: &[Item<'_>], made: &mut Made<'_, usize>| {
            assert!(some[0].len() != 70, "this one");
            made.add(|_| PIECE);
        };
        let run = || for_some_within(&items, 1, 0, find, |_| Ok::<(), ()>(()));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
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
            // An item's five come one by one where it is its turn, and else as many at once as were held.
            assert!(matches!(done, Err(7..=11)), "{held}: {done:?}");
            assert!(held > 0 || done == Err(7), "{done:?}");
        }
    }
}

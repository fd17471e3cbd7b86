//! Searching items in memory on the threads of rayon's pool.

use super::item::Item;
use super::order::Ordered;

/// The largest group of items that one job searches. A single item may be larger.
const MAX_GROUP_BYTES: usize = 1 << 16;
const MAX_GROUP_ITEMS: usize = 32;

/// The number of jobs per thread that may start before their results are taken.
const JOBS_AHEAD: usize = 32;

/// Runs `find` on each of `items` on rayon's current pool, and `take` on the results, in the order of the
/// items, on this thread. Only a limited number of results is held.
///
/// `find` must not run work on the pool. While it waits for that work, its thread runs other calls of `find`
/// inside this one, so that the stack grows with the number of waiting items.
///
/// # Errors
///
/// The first error of `take` ends the search. Running jobs finish, and their results are dropped.
///
/// # Panics
///
/// If `find` or `take` panics.
pub fn for_each_in_order<'s, T, E>(
    items: &[Item<'s>],
    find: impl Fn(&Item<'s>) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
{
    let mut groups = groups(items);
    let ahead = JOBS_AHEAD * rayon::current_num_threads();
    rayon::in_place_scope_fifo(|scope| {
        // Declared inside the scope: it is dropped before the scope waits for jobs, which then stop at their
        // next push.
        //
        // The sizes of results are unknown. So the number of jobs limits them: the room is unlimited, and each
        // push takes none of it.
        let mut ordered = Ordered::new(usize::MAX);
        loop {
            while ordered.outputs() < ahead
                && let Some(items) = groups.next()
            {
                let (output, find) = (ordered.output(), &find);
                scope.spawn_fifo(move |_| {
                    output.run(|output| {
                        let results: Vec<T> = items.iter().map(find).collect();
                        // An error means that `take` failed and no more results are wanted.
                        let _ = output.push(results, 0);
                    });
                });
            }
            // One job is started for each that is taken, so `ahead` jobs are on their way all the time. If this
            // thread belongs to the pool, `next` runs jobs while it waits. So a pool of one thread suffices.
            //
            // An output stays until its results are taken. So `next` returns `None` only if no group is left.
            let Some(results) = ordered.next() else { return Ok(()) };
            results.into_iter().try_for_each(&mut take)?;
        }
    })
}

/// Divides `items` into groups of neighbours, one for each job.
fn groups<'i, 's>(mut items: &'i [Item<'s>]) -> impl Iterator<Item = &'i [Item<'s>]> {
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |item: &&Item<'_>| {
            bytes += item.len();
            bytes <= MAX_GROUP_BYTES
        };
        let fitting = items.iter().take(MAX_GROUP_ITEMS).take_while(fits).count();
        // An item that is too large is a group of its own.
        let (group, rest) = items.split_at(fitting.max(1).min(items.len()));
        items = rest;
        (!group.is_empty()).then_some(group)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::bulk::Window;

    fn window_of_a_hundred() -> Window {
        let message = |i: usize| format!("From a Mon\nSubject: {}\n\nb\n\n", "x".repeat(i));
        let mail: String = (0..100).map(message).collect();
        Window::whole("-", mail.into_bytes())
    }

    #[test]
    fn results_come_in_order_inside_and_outside_a_pool() {
        let window = window_of_a_hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        let lengths: Vec<usize> = items.iter().map(Item::len).collect();
        let run = || {
            let mut found = Vec::new();
            let done: Result<(), ()> = for_each_in_order(&items, Item::len, |length| {
                found.push(length);
                Ok(())
            });
            (done, found)
        };
        assert_eq!(run(), (Ok(()), lengths.clone()));
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("a small pool can be had");
            assert_eq!(pool.install(run), (Ok(()), lengths.clone()), "{threads} threads");
        }
    }

    #[test]
    fn groups_have_limited_sizes() {
        let mail = "From a Mon\nSubject: x\n\nb\n\n".repeat(70);
        let window = Window::whole("-", mail.into_bytes());
        let items: Vec<Item<'_>> = window.items().collect();
        assert_eq!(groups(&items).map(<[_]>::len).collect::<Vec<_>>(), [32, 32, 6]);
        assert_eq!(groups(&[]).count(), 0);
        // (bytes of each body, items in each group)
        let table: [(&[usize], &[usize]); 2] =
            [(&[30_000; 5], &[2, 2, 1]), (&[10, 70_000, 10], &[1, 1, 1])];
        for (sizes, expected) in table {
            let message =
                |size: &usize| format!("From a Mon\nSubject: x\n\n{}\n\n", "b".repeat(*size));
            let mail: String = sizes.iter().map(message).collect();
            let window = Window::whole("-", mail.into_bytes());
            let items: Vec<Item<'_>> = window.items().collect();
            assert_eq!(groups(&items).map(<[_]>::len).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_panic_of_a_search_reaches_the_caller() {
        let window = window_of_a_hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        let find = |item: &Item<'_>| assert!(item.len() != 70, "this one");
        let run = || for_each_in_order(&items, find, |()| Ok::<(), ()>(()));
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run))
            .expect_err("an item has this length");
        assert_eq!(payload.downcast_ref(), Some(&"this one"));
    }

    #[test]
    fn an_error_ends_the_search() {
        let window = window_of_a_hundred();
        let items: Vec<Item<'_>> = window.items().collect();
        let mut taken = 0;
        let done = for_each_in_order(&items, Item::len, |_| {
            taken += 1;
            if taken == 7 { Err(taken) } else { Ok(()) }
        });
        assert_eq!((done, taken), (Err(7), 7));
    }
}

//! Searching items in memory on the threads of rayon's pool.

use super::item::Item;
use super::order::Ordered;

/// The size of a job: at most so many bytes and so many items.
const JOB_BYTES: usize = 1 << 16;
const JOB_ITEMS: usize = 32;

/// The number of jobs per thread that may start before their results are taken.
const JOBS_AHEAD: usize = 32;

/// Runs `find` on each of `items` on rayon's current pool, and `take` on the results, in the order of the
/// items, on this thread. Only a limited number of results is held. `find` must not use the pool.
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
    let mut jobs = jobs(items).into_iter().peekable();
    let ahead = JOBS_AHEAD * rayon::current_num_threads();
    rayon::in_place_scope_fifo(|scope| {
        // Declared inside the scope: it is dropped before the scope waits for jobs, which then stop at their
        // next push.
        // The sizes of results are unknown, so the number of jobs limits them, not the room.
        let mut ordered = Ordered::new(usize::MAX);
        loop {
            while ordered.outputs() < ahead
                && let Some(items) = jobs.next()
            {
                let (output, find) = (ordered.output(0), &find);
                scope.spawn_fifo(move |_| {
                    output.run(|output| {
                        let results: Vec<T> = items.iter().map(find).collect();
                        // An error means that `take` failed and no more results are wanted.
                        let _ = output.push(results, 0);
                    });
                });
            }
            // One result is taken for each job that is started, so `ahead` jobs are on their way all the
            // time. On a thread of the pool, `next` runs jobs itself while it waits.
            match ordered.next() {
                Some(results) => results.into_iter().try_for_each(&mut take)?,
                None if jobs.peek().is_none() => return Ok(()),
                None => {}
            }
        }
    })
}

/// Groups `items` into jobs.
fn jobs<'i, 's>(items: &'i [Item<'s>]) -> Vec<&'i [Item<'s>]> {
    let (mut bytes, mut count) = (0, 0);
    let is_same = |_: &Item<'_>, next: &Item<'_>| {
        // `chunk_by` asks once for each pair of neighbours. The first item of a job is not counted, as it is
        // in the job whatever its size.
        (bytes, count) = (bytes + next.len(), count + 1);
        let is_same = bytes < JOB_BYTES && count < JOB_ITEMS;
        if !is_same {
            (bytes, count) = (0, 0);
        }
        is_same
    };
    items.chunk_by(is_same).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::Window;

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

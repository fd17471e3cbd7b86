//! Order out is order in, for any number of threads (A6).
//!
//! The items are taken group by group: the items of one are searched at once, then what they gave is
//! handed over in order, then comes the next. So at most one group's results are held, and a thread
//! that is done early waits for the group's end, no longer.

use rayon::prelude::*;

use super::item::Item;

/// The bytes of a group for each thread. Large enough that waiting at its end is nothing beside the
/// work, small enough that the results do not pile up: a row may be thirty times as long as its URL.
const GROUP: usize = 1 << 20;

/// Runs `find` on each of `items`, on rayon's current pool, and `take` on the results, one after
/// another in the items' order, on this thread.
///
/// # Errors
///
/// The first error of `take` ends it and is given back; what was under way is finished and dropped.
pub fn for_each_in_order<'s, T, E>(
    items: &[Item<'s>],
    find: impl Fn(&Item<'s>) -> T + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
{
    for_some_in_order(items, 1, |some| find(&some[0]), take)
}

/// The same, with `find` run on up to `most` neighbours at a time, and never on none: for what costs
/// something to begin. A `most` of 0 is 1.
///
/// # Errors
///
/// As above.
pub fn for_some_in_order<'s, T, E>(
    items: &[Item<'s>],
    most: usize,
    find: impl Fn(&[Item<'s>]) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send,
{
    let bytes = GROUP * rayon::current_num_threads();
    let mut rest = items;
    while !rest.is_empty() {
        let (group, after) = rest.split_at(group_len(rest, bytes));
        let results: Vec<T> = group.par_chunks(most.max(1)).map(&find).collect();
        results.into_iter().try_for_each(&mut take)?;
        rest = after;
    }
    Ok(())
}

/// How many of `items` make a group of `bytes`: at least one.
fn group_len(items: &[Item<'_>], bytes: usize) -> usize {
    let mut sum = 0;
    let more = items.iter().take_while(|item| {
        sum += item.len();
        sum <= bytes
    });
    more.count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::Window;

    #[test]
    fn neighbours_stay_in_order() {
        let message = |i: usize| format!("From a Mon\nSubject: {}\n\nb\n\n", "x".repeat(i));
        let mail: String = (0..100).map(message).collect();
        let window = Window::whole("-", mail.into_bytes());
        let items: Vec<Item<'_>> = window.items().collect();
        let lens: Vec<usize> = items.iter().map(Item::len).collect();
        assert_eq!(lens.len(), 100);
        for most in [0, 1, 2, 7, 100, 1000] {
            let find = |some: &[Item<'_>]| {
                assert!((1..=most.max(1)).contains(&some.len()));
                some.iter().map(Item::len).collect::<Vec<usize>>()
            };
            let mut found = Vec::new();
            let done: Result<(), ()> = for_some_in_order(&items, most, find, |some| {
                found.extend(some);
                Ok(())
            });
            assert_eq!((done, &found), (Ok(()), &lens), "{most}");
        }
    }
}

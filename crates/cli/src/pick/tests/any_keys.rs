//! Random keys on screens of any size.

use proptest::prelude::*;

use super::{MESSAGE, play, with_many_links};
use crate::pick::link::tests::links;

/// With any keys at any size nothing panics, no line is too wide, there are not too many lines, and the
/// choice at the cursor is on the screen.
#[test]
fn any_keys_at_any_size_draw_a_screen_that_fits() {
    let (few, many) = (links(MESSAGE), links(&with_many_links()));
    let keys = "<up> <down> <pageup> <pagedown> <home> <end> <left> <right> <backspace> <ctrl-u> <space> e 2 /two / ? a c b\u{fc}";
    let key = prop::sample::select(keys.split(' ').collect::<Vec<_>>());
    let sizes = (0..90_usize, 0..30_usize);
    let scripts = prop::collection::vec(key, 0..20);
    proptest!(|(script in scripts, (columns, rows) in sizes, is_many in any::<bool>())| {
        let script = script.join(" ");
        let links = if is_many { &many } else { &few };
        let (seen, _) = play(links, None, (columns, rows), &script);
        let chosen = seen.lines().filter(|line| line.starts_with('=')).count();
        prop_assert!(chosen <= 1);
        // A filter may match no link.
        let may_be_empty = script.contains(['/', '?']);
        prop_assert!(chosen == 1 || rows == 0 || columns == 0 || may_be_empty, "{}", seen);
    });
}

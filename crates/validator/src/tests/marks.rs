//! Tables of strings with marks at the offset of the failure.

use crate::grammar::Grammar;
use crate::validator::Validator;

/// Checks the failures by `grammar` against rows that a person has marked. A `»` marks the offset of the failure, at the
/// end if the URL ends too early; a URL without a failure has no mark.
///
/// Also checks every prefix of a row. A prefix that ends before the mark can go on, so it either is a URL or
/// fails at its end. Any longer prefix fails at the mark.
pub(super) fn assert_marks(grammar: Grammar, rows: &[&str]) {
    let find = |url: &str| Validator::new().validate(url).failure_at(grammar);
    for row in rows {
        let mark = row.find('»');
        let url = row.replace('»', "");
        assert_eq!(find(&url), mark, "{row}");
        for (cut, _) in url.char_indices() {
            let expected = mark.filter(|at| *at < cut);
            let found = find(&url[..cut]);
            assert!(found == expected || expected.is_none() && found == Some(cut), "{row} {cut}");
        }
    }
}

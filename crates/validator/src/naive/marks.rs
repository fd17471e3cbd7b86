//! Marks.

/// Holds a twin to rows that a person has marked: `»` stands before what fails, at the end where
/// the URL ends too early, and nowhere where nothing fails. It follows from V3 that whatever is cut
/// off before the mark can go on, and that whatever goes on behind it fails there.
pub(super) fn assert_marks(find: fn(&str) -> Option<usize>, rows: &[&str]) {
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

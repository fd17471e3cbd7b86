//! Makes rows and checks what holds for each of them.

use urlsift::Found;
use urlsift_archive::internal::ALL_FIELDS;
use urlsift_archive::item::Location;
use urlsift_archive::internal::TransferEncoding;
use urlsift_archive::rows::Row;

/// Returns the row of `found`, which was found in `source`, as text. Checks that:
///
/// - its offsets are in order, and inside the source if they count there;
/// - the texts of its pieces joined are the URL (J7);
/// - the bytes at its range are those that were searched, if they were not decoded.
///
/// # Panics
///
/// If something of that does not hold.
pub fn checked(location: &Location<'_>, found: &Found<'_>, source: Option<&[u8]>) -> String {
    let row = Row::new(location, found, &ALL_FIELDS);
    let outer = found.outer();
    assert!(row.start <= row.end, "{row:?}");
    assert!(outer.end <= location.text.len(), "{row:?}");
    let joined: String = row.pieces.iter().map(|piece| &*piece.text).collect();
    assert_eq!(joined, row.url, "{row:?}");
    let mut at = (row.start, row.start);
    for piece in &row.pieces {
        // Two pieces may share a symbol of base64.
        assert!(at.0 <= piece.start && at.1 <= piece.end && piece.start <= piece.end, "{row:?}");
        assert!(piece.end <= row.end, "{row:?}");
        at = (piece.start, piece.end);
    }
    if row.offset_in == "source"
        && let Some(source) = source
    {
        assert!(row.end <= source.len(), "{row:?}");
        let (stored, searched) = (&source[row.start..row.end], &location.text[outer]);
        // A character reference may have the length of its characters.
        let is_copy = location.encoding == TransferEncoding::Identity
            && stored.len() == searched.len()
            && !stored.contains(&b'&');
        assert!(
            !is_copy || stored == searched,
            "{:?} of {row:?}",
            stored.escape_ascii().to_string()
        );
    }
    format!("{row:?}")
}

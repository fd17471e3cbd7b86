//! The weights of the signs, in halves, in the order of `signs.rs` (J8).
//!
//! Made by `benches/joins/fit.py` on 2026-11-27 from the labels in `corpus/labels` and 4,825 line ends of twelve archives, five
//! of which have labels there too.

/// The sum if no sign holds.
pub(crate) const BASE: i32 = -1;

/// The least sum of the grade `certain`.
pub(crate) const CERTAIN: i32 = 8;

/// The least sum of the grade `likely`.
pub(crate) const LIKELY: i32 = 3;

/// The least sum of the grade `possible`.
pub(crate) const POSSIBLE: i32 = -3;

/// The sum of the weights above 0 of signs that need the lines around.
pub(crate) const MOST_OF_LINES: i32 = 14;

/// The weight of each sign.
pub(crate) static WEIGHTS: &[(&str, i32)] = &[
    ("hyphen", 6),
    ("slash_strong", 5),
    ("slash_lower", 1),
    ("dot_lower", 1),
    ("host", 7),
    ("extension", 6),
    ("delimiter", 4),
    ("inside", 4),
    ("closer", 3),
    ("dot_strong", 4),
    ("strong", 2),
    ("folder", 2),
    ("folders", 2),
    ("lower", 1),
    ("divided_number", 5),
    ("has_query", 3),
    ("hyphen_odd", -5),
    ("comma", -1),
    ("bracket", -6),
    ("has_extension", -3),
    ("common", -7),
    ("writer", -2),
    ("address", -4),
    ("assignment", -2),
    ("local", -6),
    ("at_sign", -8),
    ("repeated", -4),
    ("columns", -6),
    ("full_strong", 2),
    ("single", 1),
    ("block", 3),
    ("url_alone", 3),
    ("short_rest", 2),
    ("word_near", 3),
    ("fits_60", -1),
    ("fits_70", -3),
    ("fits_usual", -1),
    ("within_word", -2),
    ("over", -2),
    ("over_100", -2),
    ("item", -6),
    ("less_indented", -3),
    ("list", -1),
    ("list_alone", -2),
    ("hyphenated", -2),
    ("sentence", -2),
];

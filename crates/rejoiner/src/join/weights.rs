//! The weights of the signs, in halves, in the order of `signs.rs` (J8).
//!
//! Made by `benches/joins/fit.py` on 2026-11-27 from the labels in `corpus/labels` and 5,522 line ends of fifteen
//! archives. Five of these have labels there, too.

pub(crate) const BASE: i32 = 0;

pub(crate) const CERTAIN: i32 = 7;

pub(crate) const LIKELY: i32 = 4;

pub(crate) const POSSIBLE: i32 = -4;

pub(crate) const WEIGHTS: &[(&str, i32)] = &[
    ("hyphen", 8),
    ("slash_strong", 6),
    ("slash", 1),
    ("dot", 3),
    ("host", 7),
    ("extension", 8),
    ("delimiter", 6),
    ("inside", 7),
    ("closer", 4),
    ("strong", 3),
    ("lower", 2),
    ("long", 2),
    ("divided", 1),
    ("later", 1),
    ("has_extension", -5),
    ("common", -7),
    ("words", -4),
    ("assignment", -3),
    ("columns", -7),
    ("single", 2),
    ("url_alone", 2),
    ("inserted", -6),
    ("fits_60", -2),
    ("fits_72", -4),
    ("over_100", -3),
    ("item", -9),
    ("less_indented", -2),
    ("list", -1),
    ("sentence", -3),
    ("word_near", 4),
];

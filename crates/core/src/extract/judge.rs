//! Judges readings: which are URLs, and what the text shows for and against each (J3, V2).

pub(super) mod facts;
pub(super) mod host_gap;
pub(super) mod judgement;

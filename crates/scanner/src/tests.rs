//! Tests of the whole scanner: against the reference implementation, and for linear time.

mod letter;
mod linear;
mod reference;

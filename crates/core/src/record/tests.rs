//! Records with random values, for property tests of formats.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// A supply of texts and numbers; values are drawn from it in turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stock {
    texts: &'static [String],
    numbers: &'static [u64],
    drawn: usize,
}

pub(crate) fn stock() -> impl Strategy<Value = Stock> {
    let text = prop_oneof!["[ -~]{0,40}", "[\"\\\\a\u{0}-\u{1f}é€😀]{0,40}", ".{0,20}"];
    let number = prop_oneof![0..20_u64, 0..i64::MAX as u64];
    // The lengths have no common divisor, so each text meets different numbers.
    (vec(text, 16), vec(number, 31)).prop_map(|(texts, numbers)| Stock {
        texts: texts.leak(),
        numbers: numbers.leak(),
        drawn: 0,
    })
}

impl Stock {
    fn number(&mut self) -> usize {
        self.drawn += 1;
        usize::try_from(self.numbers[self.drawn % self.numbers.len()]).unwrap_or(usize::MAX)
    }

    fn text(&mut self) -> &'static str {
        self.drawn += 1;
        &self.texts[self.drawn % self.texts.len()]
    }
}

/// A type whose values can be drawn from a [`Stock`].
pub(crate) trait Draw {
    fn draw(stock: &mut Stock) -> Self;
}

/// Implements [`Draw`] for simple types.
macro_rules! draw {
    ($($type:ty: |$stock:ident| $value:expr;)*) => {$(
        impl Draw for $type {
            fn draw($stock: &mut Stock) -> Self {
                $value
            }
        }
    )*};
}

draw! {
    &str: |stock| stock.text();
    Cow<'_, str>: |stock| stock.text().into();
    String: |stock| stock.text().into();
    u64: |stock| stock.number() as u64;
    usize: |stock| stock.number();
    bool: |stock| stock.number().is_multiple_of(2);
    i64: |stock| i64::try_from(stock.number()).unwrap_or(i64::MAX) - 9;
    Rfc3339<'_>: |stock| Rfc3339::new(stock.text());
    &[String]: |stock| &stock.texts[..stock.number() % 4];
}

impl<T: Draw> Draw for Option<T> {
    fn draw(stock: &mut Stock) -> Self {
        bool::draw(stock).then(|| T::draw(stock))
    }
}

impl<T: Draw> Draw for Vec<T> {
    fn draw(stock: &mut Stock) -> Self {
        (0..stock.number() % 4).map(|_| T::draw(stock)).collect()
    }
}

//! The first URLs of each form, with the text around them.

use std::sync::atomic::{AtomicU32, Ordering};

use super::markup::cut;
use super::row_facts::{RowFacts, form_index};
use urlsift::Form;

/// The URLs of each form that are shown.
pub(super) const SAMPLES_PER_FORM: usize = 10;

/// The longest texts of a sample, in bytes.
const MAX_RAW_BYTES: usize = 800;
const MAX_FIELD_BYTES: usize = 300;

/// The forms that need more samples. Threads ask it, so that they copy texts only of the first URLs.
// A bit for each form, set when there are enough.
#[derive(Debug, Default)]
pub(crate) struct WantedForms(AtomicU32);

impl WantedForms {
    /// Reports whether a URL of the form called `form` is wanted as a sample.
    pub(crate) fn wants(&self, form: &str) -> bool {
        self.0.load(Ordering::Relaxed) >> form_index(form) & 1 == 0
    }

    fn set_full(&self, form: usize) {
        self.0.fetch_or(1 << form, Ordering::Relaxed);
    }
}

/// The texts of a URL that is shown.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct SampleText {
    pub(super) url: Box<str>,
    pub(super) raw: Box<str>,
    /// The text before and after `raw` on its lines; empty if it is not known.
    pub(super) around: [Box<str>; 2],
    /// The source, and the member after a colon.
    pub(super) place: Box<str>,
    pub(super) date: Option<Box<str>>,
    pub(super) subject: Option<Box<str>>,
}

impl SampleText {
    /// Copies the texts of `row`. Long ones are cut.
    pub(super) fn new(row: &RowFacts<'_>) -> SampleText {
        let field = |text: &str| cut(text, MAX_FIELD_BYTES).into();
        SampleText {
            url: cut(row.url, MAX_RAW_BYTES).into(),
            raw: cut(row.raw, MAX_RAW_BYTES).into(),
            around: Default::default(),
            place: SampleText::place(row),
            date: row.date.map(field),
            subject: row.subject.map(field),
        }
    }

    /// Returns the source of `row`, and its member after a colon.
    pub(super) fn place(row: &RowFacts<'_>) -> Box<str> {
        let source = cut(row.source, MAX_FIELD_BYTES);
        match row.member {
            Some(member) => format!("{source}:{}", cut(member, MAX_FIELD_BYTES)).into(),
            None => source.into(),
        }
    }

    /// Returns the approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<SampleText>() + self.url.len() + self.raw.len() + 3 * MAX_FIELD_BYTES
    }
}

/// The samples of each form, in the order of the input.
#[derive(Debug)]
pub(super) struct Samples([Vec<SampleText>; Form::ALL.len() + 1]);

impl Samples {
    /// Returns no samples.
    pub(super) fn new() -> Samples {
        Samples(std::array::from_fn(|_| Vec::new()))
    }

    /// Adds a sample of the form with this index, unless there are enough.
    pub(super) fn add(&mut self, form: usize, text: SampleText, wanted: &WantedForms) {
        let samples = &mut self.0[form];
        if samples.len() < SAMPLES_PER_FORM {
            samples.push(text);
        }
        if samples.len() == SAMPLES_PER_FORM {
            wanted.set_full(form);
        }
    }

    /// Returns the samples of the form with this index.
    pub(super) fn of(&self, form: usize) -> &[SampleText] {
        &self.0[form]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_urls_of_a_form_are_kept() {
        let (mut samples, wanted) = (Samples::new(), WantedForms::default());
        let form = form_index("bare");
        for at in 0..15 {
            let url = format!("http://a/{at}");
            assert_eq!(wanted.wants("bare"), at < 10, "{at}");
            let row = RowFacts { url: &url, source: "a", member: Some("b"), ..RowFacts::default() };
            samples.add(form, SampleText::new(&row), &wanted);
        }
        assert_eq!(samples.of(form).len(), SAMPLES_PER_FORM);
        assert_eq!((&*samples.of(form)[9].url, &*samples.of(form)[9].place), ("http://a/9", "a:b"));
        assert!(wanted.wants("angle") && wanted.wants("no form") && samples.of(0).is_empty());
    }
}

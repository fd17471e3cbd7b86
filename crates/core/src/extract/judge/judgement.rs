//! The type of judgements: a reading as a URL. Its verdict is made when a rule needs it.

use alloc::borrow::Cow;

use urlsift_validator::{HostKind, Validator, Verdict};

use crate::decode::Undecodable;

/// A reading as a URL.
pub(crate) struct Judgement<'h> {
    pub(crate) url: Cow<'h, str>,
    pub(crate) undecodable: Undecodable,
}

impl Judgement<'_> {
    /// Returns the verdict on the URL.
    pub(crate) fn verdict(&self) -> Verdict {
        Validator::new().validate(&self.url)
    }
}

/// Reports whether `url` has a host that cannot exist.
pub(crate) fn has_bad_host(url: &str) -> bool {
    Validator::new().validate(url).host_kind() == Some(HostKind::Bad)
}

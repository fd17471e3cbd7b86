//! The type of judgements: a reading as a URL, with its verdict.

use alloc::borrow::Cow;

use urlsift_validator::{HostKind, Verdict};

use crate::decode::Undecodable;

/// A reading as a URL, with its verdict.
pub(crate) struct Judgement<'h> {
    pub(crate) url: Cow<'h, str>,
    pub(crate) verdict: Verdict,
    pub(crate) undecodable: Undecodable,
}

/// Reports whether the URL of `verdict` has a host that cannot exist.
pub(crate) fn has_bad_host(verdict: &Verdict) -> bool {
    verdict.host_kind() == Some(HostKind::Bad)
}

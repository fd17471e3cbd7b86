//! Applies the rules of the WHATWG's URL Standard to a string, so that its parts can be compared strictly
//! with a browser's.
//!
//! Drive letters and the slashes of a file are not handled here: the crate `url` deviates from the Standard on them.

use super::rules::{BACKSLASH, DOT_SEGMENTS, QUESTION_MARK, SLASHES, STRIPPED};
use super::{is_special, octets};
use crate::validator::Validator;
use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

/// A string, and the parts of it that are compared with a browser's.
pub(super) struct Read {
    /// The scheme as spelled.
    pub(super) scheme: String,
    /// The whole string after the rules: `//` before the host, slashes for backslashes, and nothing that is
    /// stripped. If our scheme has no queries, another scheme that has.
    pub(super) text: String,
    /// The path of `text`, without segments of dots.
    pub(super) path: String,
    /// The rules that changed something.
    pub(super) applied: Vec<&'static str>,
}

impl Read {
    /// Returns `text` unchanged, with no rule applied.
    pub(super) fn plainly(text: &str) -> Read {
        let parts = *Validator::new().validate(text).parts();
        Read {
            scheme: parts.scheme.map_or("", |scheme| &text[scheme]).to_owned(),
            text: text.to_owned(),
            path: parts.path.map_or("", |path| &text[path]).to_owned(),
            applied: Vec::new(),
        }
    }

    /// Returns `text` with all rules applied.
    pub(super) fn of(text: &str) -> Read {
        let mut applied = Vec::new();
        let mut apply = |rule, is_applied| {
            if is_applied {
                applied.push(rule);
            }
        };
        let stripped = text.trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "");
        apply(STRIPPED, stripped != text);

        let scheme = Read::plainly(&stripped).scheme;
        let mut rest = stripped[scheme.len()..].to_owned();
        if let Some(after) = rest.strip_prefix(':').filter(|_| is_special(&scheme)) {
            let (main, query) = after.split_at(after.find(['?', '#']).unwrap_or(after.len()));
            apply(BACKSLASH, main.contains('\\'));
            let main = main.replace('\\', "/");
            let is_file = scheme.eq_ignore_ascii_case("file");
            let slashed = match main.trim_start_matches('/') {
                _ if is_file && (main.is_empty() || main.starts_with('/')) => main.clone(),
                path if is_file => format!("///{path}"),
                authority => format!("//{authority}"),
            };
            apply(SLASHES, slashed != main);
            rest = format!(":{slashed}{query}");
        }
        let generic = match &*scheme.to_ascii_lowercase() {
            "ftp" => "http",
            "gopher" | "telnet" | "prospero" => "x",
            _ => &scheme,
        };
        let has_mark = rest.split('#').next().is_some_and(|main| main.contains('?'));
        apply(QUESTION_MARK, has_mark && generic != scheme);

        let Read { text, path, .. } = Read::plainly(&format!("{generic}{rest}"));
        let resolved = resolve(&path);
        apply(DOT_SEGMENTS, resolved != path);
        Read { scheme, text, path: resolved, applied }
    }
}

/// Returns `path` without segments of one dot or two. Keeps a path without a leading slash, which is opaque.
fn resolve(path: &str) -> String {
    let Some(below) = path.strip_prefix('/') else { return path.to_owned() };
    let segments: Vec<&str> = below.split('/').collect();
    let mut resolved = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        let is_dots = match &*octets(segment) {
            b".." => {
                resolved.pop();
                true
            }
            octets => octets == b".",
        };
        if !is_dots {
            resolved.push(*segment);
        } else if index + 1 == segments.len() {
            resolved.push("");
        }
    }
    format!("/{}", resolved.join("/"))
}

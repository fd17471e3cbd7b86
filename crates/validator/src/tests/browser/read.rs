//! A string as a browser reads it: the rules of the WHATWG's URL Standard that can be applied.
//!
//! Once they are, our parts are compared strictly with a browser's. The trap: a drive letter and the
//! slashes of a file are no rules of this kind, for there the crate `url` has ways of its own.

use super::class::Class;
use super::octets::{is_special, octets};
use crate::validator::Validator;
use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

/// A string, and what of it is compared with a browser.
pub(super) struct Read {
    /// The scheme as it was spelled.
    pub(super) scheme: String,
    /// All of it: with `//` before the host, with slashes for backslashes, without what is stripped,
    /// and where our scheme has no query, with one that has.
    pub(super) text: String,
    /// The path of that, without segments of dots.
    pub(super) path: String,
    /// The rules that have changed something.
    pub(super) applied: Vec<Class>,
}

impl Read {
    /// `text` as it is, by no rule.
    pub(super) fn plainly(text: &str) -> Read {
        let parts = *Validator::new().validate(text).parts();
        Read {
            scheme: parts.scheme.map_or("", |scheme| &text[scheme]).to_owned(),
            text: text.to_owned(),
            path: parts.path.map_or("", |path| &text[path]).to_owned(),
            applied: Vec::new(),
        }
    }

    /// `text` by all rules.
    pub(super) fn of(text: &str) -> Read {
        let mut applied = Vec::new();
        let mut apply = |class, is_applied| {
            if is_applied {
                applied.push(class);
            }
        };
        let stripped = text.trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "");
        apply(Class::Stripped, stripped != text);

        let scheme = Read::plainly(&stripped).scheme;
        let mut rest = stripped[scheme.len()..].to_owned();
        if let Some(after) = rest.strip_prefix(':').filter(|_| is_special(&scheme)) {
            let (main, query) = after.split_at(after.find(['?', '#']).unwrap_or(after.len()));
            apply(Class::Backslash, main.contains('\\'));
            let main = main.replace('\\', "/");
            let is_file = scheme.eq_ignore_ascii_case("file");
            let slashed = match main.trim_start_matches('/') {
                _ if is_file && (main.is_empty() || main.starts_with('/')) => main.clone(),
                path if is_file => format!("///{path}"),
                authority => format!("//{authority}"),
            };
            apply(Class::Slashes, slashed != main);
            rest = format!(":{slashed}{query}");
        }
        let generic = match &*scheme.to_ascii_lowercase() {
            "ftp" => "http",
            "gopher" | "telnet" | "prospero" => "x",
            _ => &scheme,
        };
        let has_mark = rest.split('#').next().is_some_and(|main| main.contains('?'));
        apply(Class::QuestionMark, has_mark && generic != scheme);

        let Read { text, path, .. } = Read::plainly(&format!("{generic}{rest}"));
        let resolved = resolve(&path);
        apply(Class::DotSegments, resolved != path);
        Read { scheme, text, path: resolved, applied }
    }
}

/// `path` without segments of one dot or two. One without a leading slash is opaque, and kept.
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

#[test]
fn paths_are_resolved() {
    let table = [
        ("", ""),
        ("/", "/"),
        ("/a/b/../c", "/a/c"),
        ("/a/./b", "/a/b"),
        ("/a/..", "/"),
        ("/a/b/.", "/a/b/"),
        ("/../..", "/"),
        ("/a/%2e%2E/b", "/b"),
        ("/a//..", "/a/"),
        ("/..a/...", "/..a/..."),
        ("a/../b", "a/../b"),
    ];
    for (path, expected) in table {
        assert_eq!(resolve(path), expected, "{path}");
    }
}

//! The resolution of relative references (RFC 3986, section 5).

use memchr::memchr;

/// Returns the URL that `reference` means in a document whose base is `base`, by RFC 3986, sections 5.2.2 to 5.2.4,
/// strictly: `http:g` is not relative. Returns `None` if `base` does not begin with a scheme. If the result has no
/// authority, `/.` precedes a path that begins with `//`. Linear in the lengths of both.
pub(super) fn resolve(base: &str, reference: &str) -> Option<String> {
    let base = Components::of(base);
    let reference = Components::of(reference);
    let scheme = base.scheme?;
    let mut merged = String::new();
    let target = if reference.scheme.is_some() {
        reference
    } else if reference.authority.is_some() {
        Components { scheme: Some(scheme), ..reference }
    } else if reference.path.is_empty() {
        let query = reference.query.or(base.query);
        // The path of the base is not changed, even if it has dot segments.
        return Some(Components { query, fragment: reference.fragment, ..base }.joined(base.path));
    } else {
        if !reference.path.starts_with('/') {
            let is_host_alone = base.authority.is_some() && base.path.is_empty();
            let folder = base.path.rfind('/').map_or(0, |at| at + 1);
            merged.push_str(if is_host_alone { "/" } else { &base.path[..folder] });
        }
        merged.push_str(reference.path);
        let authority = base.authority;
        Components { scheme: Some(scheme), authority, path: &merged, ..reference }
    };
    Some(target.joined(&without_dot_segments(target.path)))
}

/// The components of a URL or a reference. A missing one is not an empty one.
#[derive(Clone, Copy)]
struct Components<'u> {
    scheme: Option<&'u str>,
    authority: Option<&'u str>,
    path: &'u str,
    query: Option<&'u str>,
    fragment: Option<&'u str>,
}

impl<'u> Components<'u> {
    fn of(text: &'u str) -> Components<'u> {
        let (scheme, rest) = match text.split_once(':') {
            Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
            _ => (None, text),
        };
        let (rest, fragment) = split_at_mark(rest, '#');
        let (rest, query) = split_at_mark(rest, '?');
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Components { scheme, authority, path, query, fragment }
    }

    /// Returns the components as one string (section 5.3), with `path` in place of their own.
    fn joined(self, path: &str) -> String {
        let Components { scheme, authority, query, fragment, .. } = self;
        let mut url = String::new();
        let is_hidden_authority = authority.is_none() && path.starts_with("//");
        let prefix = if is_hidden_authority { "/." } else { "" };
        let parts = [
            ("", scheme, ":"),
            ("//", authority, ""),
            (prefix, Some(path), ""),
            ("?", query, ""),
            ("#", fragment, ""),
        ];
        for (before, part, after) in parts {
            if let Some(part) = part {
                url.extend([before, part, after]);
            }
        }
        url
    }
}

fn is_scheme(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(is_inner)
}

fn split_at_mark(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// Returns `path` without its segments `.` and `..` (section 5.2.4).
fn without_dot_segments(path: &str) -> String {
    let mut kept = String::with_capacity(path.len());
    let mut rest = path;
    // What a relative path begins with leads nowhere.
    while let Some(after) = rest.strip_prefix("./").or_else(|| rest.strip_prefix("../")) {
        rest = after;
    }
    if matches!(rest, "." | "..") {
        return kept;
    }
    while !rest.is_empty() {
        // A segment has the slash before it.
        let end = memchr(b'/', &rest.as_bytes()[1..]).map_or(rest.len(), |length| length + 1);
        let (segment, after) = rest.split_at(end);
        if segment == "/.." {
            // Each segment is removed once, so the searches together are linear.
            kept.truncate(kept.rfind('/').unwrap_or(0));
        } else if segment != "/." {
            kept.push_str(segment);
        }
        if matches!(segment, "/." | "/..") && after.is_empty() {
            kept.push('/');
        }
        rest = after;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
    #[test]
    fn the_examples_of_the_document() {
        let base = "http://a/b/c/d;p?q";
        let normal = [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../", "http://a/"),
            ("../../g", "http://a/g"),
        ];
        let abnormal = [
            ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("http:g", "http:g"),
        ];
        for (reference, expected) in normal.into_iter().chain(abnormal) {
            assert_eq!(resolve(base, reference).as_deref(), Some(expected), "{reference}");
        }
    }

    #[test]
    fn other_bases() {
        // (base, reference, result)
        let table = [
            ("http://a", "g", Some("http://a/g")),
            ("http://a", "../g", Some("http://a/g")),
            ("http://a", "?y", Some("http://a?y")),
            ("http://a?q#f", "#s", Some("http://a?q#s")),
            ("http://a/b?c/d", "e", Some("http://a/e")),
            ("http://a/./b/../c", "", Some("http://a/./b/../c")),
            ("http://a/b?q", "c?", Some("http://a/c?")),
            ("http://a//b//c", "..//d", Some("http://a//b//d")),
            ("mailto:jim@a.example", "ann@a.example", Some("mailto:ann@a.example")),
            ("a:b/c", "../../d", Some("a:/d")),
            ("a:b", "./../d", Some("a:d")),
            ("a:b", "./", Some("a:")),
            ("a:b", "é/../ü", Some("a:/ü")),
            ("file:///a/b", "//h/c", Some("file://h/c")),
            ("file:///a/b", "c", Some("file:///a/c")),
            // A path that begins with two slashes would be an authority.
            ("a:/b/c", "/.//d", Some("a:/.//d")),
            ("a:/b/c", "..//d", Some("a:/.//d")),
            // No scheme.
            ("http://a/b", "c_d:e", Some("http://a/c_d:e")),
            ("http://a/b", "./é:ü", Some("http://a/é:ü")),
            ("//a/b", "c", None),
            ("", "http://a/", None),
            ("1a:b", "c", None),
        ];
        for (base, reference, expected) in table {
            assert_eq!(resolve(base, reference).as_deref(), expected, "{base} {reference}");
        }
    }

    /// A search of all segments for each `..` would take hours.
    #[test]
    fn many_segments_take_linear_time() {
        let (down, up) = ("a/".repeat(1 << 20), "../".repeat(1 << 20));
        let expected = Some("http://a/b");
        assert_eq!(resolve("http://a/", &(down.clone() + &up + "b")).as_deref(), expected);
        assert_eq!(resolve(&["http://a/", &down].concat(), &(up + "b")).as_deref(), expected);
        let resolved = resolve(&["http://a/", &down].concat(), "b");
        assert_eq!(resolved, Some(["http://a/", &down, "b"].concat()));
    }

    proptest::proptest! {
        /// Compares with the steps of section 5.2.4 as they are written.
        #[test]
        fn dot_segments_are_removed_as_the_document_says(path in "[./ab]{0,12}") {
            let (mut input, mut output) = (path.clone(), String::new());
            let cut = |output: &mut String| output.truncate(output.rfind('/').unwrap_or(0));
            while !input.is_empty() {
                if input.starts_with("../") || input.starts_with("./") {
                    input.drain(..=input.find('/').expect("it has one"));
                } else if input.starts_with("/./") || input == "/." {
                    input.replace_range(..input.len().min(3), "/");
                } else if input.starts_with("/../") || input == "/.." {
                    input.replace_range(..input.len().min(4), "/");
                    cut(&mut output);
                } else if input == "." || input == ".." {
                    input.clear();
                } else {
                    let end = input[1..].find('/').map_or(input.len(), |at| at + 1);
                    output.extend(input.drain(..end));
                }
            }
            proptest::prop_assert_eq!(without_dot_segments(&path), output);
        }
    }
}

//! News spools: directories in which the path of an article spells the name of its group (A1), as
//! `comp/lang/cobol/1234`.
//!
//! But MH mail folders look the same, and a path does not show which folder begins the group name. So a path names a
//! group only if it contains `spool/news`, or if the message has header fields that only news servers add, and the name
//! begins with a known hierarchy.

/// The directories of INN and C News: articles are below `spool/news` or `spool/news/articles`.
const SPOOL: &str = "spool";
const NEWS: &str = "news";
const ARTICLES: &str = "articles";

/// Top-level hierarchies: the big eight and their predecessors, `alt`, and the largest others.
#[rustfmt::skip]
const HIERARCHIES: &[&str] = &[
    "alt", "at", "aus", "bionet", "bit", "biz", "ch", "clari", "comp", "de", "fa", "fido7", "fj",
    "fr", "gnu", "han", "humanities", "k12", "linux", "microsoft", "misc", "mod", "net", "news",
    "nl", "rec", "relcom", "sci", "soc", "talk", "uk",
];

/// Returns the newsgroup of the article at `path`, if it names one. `is_news` says whether the message has header
/// fields of a news server.
pub(super) fn group(path: &str, is_news: bool) -> Option<String> {
    let (folders, number) = path.rsplit_once(['/', '\\'])?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let folders: Vec<&str> = folders.split(['/', '\\']).collect();
    let names = &folders[name_start(&folders, is_news)?..];
    // A hierarchy alone is not a group: `comp/12` may be a message in any folder.
    (names.len() >= 2 && names.iter().all(|name| is_component(name))).then(|| names.join("."))
}

fn name_start(folders: &[&str], is_news: bool) -> Option<usize> {
    // Below `spool/news` every folder is part of a name, known or not. `articles` there is not: it is skipped.
    if let Some(at) = folders.windows(2).position(|pair| pair == [SPOOL, NEWS]) {
        return Some(at + 2 + usize::from(folders.get(at + 2) == Some(&ARTICLES)));
    }
    // Elsewhere the name begins with the first known hierarchy of the path.
    let is_known = |name: &&str| is_news && HIERARCHIES.contains(name);
    let at = folders.iter().position(is_known)?;
    // `news` is a hierarchy, and also a usual name of the folder that has all hierarchies (`news/comp/text`).
    let is_folder = folders[at] == NEWS && folders.get(at + 1).is_some_and(is_known);
    Some(at + usize::from(is_folder))
}

/// Reports whether `name` is a component of a group name (RFC 5536, section 3.1.4) in the characters that spools use.
fn is_component(name: &str) -> bool {
    let is_name_byte = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'_')
    };
    !name.is_empty() && name.bytes().all(is_name_byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_names_are_read_from_paths() {
        let table = [
            ("comp/lang/cobol/1234", Some("comp.lang.cobol")),
            ("./shelf/comp/lang/c++/7", Some("comp.lang.c++")),
            ("/var/spool/news/tx/politics/12", Some("tx.politics")),
            ("/var/spool/news/articles/tx/politics/12", Some("tx.politics")),
            ("/srv/news/comp/sys/mac/misc/1", Some("comp.sys.mac.misc")),
            ("news/software/readers/55", Some("news.software.readers")),
            ("comp\\text\\9", Some("comp.text")),
            ("Mail/lists/urls/12", None),
            ("Mail/inbox/12", None),
            ("comp/lang/cobol/1234.txt", None),
            ("comp/lang/cobol/", None),
            ("comp/lang/Notes/12", None),
            ("comp/12", None),
            ("12", None),
            ("", None),
        ];
        for (path, expected) in table {
            assert_eq!(group(path, true).as_deref(), expected, "{path}");
            let below_spool = path.contains("spool/news").then_some(expected).flatten();
            assert_eq!(group(path, false).as_deref(), below_spool, "{path}");
        }
    }

    #[test]
    fn an_article_without_groups_in_its_header_gets_that_of_its_path() {
        use urlsift::Extractor;

        use crate::cut::Window;
        use crate::mail::Headers;
        // Path, message, groups.
        let table: [(&str, &str, &[&str]); 8] = [
            ("comp/text/9", "Path: a!b\nFrom: a\nSubject: b\n\n", &["comp.text"]),
            ("comp/text/9", "\nPath: a!b\nFrom: a\nSubject: b\n\n", &["comp.text"]),
            ("comp/text/9", "From: a\nSubject: b\nXref: h comp.text:9\n\n", &["comp.text"]),
            ("Mail/linux/kernel/9", "From: a\nSubject: b\n\n", &[]),
            ("comp/text/9", "Newsgroups: alt.x,alt.y\nSubject: b\n\n", &["alt.x", "alt.y"]),
            ("comp/text/9", "From a Mon\nFrom: a\nSubject: b\n\n", &[]),
            ("comp/text/x", "From: a\nSubject: b\n\n", &[]),
            ("comp/text/9", "no message\n\n", &[]),
        ];
        for (path, message, groups) in table {
            let window = Window::whole(path, format!("{message}http://x.example/\n").into_bytes());
            let mut found = Vec::new();
            for item in window.items() {
                item.find(&Extractor::new(), Headers::Useful, |location, _| {
                    found
                        .push(location.origin().map_or(Vec::new(), |origin| origin.groups.clone()));
                });
            }
            assert_eq!(found, [groups], "{path} {message}");
        }
    }
}

//! The texts of links, and that none of them can harm a terminal.

use urlsift::Extractor;
use urlsift::extract::Forms;
use urlsift_archive::item::Window;
use urlsift_archive::mail::Headers;

use super::*;
use crate::pick::links::Links;

/// Returns the links of a message.
pub(in super::super) fn links(message: &str) -> Links {
    let extractor = Extractor::builder()
        .forms(Forms::default().with(Form::Host))
        .own_schemes(with_scripts(SchemeSet::new()))
        .build();
    let window = Window::whole("-", message.as_bytes().to_vec());
    let mut links = Links::new();
    for item in window.items() {
        item.find(&extractor, Headers::Useful, |place, found| links.add(place, found));
    }
    links.sort();
    links
}

/// Returns all texts of `link` except the URLs that it opens.
fn texts(link: &Link) -> Vec<&str> {
    let mut texts: Vec<&str> = link.places.iter().chain(&link.label).map(String::as_str).collect();
    for reading in &link.readings {
        texts.push(&reading.shown);
        texts.extend(reading.why.as_deref());
        texts.extend(reading.warnings.iter().map(|warning| &*warning.text));
    }
    texts
}

#[test]
fn no_text_of_a_link_has_control_or_hidden_characters() {
    let nasty = "\u{1b}[2J\u{9b}31m\u{7}\u{202e}\u{200b}\u{85}\u{2028}\u{feff}\u{ad}\u{e0041}";
    let page = "To: a\nContent-Type: text/html; charset=utf-8\n\n";
    let messages = [
        format!("A: b\n\n<http://a.example/{nasty}>"),
        format!("A: b\n\n<http://{nasty}.example/>"),
        format!("A: b\n\n<http://u{nasty}:p{nasty}@a.example/>"),
        format!("A: b\n\n<http://a.example/-\nb{nasty}c d>"),
        format!("{page}<a href=\"http://a.example/{nasty}\">http://b.example/{nasty}</a>"),
        format!("{page}<a href=http://a.example/>{nasty}</a>"),
        format!("{page}<a{nasty} src=\"http://a.example/\">{nasty}</a>"),
        format!("{page}<x\u{202e} src=\"http://a.example/\">"),
        "X-\u{1b}[2J: <http://a.example/>\nA: b\n\n".to_owned(),
        "X-\u{202e}: <http://a.example/>\n\n".to_owned(),
    ];
    let (mut count, mut labels) = (0, 0);
    for message in &messages {
        for link in &links(message).all {
            count += 1;
            labels += usize::from(link.label.is_some());
            for text in texts(link) {
                let is_bad = |c: char| c.is_control() || urlsift::url::is_hidden(c);
                assert!(!text.contains(is_bad), "{text:?} of {message:?}");
            }
            for reading in &link.readings {
                let opens = reading.key();
                assert!(opens.bytes().all(|byte| byte.is_ascii_graphic()), "{opens:?}");
                assert!(opens.as_bytes()[0].is_ascii_alphabetic(), "no option: {opens:?}");
            }
        }
    }
    assert!(count >= messages.len() - 2, "{count} links are too few");
    assert!(labels >= 2, "{labels} labels are too few");
}

#[test]
fn a_link_has_the_expected_texts_and_warnings() {
    // (message, URL shown, URL to open, places and warnings of the first link)
    let page = |body: &str| format!("To: a\nContent-Type: text/html\n\n{body}");
    let table = [
        (
            "A: b\n\nhttp://a.example/".to_owned(),
            "http://a.example/ | http://a.example/ | in the text",
        ),
        (
            "A: b\n\nwww.example.org/~jim".to_owned(),
            "http://www.example.org/~jim | http://www.example.org/~jim | in the text | \
             info the text has no scheme; http is assumed",
        ),
        (
            "A: b\n\n<http://www.example.org@a.example:22/>".to_owned(),
            "http://www.example.org@a.example:22/ | http://www.example.org@a.example:22/ | in the text | \
             danger the user looks like a host, and the host comes after it: \"www.example.org\" | \
             warning the scheme allows no user: \"www.example.org\" | \
             warning the port is not the scheme's own and is below 1024: \"22\"",
        ),
        (
            page("<a href=http://evil.example/>http://www.bank\n.example/</a>"),
            "http://evil.example/ | http://evil.example/ | \
             a link of the page: \"http://www.bank .example/\" | \
             danger the link's text names another host: \"http://www.bank .example/\"",
        ),
        (
            // Whitespace that a page does not show does not count toward the limit.
            page(&format!("<a href=http://evil.example/>{}www.bank.com</a>", " ".repeat(5000))),
            "http://evil.example/ | http://evil.example/ | a link of the page: \"www.bank.com\" | \
             danger the link's text names another host: \"www.bank.com\"",
        ),
        (
            page(&format!(
                "<a href='http://evil.example/'>{}<b>www.bank.com</b></a>",
                "&#8203; \n&nbsp;&shy;&#1;".repeat(200)
            )),
            "http://evil.example/ | http://evil.example/ | a link of the page: \"www.bank.com\" | \
             danger the link's text names another host: \"www.bank.com\"",
        ),
        (
            page("<a href='http://B\u{fc}cher.example/'>here</a>"),
            "http://B\u{fc}cher.example/ | http://xn--bcher-kva.example/ | a link of the page: \"here\" | \
             info the host has characters beyond ASCII: \"B\u{fc}cher.example\"",
        ),
        (
            "To: a\n\n<URL:file:///etc/motd>".to_owned(),
            "file:///etc/motd | file:///etc/motd | in the text | \
             danger what opens it looks for a file of its own machine or network: \"file\"",
        ),
        (
            "To: a\n\n<URL:javascript:alert(1)>".to_owned(),
            "javascript:alert(1) | nothing | in the text | \
             danger a program stands in the URL, and is run where it is opened: \"javascript\"",
        ),
        (
            "To: a\n\n<http://a^b.example/>".to_owned(),
            "http://a^b.example/ | nothing | in the text",
        ),
        (
            page("<img src=http://a.example/b.gif>"),
            "http://a.example/b.gif | http://a.example/b.gif | src of img in the page",
        ),
        (
            "To: a\nX-Url: http://a.example/\n\nb".to_owned(),
            "http://a.example/ | http://a.example/ | in the header field X-Url",
        ),
    ];
    for (message, expected) in table {
        let links = links(&message);
        let link = links.all.first().expect("there is a link");
        let best = link.best();
        let mut said = vec![
            best.shown.clone(),
            best.opens().unwrap_or("nothing").to_owned(),
            link.places.join(", "),
        ];
        said.extend(best.warnings.iter().map(|it| format!("{} {}", it.severity, it.text)));
        assert_eq!(said.join(" | "), expected, "{message}");
    }
}

#[test]
fn scripts_are_never_opened_and_odd_hosts_are_dangers() {
    // (URL, whether it is opened, whether it has a danger)
    let table = [
        ("javascript:a", false, true),
        ("JavaScript:a", false, true),
        ("vbscript:a", false, true),
        ("livescript:a", false, true),
        ("mocha:a", false, true),
        ("feed:javascript:a", false, true),
        ("view-source:JAR:javascript:a", false, true),
        ("feed:file:///etc/passwd", true, true),
        ("file:///etc/passwd", true, true),
        ("feed:http://a.example/", true, false),
        ("ssh://-oProxyCommand=x/y", true, true),
        ("ssh://u@-oProxyCommand=x/y", true, true),
        ("http://a.example/-x@-y", true, false),
        ("ms-msdt:/id", true, true),
        ("mailto:a@b.example?attach=/etc/passwd", true, true),
        ("smb://a.example/b", true, true),
    ];
    for (url, is_opened, is_dangerous) in table {
        let warnings = Warning::of_all(url_notes(url).into_iter(), url, None).collect();
        let reading = LinkReading::new(url, None, warnings);
        assert_eq!(reading.opens().is_some(), is_opened, "{url}");
        assert_eq!(reading.severity() == Some(Severity::Danger), is_dangerous, "{url}");
    }
}

#[test]
fn a_host_in_a_picture_or_turned_round_is_a_danger() {
    // (content of a link to http://evil.example/, whether it names another place)
    let table = [
        ("here", false),
        ("<img src=a.gif alt=\"www.bank.example\">", true),
        ("<IMG ALT='Www.Bank.Example'></a>", true),
        ("<img alt=\"evil.example &amp; www.evil.example\">", false),
        ("<img alt=\"http://evil.example/\">", false),
        ("<img alt=a></a> <img alt=www.bank.example>", false),
        ("<bdo dir=rtl>elpmaxe.knab.www</bdo>", true),
        ("<BDO DIR=\"RTL\">elpmaxe.live.www</BDO>", false),
        ("\u{202e}elpmaxe.knab.www", true),
        ("<bdo dir=ltr>elpmaxe.knab</bdo>", false),
    ];
    for (content, is_dangerous) in table {
        let message = format!(
            "To: a\nContent-Type: text/html; charset=utf-8\n\n<a href=http://evil.example/ class=b>{content}</a>"
        );
        let links = links(&message);
        let best = links.all[0].best();
        assert_eq!(best.severity() == Some(Severity::Danger), is_dangerous, "{content}");
    }
}

/// `corpus/notes.tsv` describes the table. `tests/scan/notes.rs` compares the notes of the library with it.
#[test]
fn links_have_the_notes_of_the_table() {
    let mut count = 0;
    for line in include_str!("../../../../../corpus/notes.tsv").lines() {
        let mut columns = line.split('\t');
        let (Some(url), Some(notes)) = (columns.next(), columns.next()) else { continue };
        let notes = notes.split_whitespace();
        let url: String = serde_json::from_str(&format!("\"{url}\"")).expect("it is escaped");
        let found =
            links(&format!("To: a\nContent-Type: text/plain; charset=utf-8\n\n<URL:{url}>"));
        let best = found.all.first().unwrap_or_else(|| panic!("{url}")).best();
        let known = url_notes(&url);
        let message = |note: &str| {
            let (severity, name) = note.split_once(':').expect("a severity and a name");
            let known = known.iter().find(|note| note.name() == name);
            // The user must confirm a file, which `pick` opens itself.
            let severity = if name == "local_file" { "danger" } else { severity };
            format!("{severity} {}", known.unwrap_or_else(|| panic!("{url}: {name}")).message())
        };
        // The text that a note is about follows its message.
        let shown = |warning: &Warning| {
            let text = warning.text.split(": \"").next().unwrap_or_default();
            format!("{} {text}", warning.severity)
        };
        let mut messages: Vec<String> = notes.map(message).collect();
        let mut shown: Vec<String> = best.warnings.iter().map(shown).collect();
        messages.sort();
        shown.sort();
        assert_eq!(shown, messages, "{url}");
        count += 1;
        let (Some(text), Some(severity)) = (columns.next(), columns.next()) else { continue };
        let text: String = serde_json::from_str(&format!("\"{text}\"")).expect("it is escaped");
        let page =
            format!("To: a\nContent-Type: text/html; charset=utf-8\n\n<a href='{url}'>{text}</a>");
        let links = links(&page);
        let link = links.all.iter().find(|link| link.best().shown == url).expect("a link");
        let warnings = link.best().warnings.iter();
        let of_text = warnings.filter(|warning| {
            warning.text.contains("than its text names")
                || warning.text.contains("link's text names")
        });
        let severities: Vec<&str> = of_text.map(|warning| warning.severity.name()).collect();
        assert_eq!(severities.concat(), severity, "{text} {url}");
    }
    assert!(count >= 55, "{count}");
}

#[test]
fn a_danger_is_kept_among_many_of_another_kind() {
    let many = "%0d%0a%00%01%02%03%04%05%06%07%08%09%0b%0c%0e%0f%10%11%12";
    let url = format!("http://a.example/{many}");
    let message = format!(
        "To: a\nContent-Type: text/html\n\n{url} <a href=\"{url}\">www.bank.example</a> {url}"
    );
    let links = links(&message);
    let best = links.all[0].best();
    let texts_of_warnings: Vec<&str> = best.warnings.iter().map(|warning| &*warning.text).collect();
    let hides = |what| format!("an escape hides a control character: \"{what}\"");
    let another = "the link's text names another host: \"www.bank.example\"";
    assert_eq!(texts_of_warnings, [&hides("%0d"), &hides("%0a"), &hides("%00"), another]);
    assert!(best.warnings.iter().all(|warning| warning.severity == Severity::Danger));
}

//! Tables of hosts and addresses without a scheme.

extern crate std;
use core::ops::Range;
use std::string::String;
use std::vec::Vec;

use crate::bare::host_name::last_label;
use crate::{Config, Domain, Encoding, Form, Forms, Haystack, Scanner};

/// Returns the forms of hosts.
fn hosts() -> Forms {
    Forms::none().with(Form::Www).with(Form::Host)
}

/// Returns the text of `row` with marks around each match.
fn marked(row: &str, forms: Forms) -> String {
    marked_with(Config::new().forms(forms), row)
}

fn marked_with(config: Config, row: &str) -> String {
    let text = row.replace(['«', '»'], "");
    let scanner = Scanner::with_config(config);
    let mut marked = String::new();
    let mut at = 0;
    for wrapper in scanner.find_iter(&text) {
        let outer = wrapper.outer();
        marked += &[&text[at..outer.start], "«", &text[outer.clone()], "»"].concat();
        at = outer.end;
    }
    marked + &text[at..]
}

#[test]
fn hosts_without_a_scheme_are_found() {
    let table: &[&str] = &[
        "see «www.example.org», «example.org/a(b)» and («example.org/»).",
        "«one.org/» : «two.org/»; («one.org/»)(«two.org/»)",
        "«example.org:8080/a», «google.com»: // no port",
        "«example.com?q=1»? «example.com#f».",
        "«9292.nl» «a12.b-c.com» «президент.рф/ä» «хост.xn--p1ai»",
        "«ä.example.org»",
        "<«domain.com/foo»> \"«example.org/»\" '«example.org/b»'",
        "«example.com/@about» «s.l.o.w.io» «FTP.FOO.BAR/BAZ» «News.Com» «WEB.DE» «s.com»",
        "tests!«brennan.com». *«nick.ca»*",
        // Marks before `www.`, and underscores in labels.
        "=«www.one.com» @«www.two.com» .«www.three.com» ~«www.four.com» -----«www.five.com»---- _«www.six.com»_ ~~«www.seven.com»~~",
        "ORDER.....«www.example.com/order» Page 1..«www.example.com/1» ...«www.example.com»",
        "«x_www.example.com» www.example.com_x x.y@www.example.com \"x\"@www.example.com /www.example.com",
        "«uc_test.example.com» «a.b_c.example.com/d» «a_b.c_d.ab.example» x_y.com _a.example.com test_ftp.Case.testName",
        // Texts that are not hosts.
        "v1.1.1 1.0.0.0/foo 1.0. e.g. i.e. U.S.A. example. example./",
        "www.example..com -a.com a-.com a.b-.com _example.com www.foo",
        "ab/example.com /path/to/file.pl //example.com \\example.com $a.bc",
        // Small countries, words and extensions of files need a path; words do not below another label.
        "git.bb call.kw README.md#a main.rs? log.py:80 Makefile.am data.buf.in lib.so «git.bb/a» «docs.rs/memchr» «www.git.bb»",
        "over.It run.pl channels.by broken.us «new.blogs.it» «archie.example.no» «cd.ch» «cd.de» «kernel.dk» «SF.NET» «Search.NL»",
        // Keys and values of programs, and tails of broken words and hosts.
        "name=ab.example d=ab.example; url=«ab.example/c» «Ab.example» = 1 (x == «ab.example»)",
        " \n«title.example»\n==========\none.example = «TWO.EXAMPLE»\ntwo.example=1\n> «a.example» is == b",
        "http://www.\nab.example https://docs.\n> ab.example/c my-\nbank.example --\n«ab.example»",
        "jim at example.org, look at «www.example.org» and at «example.org/a»",
        "jim <at> ab.example jim[AT]ab.example jim AT ab.example jim|at|ab.example jim @ ab.example jim@ ab.example, jim@\n> ab.example",
        "at\n«ab.example» flat «ab.example» «at.example» ab.example!cd.example!jim",
        "jim.example at mail.example. «jim.example» at noon",
        // Marks that hide text, and emphasis.
        "lin··.@com··c.nz gvw@ix.··m.example mart·.example.com eresrch*eskimo.example exam…ple.com exam*ple.com",
        "*«www.example.org»* **«example.org»** «www.example.org»… (•«www.example.org»•) lin··@www.ex.example",
        "os.path(x) a.name=1 a.items[0] std.io::x foo.pl:main a.bc:700000 a.bc:80x",
        "foo.bar@example.org example.com@about @address.net git@example.org:a/b.git",
        "www.x://h a.http://h a.bc+http://h",
    ];
    for row in table {
        assert_eq!(marked(row, hosts()), *row);
    }
}

#[test]
fn addresses_without_a_scheme_are_found() {
    let table: &[&str] = &[
        "write to «jim@example.org», <«jim@example.org»> or \"«jim.x@example.org»\".",
        ",«a@example.com»,:«a@example.com»:;«a@example.com»; («a@example.com»)",
        "«o'malley@example.com.au» '«test@example.test»' email='«foo@bar.com»'",
        "«~emersion/soju-dev@lists.sr.ht» «bounce+jim=example.org@list.example»",
        "«foo+bar@gmail.com» «a@foo-bar.com» «üñîçøðé@üñîçøðé.com»",
        "..«foo@example.com» a..«b@example.com» *«a@b.example»* «_a@b.example»",
        "_«a@b.example»_ __«a_b@c.example»__ (_«a@b.example»_)",
        "«jan@example.com»:1234 «git@example.org»:a/b.git",
        "nick:«f@gmail.com» «a@xy.com»;«b@xy.com»,«c@xy.com» «a@example.com»-",
        // Texts that are not addresses.
        "@ a@ @a @@@ .@example.com foo.@example.com a@b a@b. a@-foo.com a@b-. n@.  b",
        "a@1.2.3.4 \"jim\".x@example.org a@b@c.example",
    ];
    for row in table {
        assert_eq!(marked(row, Forms::none().with(Form::Address)), *row);
    }
}

#[test]
fn a_letter_before_the_search_precedes_no_host() {
    let scanner = Scanner::with_config(Config::new().forms(hosts()));
    let table = [
        ("äbc.example", 2, None),
        (" bc.example", 1, Some(1..11)),
        ("«bc.example", 2, Some(2..12)),
    ];
    for (text, at, found) in table {
        assert_eq!(scanner.find_at(text, at).map(|wrapper| wrapper.outer()), found, "{text}");
    }
}

#[test]
fn local_parts_have_at_most_250_bytes() {
    let forms = Forms::none().with(Form::Address);
    for (length, is_found) in [(249, true), (250, true), (251, false), (5000, false)] {
        let row = ["«", &"/a".repeat(length)[1..=length], "@example.org»"].concat();
        let row = if is_found { row } else { row.replace(['«', '»'], "") };
        assert_eq!(marked(&row, forms), row, "{length}");
    }
}

#[test]
fn hosts_addresses_and_bare_urls_are_found_together() {
    let table: &[&str] = &[
        "«www.a.example/b@c.example» «a=b.example/c@d.example» «c@d.example» «mailto:c@d.example» «http://e.example/f.gh»",
        "<«URL»: «a.example/b»> «news:comp.lang.c» nick.x@«http://facebook.com»",
    ];
    for row in table {
        let expected = row.replace("«URL»", "URL");
        assert_eq!(marked(row, Forms::all()), expected);
    }
}

#[test]
fn the_domain_decides_whether_a_host_counts() {
    let domain_of = |host: &[u8]| match last_label(host) {
        b"org" | b"bb" if host.contains(&b'.') && host != b"org.bb" => Domain::Known,
        b"name" => Domain::Doubtful,
        _ => Domain::Unknown,
    };
    let config = Config::new().forms(hosts()).domains(domain_of);
    let table: &[&str] = &[
        "«ab.org»? my.name my.name?! my.name:80 my.name#a «x.name/» b.com «a.org.bb»",
        "«www.b.com» x.txt?«c.org/d;e.org» «FTP.b.com:21/» «www.b.co».. «www.b.org»... www.b.org.crt «www.org.crt»",
        "http://b.org.\n«c.org» http://b.\nc.org http://my.name.\nc.org",
    ];
    for row in table {
        assert_eq!(marked_with(config.clone(), row), *row);
    }
}

/// A text, and the ranges of its hosts in bytes of an unknown charset and in UTF-8.
type Row = (&'static [u8], &'static [(usize, usize)], &'static [(usize, usize)]);

#[test]
fn the_encoding_decides_about_non_ascii_letters() {
    let forms = hosts();
    let scanner = Scanner::with_config(Config::new().forms(forms));
    let table: &[Row] = &[
        (b"see b\xFCcher.example\xA0or a.bc.de", &[(4, 18), (22, 29)], &[(22, 29)]),
        // A letter of Windows-1252 or of Windows-1251, and quotation marks of both.
        (b"b\x9Acher.example \x8Aa.example", &[], &[]),
        (b"\x93ab.example\x94 b.c.example\x97", &[(1, 11), (13, 24)], &[(1, 11), (13, 24)]),
        (b"to\x97ab.example bc.example\x96c", &[(3, 13), (14, 24)], &[]),
    ];
    for &(text, bytes, utf_8) in table {
        for (encoding, expected) in [(Encoding::Bytes, bytes), (Encoding::Utf8, utf_8)] {
            let input = Haystack::new(text).encoding(encoding);
            let range = |outer: Range<usize>| (outer.start, outer.end);
            let found: Vec<_> =
                scanner.find_iter(input).map(|found| range(found.outer())).collect();
            assert_eq!(found, expected, "{} {encoding:?}", text.escape_ascii());
        }
    }
}

/// Nothing after a hidden character in a word is linked, and no host that goes on after one (W11).
#[test]
fn hidden_characters_join_words() {
    let table: &[&str] = &[
        // A dot stands for the hidden character.
        "www.ba·nk.com www.·bank.com www.bank.com·.evil.com a.bank.com.·evil.com",
        "m·ller@a.com muller@ex·ample.com muller@a.com·.evil.com muller·@a.com -·a.com",
        "www.a·ba·nk.com/www.b.com x/·a.com ·«www.bank.com» (·«bank.com»·)·",
        "«www.bank.com»· «www.bank.com»·. «www.bank.com»·/x «bank.com»· x ·«muller@a.com»·",
        "«http://a.example/b»·c.com «http://ba»·nk.com",
    ];
    let hidden = "\0\u{8}\u{1b}\u{7f}\u{90}\u{ad}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}\u{202e}\u{2060}\
                  \u{2066}\u{2069}\u{feff}\u{fffc}\u{fffd}\u{e0001}";
    let forms = Forms::all();
    for hidden in hidden.chars() {
        for row in table {
            let row = row.replace('·', &String::from(hidden));
            assert_eq!(marked(&row, forms), row, "{}", hidden.escape_unicode());
        }
    }
    // Characters beside a letter do not end a URL.
    for hidden in "\u{200c}\u{200d}\u{fe0f}\u{e0041}\u{e0100}".chars() {
        for row in &table[..4] {
            let row = row.replace('·', &String::from(hidden));
            assert_eq!(marked(&row, forms), row, "{}", hidden.escape_unicode());
        }
    }
    // A joiner between letters that may need one belongs to them.
    let row = "«www.نامه\u{200c}ای.com» «نامه\u{200c}ای@a.com» www.نامه\u{200c}a.com";
    assert_eq!(marked(row, forms), row);
}

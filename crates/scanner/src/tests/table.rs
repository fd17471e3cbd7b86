//! Texts and what the scanner finds in them, rule by rule. The corpus has whole examples; these rows have the limits.
//!
//! In a row, `«»` are around each range found, with its delimiters, and `⟦⟧` around text that does not belong to the URL:
//! quote marks between two of its lines, and punctuation that was dropped from its end.

use std::string::{String, ToString};
use std::vec::Vec;

use crate::bare::host_name::last_label;
use crate::scanner::cursor::Cursor;
use crate::{Config, Domain, Encoding, Form, Forms, Haystack, Scanner, Wrapper};

/// Returns `row` without marks.
fn unmarked(row: &str) -> String {
    row.replace(['«', '»', '⟦', '⟧'], "")
}

/// Returns `text` with marks around `found`.
fn marked<'h>(text: &str, found: impl IntoIterator<Item = Wrapper<'h>>) -> String {
    let mut marks = Vec::new();
    for wrapper in found {
        let (outer, tail) = (wrapper.outer(), wrapper.tail());
        let lines: Vec<_> = wrapper.lines().collect();
        marks.push((outer.start, "«"));
        marks.extend(lines.windows(2).flat_map(|pair| [(pair[0].end, "⟦"), (pair[1].start, "⟧")]));
        marks.push((outer.end, "»"));
        if !tail.is_empty() {
            marks.extend([(tail.start, "⟦"), (tail.end, "⟧")]);
        }
    }
    let mut marked = String::from(text);
    for (at, mark) in marks.into_iter().rev() {
        marked.insert_str(at, mark);
    }
    marked
}

/// Checks that the scanner finds the marked ranges of each row.
fn check(rows: &[&str], config: &Config) {
    let scanner = Scanner::with_config(config.clone());
    for row in rows {
        let text = unmarked(row);
        assert_eq!(marked(&text, scanner.find_iter(&text)), *row);
    }
}

fn forms(forms: &[Form]) -> Config {
    Config::new().forms(forms.iter().copied().collect())
}

#[test]
fn urls_with_a_scheme_are_found() {
    check(ROWS, &Config::new());
}

const ROWS: &[&str] = &[
    // W1: form `url`.
    "«<URL:http://a.example/>» «<url: http://a.example/ >» < URL : «http://a.example/»>",
    "«<URL:URL:http://a/>» «<URL://http://a/>» «<URL://a.example/b>» «<URL:x-any:b>» <URL:x-any>",
    "«<URL:h t t p : / / a>» <URL:http:> <URL:http://>> <URL:URL:> <URL:> «<URL:any-thing.1+x:y>»",
    "«<URL:http ://a/>» <URL:hypertext transfer:a> <URL:x-any ://a/> <URL: see «http://a/»>",
    "<URL:ma- ilto:a@b> <URL::> <tn3270:23/> «<            URL:   http: //a/>»",
    "«<URL:\n     http://a/>»",
    "«<\nURL:http://a/>»",
    "«<URL:http⟦\n> ⟧://a/>»",
    "«<URL: h t\tt⟦\n⟧p⟦\n⟧://a/>»",
    "<URL:h\n\n«ttp://a/»>",
    "«<URL:unkn⟦\n⟧own://a/>»",
    "<URL:unkn\nown:a>",
    "<URL:see\n«http://a/»>",
    "«<URL:pros-⟦\n⟧pero://a/>»",
    "«<URL:ma-⟦\n⟧ilto:a@b>»",
    "«<URL: url:\nURL://http://a/>»",
    // W2: form `angle`.
    "«< http://a/b >» «<x-any://a>» <x-any:a> <c://dir> <ht «tp://a»> «<http: //a>» <http: a>",
    "<File: ATT00003.txt> «<mailto: a@b>» «<mailto:a at b.example>» <«<http://a>»>",
    "<user@example.org> <ma-ilto:a@b> <o:p> <std::string> <a href=«\"http://x.example/\"»>",
    "<NSLayoutConstraint:0x1> <10:30> <                http: //a/> <3com://a>",
    "<\nhttp://\n>",
    "«<ht⟦\n⟧tp://a>»",
    "«<x-a⟦\n⟧n⟦\r\n ⟧y://a/>»",
    "<Proxy\n«balancer://a/»>",
    "<Copies of\n«this://a/»>",
    "«<ht-⟦\n> ⟧tp://a/>»",
    "«<h⟦\n⟧t⟦\n ⟧t⟦\n⟧p⟦\n⟧://a/>»",
    "<see\n«http://a/»>",
    // W3: quote marks.
    "> «<http://a/⟦\n⟧b>»",
    "«<http://a/\n>»",
    "«<http://a/⟦\n> ⟧b>»",
    "«<news:a\n>» b c>",
    "> «<news:a⟦\n> ⟧b c>»",
    "> «<news:a\n> >»",
    "> > «<news:a⟦\n> ⟧b\n> >»].",
    "> > «<news:a\n> >».\n> > c",
    "> > «<news:a⟦\n> ⟧b⟦\n> > ⟧c>»",
    "| «<news:a⟦\n| ⟧b>»",
    "JD> «<news:a⟦\nJD> ⟧b>»",
    "> <mailto:\n> > a-\n> > b at c.example>",
    "> a «<http://a/⟦\n>⟧! b>»",
    ">> «<news:a⟦\n>>\n> ⟧b>».",
    ">> <news:a\n>>\n> b c>.",
    ">> <news:a\n>>\n>>\n> b>.",
    "«<news:a/⟦\n> ⟧b⟦\n> > ⟧c>»",
    "«<news:a\n>» b\n> > c>",
    "«<news:a:⟦\n> ⟧b-⟦\n> > ⟧c at d>»",
    "«<news:a\n>» b\n> c>",
    "> «<news:a-⟦\n> > ⟧b⟦\n> > > ⟧c>»",
    "«<mailto:⟦\n> ⟧b at c>»",
    "«<news:a:\n>» b at c>",
    "«<news:a%⟦\n> ⟧20b⟦\n⟧c>»",
    "«<news:a%2\n>» 0 b>",
    "«<news:a%\n>» 2 b>",
    "JD> > «<http://aaa/⟦\n> ⟧bbb>»",
    "<«http://aaa/»\n| bbb>",
    "«<http://aaa/\n>» «<http://x>»",
    "«<http://aaa/\n>» -> see",
    "> > <«http://aaa/»\n> > .",
    "> «<http://aaa/⟦\n>⟧.bbb>»",
    "> «<http://aaa/\n>».bbb",
    "><«http://aaa/»\n>.bbb",
    // W4: limits.
    "<«http://a/» <b> <«URL:http://a/b» -> <news:a -> <news:a b --> c> «<news:a->» «<news:a b- >»",
    "<«http://a/»\n\nb>",
    "«<URL:http://a/⟦\n\n⟧b>»",
    "<«URL:http://a/»\n\n\nb>",
    "<«URL:http://a/»\n\nb c>",
    "> «<http://a/⟦\n>\n> ⟧b>»",
    "a\n\nb\n\nc\n\nd\n\n«<URL:http://a/⟦\n\n⟧b>»",
    "<news:a b\nc =>",
    "> «<news:a⟦\n> ⟧->»",
    ": x «<news:a⟦\n: ⟧b⟦\n: ⟧=>»",
    ": x <news:a\n: b\n: c =>",
    "x\n\n\ny\n\n\nz\n\n\n\nx\n\n\n«<news:a⟦\n\n\n⟧b>»",
    "x\n\n\ny\n\n\nz\n\n\n\nx\n\n\n<news:a\n\n\n\nb>",
    "x\n\n\ny\n\nz\n\n\n\nx\n\n\n<news:a\n\n\nb>",
    "x\n\n\ny\n\n\nz\n\n\n<news:a\n\n\nb>",
    "x\n\ny\n\nz\n\nx\n\n«<news:a⟦\n\n⟧b>»",
    "x\n\ny\n\nz\n\nx\n\n<news:a\n\n\nb>",
    "x\n\ny\nz\n\nx\n\n<news:a\n\nb>",
    "y\n\nz\n\nx\n\n<news:a\n\nb>",
    "x\n\ny\n\nz\n\nx\n\n«\"news:a⟦\n\n⟧b\"»",
    // W5: prose.
    "«<URL:http://a/b c>» «<URL:http://a/b. C d e f>» «<URL:http://a/ http://b/>»",
    "«<URL:http://a/? http://b/>» <«http://a» b> «<http://a /b>» «<http://a.b c.d/e>»",
    "<«http://a/b»⟦,⟧ c> «<http://a/b c>» <«http://a/» \"b\"> <«http://a/» [b]>",
    "<«http://a/»|the plan> «<http://a/b |c>» <«file:///C»| /a> «<mailto:a@b?subject=c, d>»",
    "<«http://a/»[«http://b»]> «<http://a/?b=[http://b]>» «<http:  //x.example>»",
    "«<http:// x.example/>» «<http://x.example ?q>» «<http://x.example :80/>»",
    "<«http://x.example» : it> <«http://x.example» w/o frames> «<http://exam ple/path>»",
    "<«http://x.example» down.> <«http://x.example» «see://y»>",
    "<«http://x.example/a» s\u{200b}ee:/\u{200b}/y> «<http://x.example/a \u{200b}://y>»",
    "<tel:+47 72 84 83 36 Fax: +47 73 89 20 79> «<http://x.example/?a|b c>»",
    "<«http://x.example/C»|/a|b c> <«http://lists.example/x» at y. Then>",
    "«<http://user at host.example/x>» <«http://x.example» at noon>",
    "«<http://x.example/u at y.example>» «<http://x\u{200b}.example/>»",
    "«<http://x.example\u{200b}is/>» <«http://x.example»\u{a0}is> «<URL:http: the protocol>»",
    "«<URL:http://x.ex. ample/a b c d>» <«URL:http://x.example/a» «http://y»>",
    "«<http://a/⟦\n⟧http://b/>»",
    "«<http://a/?⟦\n⟧http://b/>»",
    "<«http://x.example»\nis down>",
    "<«http://x.example/»\nb. C>",
    "«<http://x.example/aw⟦\n⟧w://y>»",
    // W6: form `quote`.
    "«\"http://a.example/\"» \"«http://a/» b\" «\"http://a/ ?b\"» \"«http://a» \"so\"",
    "\\\"«http://a/»⟦\\⟧\" \"«x-any://a»\" \"urn:a:b\" \" «http://a/»\" \"news:a>b\"",
    "«\"http://a/⟦\n⟧b\"»",
    "«\"ht⟦\r\n  ⟧tp⟦\n⟧://a/\"»",
    "«\"ht-⟦\n⟧tp:⟦\n⟧//a/\"»",
    "\"x-a\n«ny://a/»\"",
    "«\"news:a⟦\n> ⟧b⟦\n⟧c\"»",
    "\"news:a\n> b c\"",
    "\"«http://x.example/b»\n«http://y.example/»\"",
    "\"«http://x.example/ns#»\n«http://y.example/»\"",
    "«\"http://x.example/?to=⟦\n⟧http://y.example/\"»",
    // W7: form `prefix`.
    "«URL:http://a.example/»⟦.⟧ «URL: //http://a/» «url:news:a.b» URL:foo:bar",
    "URL:Site:«www.a.example» aURL:«http://b/» «URL:bitcoin://a,b» URL:«x-any://a.example/»",
    "URL:x-foo:bar URL:URL:x-foo:bar URL:a.example:b URL:localhost:80/",
    "URL:\n«http://a.example/»",
    // W8: the shape of each scheme.
    "«http://x» «http://é.example/» http::Request http:42 http:///x «file:///etc/motd» file:name",
    "«file:/» file:/// «file://h.example» file://... «file://../a» «ldap:///o=Example» ldap:/x",
    "«mailto:user%40example.org» mailto:@example.org mailto:user@ mailto:user",
    "«news:123@example.org» news:flash news:The. news:... «nntp:comp.lang.c/12345»⟦.⟧ And",
    "nntp:comp.lang.c nntp:comp/12345 nntp:comp.lang.c/12345.html nntp:comp.lang.c/12345/6",
    "nntp:comp.lang.c/a nntp:comp./1 nntp:9 «tel:+41-22» «tel:0000» tel:** «doi:10.1000/182»",
    "doi:none «mid:a@b» cid:part «urn:x-a:b» urn:x_a:b urn:isbn urn::x «data:,x» data:data",
    "«geo:48.2,16.3» geo:graphy «magnet:?xt=urn:btih:c12f» magnet:field skype:name",
    "«urn:isbn:0451450523» «nntp:comp.lang.c/12345» «mailto:a@b?c» Tel:01 635 9760",
    "«tel:01»⟦,⟧ 635 «skype:name?call» mailto:a. b@c «NEWS:*»⟦*⟧ bitcoin:* news:«news:*»",
    "doi:«doi:10.1/x» mailto:@«mailto:a@b»",
    // W8: where a URL begins.
    "at«http://a/» a.example«https://a.example/» «xftp://a.example/» «git+https://a.example/»",
    ".«http://a.example/» --«http://a.example/» «x+http://a.example/» _«http://a.example/»",
    "é«http://a.example/» 1«http://a.example/» \\xa0«https://a.example/» \\fB«git://a.example/»",
    "\\fB«x-any://a.example/» \\«fcftp://a.example/» \\«nntp://a.example/» \\(«http://a.example/»",
    "\\«news:comp.lang.c» 1.«http://a.example/» 1a.«http://a.example/» ://a.example/",
    "-://a.example/ 123://a.example/ http:// http://? http://. view-source:«http://a.example/»",
    "«x-news://a.example/» «HTTP://A/» http:a «x-any://a» x://a http%s://%s",
    // W8: message-ids in brackets.
    "«news:⟦<⟧a@b.example>» «news:⟦<⟧a@[b]>» «news:⟦<⟧a@b>»c> «news:⟦<⟧a^`{|}@b>»",
    "«news:⟦<⟧a@[IPv6:2001:db8::1]>» news:<a@[b> news:<a@[b_c]> news:<a@b[c]> news:<a..b@c>",
    "news:<.a@b> news:<a.@b> news:<a@b@c> news:<a:b@c> news:<é@c> news: <a@b.example>",
    "news:<comp.lang.c> mid:<a@b.example>",
    // W8: marks that end a URL.
    "«http://a.example/a(b)c»] «http://a.example/?a[]=1»",
    "«http://a.example/b»[«http://a.example/b»] «http://a.example/»]() «http://a.example»[b]",
    "«http://[::1]:80» «http://u@[::1]» http://[a]/ «http://a.example/b»`c «http://a.example/é»。次",
    "«http://a.example/»\u{85}b «http://a/b»\u{ad}c «http://a.example/i’m» «http://a.example/i»’",
    "«http://a.example»' «x-any://a'b» '«http://a.example/a»',1 '«http://a.example/a'b»'",
    "«http://a.example/b»⟦\\⟧\" «http://a.example/b»\\(rq «http://a.example/b_\\(cd\\)»",
    "«http://a.example/b»&gt;&lt; «http://a.example/?b&gtc»",
    "«http://a.example/b»«https://b.example/» «http://a.example/b»⟦,⟧«https://b.example/»",
    "«http://a.example/b»⟦;⟧«https://b.example/» «http://a.example/?b,https://b.example/»",
    ",«http://a.example/b»⟦,c⟧ «http://a.example»«http://b.example/»",
    "«http://a.example/b/http://c.example/» «http://a.example/?b=chttp://c.example/»",
    "«http://a.example/b»│ «http://a.example/b»… «http://a.example/b»下c «http://a.example/b/»⟦下⟧。",
    "«http://a.example/下» «http://a.example/b:富士山.jpg» «http://a.example/b%C3%A9下.c»",
    "«http://a.example/b»⟦!下⟧。 «http://a.example/b_下(c)» «http://a.example/b/ž下»",
    "«http://a.example»下 «http://a.下» «http://下a.example/下» «http://a.example/b»⟦(c⟧ d)",
    "«http://a.example/b(c» d «http://a.example/b»⟦{c⟧ d} «http://a.example/{b}c»",
    "«http://a.example/\u{200d}» «http://u:!$&'()*+,;=@a.example/» «http://a.example»'/>",
    "«http://a.example»(b) «http://a.example»&x=y «http://a.example&x=y@b.example/»",
    "«http://a.example»,b/@c «http://a,b@c,d@e»,f <A <«http://a» «http://a/b»⟦|c⟧",
    "«http://a\\&.example/» «http://a»\\&b.example/ «http://a\\-b.example/»",
    "«http://a»\\xb.example/",
    "«http://a/b=|c» «http://a/b»⟦|c⟧ «http://a»|b [«http://a/b»|c] «http://a/b»| c",
    "a «http://a/b»⟦|⟧«http://c/»|d \\u003c«http://a/b»|c\\u003e \\u003c«http://a/b»\\u003e",
    "1,«http://a/b»⟦,⟧«http://c/d»⟦,e⟧",
    // W8: punctuation that is dropped from the end.
    "«http://a.example/b»⟦.⟧ c «http://a.example/b»⟦!?⟧ «http://a.example/(b)»",
    "«http://a.example/b»⟦.⟧) «http://a.example/b»⟦(⟧ «http://a.example/'a'»⟦'⟧",
    "«http://a.example/a''»⟦'⟧ «http://a.example/b»⟦*⟧ «http://a.example/b»⟦’s⟧",
    "«http://a.example/b.c»⟦'s⟧ «http://a.example/»⟦'s⟧ «http://a.example/it's»",
    "«http://a.example»’s _«http://a.example/b»⟦_⟧ ~~«http://a.example/b»⟦~~⟧",
    "==«http://a.example/b»⟦==⟧ «http://a.example/b_» «http://a.example/b»⟦____⟧",
    "«http://a.example/__b__» «http://a.example/b»⟦©⟧ «http://a.example/😀»",
    "«http://a.example/b»⟦1\u{fe0f}\u{20e3}⟧ «http://a.example/b»⟦❤\u{fe0f}⟧",
    "«http://a.example/?b=✓» «http://a.example/b»⟦[1]⟧ «http://a.example/?b[1]»",
    "«http://a.example/0.[123]» «http://a.example/b»⟦[cd]⟧ «http://a.example/b[c]»",
    "«http://a.example/[name]» «http://a.example/»⟦[Name]⟧ «http://a.example/#b=c[de]»",
    "«http://a.example/b»⟦[c,d=e].⟧ «http://a.example/b»⟦[^]⟧ «http://a.example/b»⟦[]⟧",
    "«http://a.example/b»⟦[/url]⟧ «http://a.example/?b[c]=d» «http://a.example/?b=*»",
    // W8, J5: masked addresses.
    "«mailto:a at b.example»⟦,⟧ or «http://a/b» at c.example/d «news:alt.2600» at b.example",
    "«mailto:a@c» at b.example «mailto:a%40c» at b.example mailto:a?c at b.example",
    "mailto:a#c at b.example «http://h/list at b.example/2004-May»",
    "«http://h/?a=jim at b.example&x=1» «http://h/?a=jim» at b.example",
    "«http://h/list» at «www.b.example/» «svn+ssh://jim at b.example/trunk»",
    "«http://jim at b.example/trunk» «http://jim» at b.example",
    "«http://localhost» at b.example/trunk «ftp://a.c» at b.example/",
    // W9: order.
    "«<URL:http://a/>» «http://b/» «\"http://c/\"» <«http://a/» «http://b/»>",
    "\"«http://a/» b c «http://d/»\" <URL:«<http://a>»> «http://a/»«<http://b>»",
    "«http://a/http://b» <URL:«\"http://a\"»>",
];

#[test]
fn urls_with_a_damaged_scheme_are_found() {
    check(
        &[
            "«http:/a.example/» «http:\\\\a.example\\b» «http:///a.example/» «http:://a.example» «http:// a.example»",
            "ftp:«ab.example» «http:a.example» _http:/a.example xhttp:/a.example http:/a http//a.example",
            "http: //a.example «http:\\/\\/a.example\\/b»",
        ],
        &Config::new().forms(Forms::all()),
    );
}

#[test]
fn hosts_without_a_scheme_are_found() {
    check(HOSTS, &forms(&[Form::Www, Form::Host]));
}

const HOSTS: &[&str] = &[
    "see «www.example.org», «example.org/a(b)» and («example.org/»).",
    "«one.org/» : «two.org/»⟦;⟧ («one.org/»)(«two.org/»)",
    "«example.org:8080/a»⟦,⟧ «google.com»: // no port",
    "«example.com?q=1»⟦?⟧ «example.com#f»⟦.⟧",
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

#[test]
fn addresses_without_a_scheme_are_found() {
    check(ADDRESSES, &forms(&[Form::Address]));
}

const ADDRESSES: &[&str] = &[
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

#[test]
fn all_forms_are_found_together() {
    check(ALL_FORMS, &Config::new().forms(Forms::all()));
}

const ALL_FORMS: &[&str] = &[
    "«www.a.example/b@c.example» «a=b.example/c@d.example» «c@d.example» «mailto:c@d.example» «http://e.example/f.gh»",
    "<URL: «a.example/b»> «news:comp.lang.c» nick.x@«http://facebook.com»",
    "«user@www.a.bc»/x a.bc!d «a.www.b.example» «jim@www.a.example» «www.b.example» «http://a/www.b.example»",
    "<«jim@a.example»> x@[1.2.3.4] www.a.example:x «éwww.a.example»",
];

#[test]
fn the_domain_decides_whether_a_host_counts() {
    let domain_of = |host: &[u8]| match last_label(host) {
        b"org" | b"bb" if host.contains(&b'.') && host != b"org.bb" => Domain::Known,
        b"name" => Domain::Doubtful,
        _ => Domain::Unknown,
    };
    let rows = &[
        "«ab.org»⟦?⟧ my.name my.name?! my.name:80 my.name#a «x.name/» b.com «a.org.bb»",
        "«www.b.com» x.txt?«c.org/d;e.org» «FTP.b.com:21/» «www.b.co».. «www.b.org»... www.b.org.crt «www.org.crt»",
        "http://b.org.\n«c.org» http://b.\nc.org http://my.name.\nc.org",
    ];
    check(rows, &forms(&[Form::Www, Form::Host]).domains(domain_of));
}

/// The marks that end a URL after a partner before it, and W8's bounds on bytes.
#[test]
fn partners_and_bounds_end_a_url() {
    let found = |text: &str| Scanner::new().find(text).map(|found| found.outer().len());
    assert_eq!(found("»http://a.example/b« c"), Some("http://a.example/b".len()));
    assert_eq!(found("http://a.example/b« c"), Some("http://a.example/b«".len()));
    let long = |len: usize| "/a".repeat(len)[1..=len].to_string();
    let address = |len| long(len) + "@example.org";
    let scanner = Scanner::with_config(forms(&[Form::Address]));
    let id = |len| ["news:<a@", &"b".repeat(len - 4), ">"].concat();
    for len in [250, 251, 5000] {
        assert_eq!(scanner.find(&address(len)).is_some(), len == 250, "{len}");
        assert_eq!(found(&id(len)).is_some(), len == 250, "{len}");
    }
    for count in [crate::config::MAX_GAPS, crate::config::MAX_GAPS + 1] {
        let text = ["<URL:http://a.example/", &"a ".repeat(count), "a>"].concat();
        assert_eq!(found(&text) == Some(text.len()), count == crate::config::MAX_GAPS, "{count}");
    }
}

/// W3 decides what an ambiguous `>` is, and the other reading is available on demand.
#[test]
fn a_doubtful_bracket_can_be_read_either_way() {
    // The row by W3, and the row with the `>` in doubt read the other way.
    let table: &[(&str, Option<&str>)] = &[
        ("«<news:a⟦\n⟧b>»", None),
        ("«<news:a⟦\n> ⟧b>»", Some("«<news:a\n>» b>")),
        ("«<news:a\n>» b\n> c>", Some("«<news:a⟦\n> ⟧b⟦\n> ⟧c>»")),
        ("«<news:a\n>» b c", None),
        ("«<news:a\n>» b\nc d", None),
        ("«<news:a\n>»", None),
        ("> «<news:a⟦\n> ⟧b>»", None),
    ];
    for &(row, other) in table {
        let text = unmarked(row);
        let found = Scanner::new().find(&text).expect("a row has a wrapper");
        assert_eq!(marked(&text, [found.clone()]), row);
        let reversed = found.other_end().map(|(_, other)| marked(&text, [other]));
        assert_eq!(reversed.as_deref(), other, "{row:?}");
    }
}

/// The same bytes end a URL or not, by their charset.
#[test]
fn the_encoding_decides_about_non_ascii_bytes() {
    // A text, and the lengths of the finds in bytes of an unknown charset and in UTF-8.
    let table: &[(&[u8], &[usize], &[usize])] = &[
        (b"see b\xFCcher.example\xA0or a.bc.de", &[14, 7], &[7]),
        // A letter of Windows-1252 or of Windows-1251, and quotation marks of both.
        (b"b\x9Acher.example \x8Aa.example", &[], &[]),
        (b"\x93ab.example\x94 b.c.example\x97", &[10, 11], &[10, 11]),
        (b"to\x97ab.example bc.example\x96c", &[10, 10], &[]),
        (b"ab://a/\xE9t\xE9 b", &[10], &[7]),
        (b"ab://a/\xA0b ab://a/b\x94 ab://a/b\xBB c", &[7, 8, 8], &[7, 8, 8]),
    ];
    let scanner = Scanner::with_config(Config::new().forms(Forms::all()));
    for &(text, bytes, utf_8) in table {
        for (encoding, expected) in [(Encoding::Bytes, bytes), (Encoding::Utf8, utf_8)] {
            let input = Haystack::new(text).encoding(encoding);
            let found = scanner.find_iter(input).map(|found| found.outer().len());
            assert!(found.eq(expected.iter().copied()), "{} {encoding:?}", text.escape_ascii());
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
        // These hidden characters end a URL, and those beside a letter do not.
        "«http://a.example/b»·c.com «http://ba»·nk.com",
    ];
    let all = Config::new().forms(Forms::all());
    let ends = "\0\u{8}\u{1b}\u{7f}\u{90}\u{ad}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}\u{202e}\u{2060}\
                \u{2066}\u{2069}\u{feff}\u{fffc}\u{fffd}\u{e0001}";
    let continues = "\u{200c}\u{200d}\u{fe0f}\u{e0041}\u{e0100}";
    for (hidden, table) in [(ends, table), (continues, &table[..4])] {
        for c in hidden.chars() {
            for row in table {
                check(&[&*row.replace('·', &String::from(c))], &all);
            }
        }
    }
    // A joiner between letters that may need one belongs to them.
    check(&["«www.نامه\u{200c}ای.com» «نامه\u{200c}ای@a.com» www.نامه\u{200c}a.com"], &all);
}

/// A letter directly before the start of a search belongs to its word.
#[test]
fn a_letter_before_the_search_precedes_no_host() {
    let scanner = Scanner::with_config(forms(&[Form::Host]));
    for (text, at, len) in [("äbc.example", 2, None), (" bc.example", 1, Some(10))] {
        assert_eq!(scanner.find_at(text, at).map(|found| found.outer().len()), len, "{text}");
    }
}

/// The last run of the text has no address. The search remembers that, but not after a move back.
#[test]
fn a_cursor_that_moves_back_finds_the_same() {
    let text = "mailto:a@b.example mailto:c";
    let (scanner, mut cursor) = (Scanner::new(), Cursor::new(0));
    for _ in 0..2 {
        cursor.move_to(0);
        let mut found = || scanner.find_until(text, &mut cursor, text.len()).map(|it| it.outer());
        assert_eq!((found(), found()), (Some(0..18), None));
    }
}

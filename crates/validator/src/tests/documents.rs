//! URLs of the documents, and rows marked by hand from their BNF. What random strings and `characters.rs` show is not here.
//!
//! A `»` marks the offset of the failure, at the end if the URL ends too early; a URL without a failure has no mark. `␣` is
//! a space, `␛` an escape character. A kind of failure before the URLs of a line, with a colon and a space, is theirs.

use crate::grammar::Grammar::{self, Draft03, Rfc1738, Rfc2396, Rfc3986};
use crate::validator::Validator;
use std::format;

/// Checks the failures of each row. Also checks every prefix of a row: a prefix that ends before the mark can go on, so it
/// either is a URL or fails at its end; any longer prefix fails at the mark.
fn check(grammar: Grammar, rows: &str) {
    for line in rows.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let is_kind = |word: &str| word.starts_with(char::is_uppercase) && !word.contains(':');
        let kind = line.split_once(": ").filter(|(word, _)| is_kind(word));
        let (kind, urls) = kind.unwrap_or(("", line));
        for row in urls.split_whitespace() {
            let mark = row.find('»');
            let text = row.replace('»', "").replace('␣', " ").replace('␛', "\u{1b}");
            let url = Validator::new().url(&text);
            assert_eq!(url.verdict().failure_at(grammar), mark, "{grammar} {row}");
            if let Some(failure) = url.failure(grammar).filter(|_| !kind.is_empty()) {
                assert_eq!(format!("{:?}", failure.kind()), kind, "{grammar} {row}");
            }
            for (cut, _) in text.char_indices() {
                let found = Validator::new().validate(&text[..cut]).failure_at(grammar);
                match mark.filter(|at| *at < cut) {
                    None => assert!(found.is_none_or(|at| at == cut), "{grammar} {row} {cut}"),
                    expected => assert_eq!(found, expected, "{grammar} {row} {cut}"),
                }
            }
        }
    }
}

#[test]
fn draft03() {
    let rows = r#"
        » HTTP://H.EDU/A http» http»s://h/ f»ile://h/a new»t:a t»ftp://h/a mi»t:a@b g»eo:1,2 http:»h http:/»h http://»
        // The BNF's `url` has neither experimental nor reserved names, nor the prefix.
        »x-foo:a »urn:a:b »URL:http://h
        // `ialpha` includes `xalphas`, and these the dot and most other characters.
        http://a../ http://a.-b_c/ http://a@"b"(%41)*/ http://»-h/ http://»%41/
        http://1.2.3.4/ http://1.2.3.4».5/ http://1.2.3»/ http://1»a/ http://999.0.0.99999:80 http://h:»/ http://h:8»a/
        // A user is read as part of the host, a password as its port. The user could go on; a numeric host could not.
        http://u@h/ http://1»u@h/ http://u:»p@h/ telnet://u:p@h:23 telnet://u@1.2.3.4 telnet://u:p» telnet://u:1
        telnet://u:1@h telnet://u:»@h telnet://»@h telnet://1.2.3.4.5» telnet://1u» telnet://u:p»%41@h telnet://h»/
        rlogin://u:p@h rlogin://h»/ tn3270://h:23 tn327»1://h
        // Path and search are optional independently of each other. A segment has at least one character, but the last.
        http://h http://h/ http://h:80/a/b/?c http://h?a+b http://h/?» http://h?»#f http://h/a?b»?c http://h/a?b»/c
        http://h/a?k»=v http://h/»/ http://h/a/»/b http://h/a»;b http://h/»~mcd/ http://h/a»é http://h/%4» http://h/%»x4
        ftp://h/ ftp://h» ftp://h»?a ftp://u:p@h:21/a/b/ ftp://h/a/»/b
        afs://cell.edu/a/b/ afs://c» afs://c»:7000/a afs://»1.2.3.4/a
        // Only the prose has this type (rule V8). The BNF's `ftptype` follows the path with nothing between.
        ftp://h/a»;type=i ftp://h/aL8
        // A digit begins an article, and any `@` so far may still be one of its characters.
        news:* news:comp.lang.c news:a..b news:1@b.c news:1@2.3.4.5 news:123» news:1@2» news:*a» news:*@b news:»
        news:»<a@b> news:a»/b nntp:comp.lang.c/4711 nntp:g» nntp:g/» nntp:g/1»x nntp:»1/1 nntp:»//h/g/1
        mid:1$a@b.c mid:a@» mid:» cid:a%40b» cid:a@b@c
        mailto:a@b.c mailto:»:a@b mailto:a@1» mailto:a@1@b mailto:a@b»?subject=c mailto:a»/b@c
        wais://h:210/db wais://h» wais://h/» wais://h/db?a+b wais://h/db?» wais://h/db/» wais://h/db/t»?a wais://h/db/t/»
        wais://h/db/t/»a=b; wais://h/db/t/1»; wais://h/db/t/1=a» wais://h/db/t/1=»/; wais://h/db/t/1=;
        wais://h/db/t/1=a/b;22=c/; wais://h/db/t/1=a/»/b; wais://h/db/t/1=a;»/ wais://h/db/t/1=a;2»
        prospero://h/ prospero://h» prospero://h:1525/a/b%001ab prospero://h/a/%00 prospero://h/a%0»z prospero://h/a»;k=v
        // After the type comes a path, which has no slash before it.
        gopher://h gopher://h/» gopher://h»?a gopher://h/0 gopher://h/%300 gopher://h/%3» gopher://h/»? gopher://h/0»/a
        gopher://h/00/a/b/ gopher://h/7%09a%09%09! gopher://h/0s»?q
        http://h# http://h/a#[~]{;?/é http://h/#a»#b http://h/#a»␣b http://h/#a»<b http://h/#a»" ftp://h»#f »#f
    "#;
    check(Draft03, rows);
}

#[test]
fn rfc1738() {
    let rows = r"
        // Sections 1 and 3.
        http://www.acl.lanl.gov/URI/archive/uri-archive.index.html ftp://@host.com/ ftp://host.com/ ftp://foo:@host.com/
        ftp://myname@host.dom/%2Fetc/motd ftp://myname@host.dom/etc/motd ftp://myname@host.dom//etc/motd news:*
        news:comp.infosystems.www.misc file://vms.host.edu/disk$user/my/notes/note12345.txt prospero://host.dom//pros/name
        // Section 3.4, put together from its pieces.
        gopher://host.dom/1 gopher://host.dom/7selector%09search gopher://host.dom/1selector%09%09!+ABSTRACT%20+SMELL
        gopher://host.dom/1selector%09%09+application/postscript%20Es_ES
        gopher://host.dom/1s%09%09+%091%0D%0A+-1%0D%0Avalue%0D%0A.%0D%0A
        // Appendix and references, without their line breaks and spaces.
        ftp://info.cern.ch/pub/www/doc;type=d ftp://ds.internic.net/rfc
        http://ds.internic.net/instructions/overview.html#WARNING ftp://ds.internic.net/rfc/rfc1436.txt;type=a
        ftp://boombox.micro.umn.edu/pub/gopher_protocol/Gopher+/Gopher+.txt ftp://uu.psi.com/wp/nir.txt
        ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z
        // The forms given for each scheme, filled in.
        ftp://user:password@host.dom:21/cwd1/cwd2/name;type=a http://host.dom:80/path?searchpart mailto:user@host.dom
        news:unique@full.domain.name nntp://host.dom:119/comp.infosystems.www.misc/4711
        telnet://user:password@host.dom:23/ wais://host.dom:210/database wais://host.dom:210/database?search
        wais://host.dom:210/database/wtype/wpath prospero://host.dom:1525/hsoname;field=value
        // The decisions of rule V8. A scheme may begin with a digit, and `foo:` is legal under `otherurl`.
        1foo:bar +x:y foo: z39.50:x
        // `port` needs a digit.
        BadPort: http://h:»/ http://h:» http://h:80»x/ http://h:80»:90/ http://u:»p@h/ ftp://h:»/x http://h:»#f
        http://h:80 http://h:99999/
        // `http://h?q` is illegal, and `search` has no `/` or `?`.
        ReservedCharacter: http://h»?q http://h/p?a»/b http://h/p?a»?b
        http://h/?q
        // `file:/x` and `file://h` are illegal.
        MissingPart: file:/»x file://h» file://»
        file:/// file:///x file://localhost/x
        // wais needs `/`, and its `wpath` has none.
        MissingPart: wais://h» wais://h/db/t»
        ReservedCharacter: wais://h/db/t/p»/q wais://h/a»=b
        wais://h/ wais://h/a?b=c
        // `mailto:x` and `mailto:a@b?subject=c` are legal.
        mailto:x mailto:a@b?subject=c
        MissingPart: mailto:»
        // nntp's number is optional.
        nntp://h/g nntp://h/g/1
        MissingPart: nntp://h/g/» nntp://h» nntp://h»#f
        MisplacedCharacter: nntp://h/»1g nntp://h/a»$ nntp://h/a/1»a
        ReservedCharacter: nntp://h/a/1»/2
        // Literals are case-insensitive.
        ftp://h/f;TYPE=I FTP://h/f;Type=a HtTp://h/
        // gopher's language is `gtype *xchar`.
        gopher://h gopher://h/ gopher://h/0?;:@&=%09a%09b%09c
        // A scheme with a production of its own is judged by that alone (rule V1).
        MissingPart: ftp» ftp:» ftp:»x ftp:/»x » »: foo» 1ttp» http»//h
        MisplacedCharacter: 1ttp»_ foo»_bar:x
        UnsafeCharacter: foo»␣bar:x
        ftps:x ht:x
        // The fragment is split off first (rule V1).
        http://h#f http://h/# http://h/#a~|é
        UnsafeCharacter: http://h/#a»␣b http://h/#»␛[2J http://h/#a»< http://h/#a»#b http://h/p#a»#
        MissingPart: http:»#f foo»#x:y
        // Hosts and logins.
        BadHostLabel: http://a-».com/ http://»-a.com/ http://a.».b/ http://a.»/ http://a.» http://a»_b.com/ http://a»%20b/
        BadHostLabel: http://a»~b/ http://1.2.3»/ http://1.2.3.4.5»/ http://»[::1]/ ftp://a_b.com»/x ftp://h?x» news:a@b»_c
        http://1.2.3.4/ http://999.2.3.4/ http://1.2.3.4.com/ ftp://u:p@h/ ftp://u;?&=:;?&=@h/ telnet://u@h
        MissingPart: http://»/x http://» http://»:80/ ftp://@»/ ftp://u@» prospero://h»
        ReservedCharacter: http://u»@h/ ftp://u:p»:q@h/ ftp://u@v»@h/ file://h»:80/x
        UnsafeCharacter: ftp://u»~v@h/
        MisplacedCharacter: telnet://h/»x
        // Paths.
        UnsafeCharacter: http://h/a»~b http://h/a»␣b http://h/a»é foo://»[::1]/ foo:a»|b
        BadEscape: http://h/%2»x http://h/%»x2 http://h/%»%20 http://h/%» http://h/%2» http://h/%»#f nntp://h/a»%20
        UnknownTypeCode: ftp://h/a;type=»x ftp://h/a;»b ftp://h/a;type=a»i ftp://h/a;type=a»/b
        MissingPart: ftp://h/a;type=» ftp://h/a;typ» prospero://h/a;f»
        ReservedCharacter: file://h/a»;b prospero://h/a;f=v»=w
        ftp://h/;type=d ftp://h/a?b:c@d&e=f prospero://h/a;f=v;g=
        MissingPart: news:» news:a$b» news:*x» news:a@»
        ReservedCharacter: news:»@h news:a@b»@c
    ";
    check(Rfc1738, rows);
}

#[test]
fn rfc2396() {
    let rows = r"
        » foo» foo:» F+o-.1:x »1foo:x »:x »//h/a fo»_o:x fo»/o:x foo»#f foo:»#f
        // Opaque parts. RFC 2732 made brackets `reserved`, not `uric_no_slash`.
        mailto:a@b?subject=c urn:a:b/c foo:? foo:; foo:»[x] foo:x[y] foo:%2F foo:%» foo:%4»g news:»<a@b> foo:a»\b foo:a»é
        http://h/~a;p;q=1/b//c;/?k=v/w?x#f foo:/ foo:// foo:///a foo://// foo://?a foo:/a? foo:/a# foo:/»[x] foo:/a;»[x]
        foo:/a?[x] foo:/a#[x]/? foo:/a#b»#c foo:a#b»# foo:/a#»< foo:/a#%»# foo:/a%b»
        // `reg_name` accepts hosts that `server` does not.
        http://u:p@h.example.:8080/ http://a-.b/ http://h:8a http://u@v@w:x: http://_/ http://%41 http://1.2.3.4.5
        http://1234.5.6.7@ http://h»[ http://h/»[ http://[::1] http://@[::1]: http://u;:&=+$,@[::1]:8»x http://u@v@»[::1]
        http://[::1]»x http://[::1]//a http://[::1]?[#] http://[::1]»@h http:///»[::1] foo:/»[::1]
        // RFC 2732, section 2.
        http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html http://[1080:0:0:0:8:800:200C:417A]/index.html
        http://[3ffe:2a00:100:7031::1] http://[1080::8:800:200C:417A]/foo http://[::FFFF:129.144.52.38]:80/index.html
        http://[2010:836B:4179::836B:4179]
        // RFC 2732's one example that RFC 2373's BNF does not generate, and the form that it generates instead.
        http://[::192.9.5.5]/ipng http://[::»:192.9.5.5]/ipng http://[1::»:1.2.3.4] http://[1::2:1.2.3.4]
        // Any number of groups is accepted.
        http://[1] http://[1:2:3:4:5:6:7:8:9:a:B:c] http://[» http://[»] http://[:»] http://[::] http://[1::] http://[1:»]
        http://[1:2» http://[1::2:»:3] http://[1234»5] http://[»g] http://[»v1.a] http://[fe80::1»%25eth0] http://[1».2.3.4]
        http://[1:2.3.4»] http://[1:999.0.00.000] http://[1:1234».0.0.0] http://[1:1.2.3.123»4] http://[1:1a».2.3.4]
    ";
    check(Rfc2396, rows);
}

#[test]
fn rfc3986() {
    let rows = r"
        // Section 1.1.2.
        ftp://ftp.is.co.za/rfc/rfc1808.txt http://www.ietf.org/rfc/rfc2396.txt ldap://[2001:db8::7]/c=GB?objectClass?one
        mailto:John.Doe@example.com news:comp.infosystems.www.servers.unix tel:+1-816-555-1212 telnet://192.0.2.16:80/
        urn:oasis:names:specification:docbook:dtd:xml:4.1.2
        // Sections 3, 5.4, 6.2.2 and 7.6.
        foo://example.com:8042/over/there?name=ferret#nose urn:example:animal:ferret:nose http://www.example.com:80/
        mailto:fred@example.com foo://info.example.com?fred http://a/b/c/d;p?q eXAMPLE://a/./b/../b/%63/%7bfoo%7d
        ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm
        foo: foo:// http:/x http:x http://h?q http://h:/ http://@h/ http://u:p:q@h:1/ http://[::1]:80/ http://[v1.a:b]/
        http://h/~a http://h/?a/b?c
        MissingPart: » »: »//h/p foo» foo»/bar
        MisplacedCharacter: »1foo:bar foo»_bar:x
        BadEscape: »%foo:bar http://a%»zz/ http://h/%2»x http://h/%2»
        UnsafeCharacter: foo»␣bar:x http://u»|v@h/ http://a»^b/ http://h/a»|b http://h/»é http://h/#a»␣b mailto:a»␣b@c
        BadPort: http://h:8a»/ http://h:8a» http://u@h:»p/ http://[::1]:»x/
        ReservedCharacter: http://u@v»@h/ http://u@h:8»@/ http://u»[v@h/ http://h/a»[b] http://h/?»[ http://h/#a»#b
        BadHostLabel: http://a»[b/ http://[::1]»x/ http://[::1»/ http://[::1» http://[1:2:3:4:5:6:7:8»:9]/ http://[1::2:»:3]/
        BadHostLabel: http://[1234»5::]/ http://[::1.2.3.25»6]/ http://[fe80::1»%25eth0]/ http://[::»^]/
    ";
    check(Rfc3986, rows);
}

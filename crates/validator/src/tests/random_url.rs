//! Random URLs of all schemes that have a syntax of their own, IRIs, and strings for which browsers have rules of their
//! own: numbers as hosts, IDNA, dots, backslashes, drive letters, whitespace.
//!
//! A string begins as one of the forms, filled in at random, and is then mutated. Some strings are arbitrary characters.

use super::random::Random;
use std::string::String;

/// Forms of URLs. `H` is replaced by a host, `U` by a login or nothing, `P` by a port or nothing, `S` by the slashes that
/// are before a host, and `*` by any number of pieces. Other characters are literal. The last forms are whole URLs.
const FORMS: &str = "\
    http:SUHP/*?*#* http:SUHP* https:SUHP/*?* https:SUHP* ftp:SUHP/*/*;type=* ftp:SUHP* file:SUHP* file:SH/* ws:SUHP* \
    wss:SHP* news:*@H news:* news://H/* nntp://HP/*/1 nntp:*/1 telnet://UHP/* rlogin://UHP tn3270://UHP/ gopher://UHP/1* \
    gopher://HP/7*%09*%09* wais://HP/*?* wais://HP/*/*=*/*=*;*=*; mailto:*@H?* mailto:* mid:*@H cid:* \
    prospero://UHP/*%00*;*=*;*=* afs://H/* ldap://H/*?* x:SUHP/*?*#* x:* 1x:* a+b-c.d://H* : //HP/* www.H/* \
    javascript:* vbscript://H/* data:,* ms-word:* shell:* feed:http:SH \
    http://www.example.org* https://a.b-c.d1/index/a.html* http://example.o-g/* https://example.1org/* \
    http://www.example.org/abcdefghijklmnopqrstuvwxyz/0123456789?a=b&c=* http://x--y.example/a?b* \
    ftp://user:password@host.dom:21/cwd1/cwd2/name;type=a http://host.dom:80/path/more?searchpart&k=v#fragment \
    news:unique@full.domain.name nntp://127.0.0.1:119/comp.infosystems.www.misc/4711 telnet://user:password@host.dom:23/ \
    wais://host.dom:210/database/wtype/wp%20ath gopher://host.dom/1selector%09search%09+view \
    prospero://host.dom:1525/hsoname;field=value;g=h ldap://[2001:db8::192.0.2.1]:389/c=GB?objectClass?one";

/// A host may also be empty.
const HOSTS: &str = "\
    a.example A.Example localhost a a. a..b . -a.b a-.b a_b.c a.1b a~b a!b a%41.b %2e a%2fb a%zz a%00b %ff a|b C: C| a^b \
    a<b xn--a xn--bcher-kva.example XN-- b\u{fc}cher.example \u{ff11}.2.3.4 a\u{ad}b \u{ad} \u{2100} a\u{3002}b \u{200d} \
    a\u{fdd0} a\u{e000}b 1.2.3.4 1.2.3 1.2.3.4. 01.2.3.4 0x7f.1 0X7f.0.0.1 3232235777 256.1 1.2.3.4.5 0x 09 1.0x a.0xg \
    4294967296 1.2.3.256 0177.0.0.1 %31.2.3.4 [::1] [::1 [ ] [] [1::2:3.4.5.6] [::1]x [::g] [::\u{e9}] [v1.a:b] \
    [vF.\u{e9}] [1:2:3:4:5:6:7:8] [1:2:3:4:5:6:7.8.9.10] [1:2:3:4:5:6:7::] [::2:3:4:5:6:7:8] [1::2::3] \
    [::ffff:255.249.199.99] [fe80::1%25eth0] ";

const LOGINS: &str =
    "u@ u:p@ @ :@ :p@ a.b@ www.a.example@ u@v@ u?v@ u|v@ \u{e9}:^@ u:p:q@ u%40@ u\\@ u[@ a;b=c@";

const PORTS: &str = ": :80 :443 :8080 :21 :65535 :65536 :080 :000000000080 :8a :-1 :+1 :80:80 :\u{661} :99999999999";

/// `//` is the most frequent.
const SLASHES: &str = "// // // // // // / /// \\\\ /\\ ////";

/// Pieces of a single character.
const CHARACTERS: &str = "aB0-._~!$&'()*+,;=:@//??#%|\\^`{}[]<>\" \t\n\0\u{1}\u{7f}\u{85}\u{a0}\u{e9}\u{200b}\u{202e}\u{3000}\
    \u{e000}\u{fdd0}\u{feff}\u{1f600}\u{e0001}\u{f0000}";

/// Longer pieces.
const PIECES: &str = "bc index .html .org 42 // %20 %2F %09 %00 %0a %40 %4a %C3%A9 %4 %zz %%41 ;type= ;TYPE=D a=b 1=a; .. \
    %2e %2E%2e .%2E C: C| c:/ :80 [::1] :: -._~ !$&'()*+,;= \u{d7ff}\u{f900}";

impl Random {
    fn piece(&mut self) -> String {
        if self.once_in(2) { self.word(PIECES).into() } else { self.character(CHARACTERS).into() }
    }
}

pub(super) fn url(random: &mut Random) -> String {
    if random.once_in(50) {
        return random.noise();
    }
    let mut url = String::new();
    for c in random.word(FORMS).chars() {
        match c {
            'H' => url.push_str(random.word(HOSTS)),
            'U' if random.once_in(3) => url.push_str(random.word(LOGINS)),
            'P' if random.once_in(3) => url.push_str(random.word(PORTS)),
            'S' => url.push_str(random.word(SLASHES)),
            'U' | 'P' => {}
            '*' => (0..random.below(5)).for_each(|_| url.push_str(&random.piece())),
            c => url.push(c),
        }
    }
    if random.once_in(10) {
        url = url.to_ascii_uppercase();
    }
    while random.once_in(3) {
        let piece = random.piece();
        url = random.mutate(&url, &piece);
    }
    url
}

// The examples of the demo: name and text.

export const EXAMPLES = {
  "Broken lines": `> Date: Tue, 6 Dec 1994 18:45:12 +0100
>
> Yes, Jim, I found it under <URL:ftp://info.example.org/pub/www/doc;
> type=d> but you can probably pick it up from <URL:ftp://ds.in
> ternic.net/rfc>.  Note the warning in <URL:http://ds.example.org/
> instructions/overview.html#WARNING>.

Thanks! The minutes of the meeting are at http://lists.example.org/archive/
minutes/2001-05.html and the list's page is <http://lists.example.org/well-
known/urls>.
`,
  "Deceptive links": `Dear customer,

we have locked your account. Please confirm your data within 24 hours:

    http://www.bank.example@203.0.113.7/login

or, if that does not work, http://xn--80ak6aa92e.com/ or http://3405803783/.
Your documents are at http://files.example.org/invoice%0D%0A.exe and
at <URL:javascript:alert('hello')>.

Best regards
Your bank <http://bank.example:25/>
`,
  "Beyond ASCII": `\u{1F44B} Grüße aus Köln!

Die Bücher stehen unter http://bücher.example/regal/ä?autor=Böll,
auf Japanisch unter <https://例え.example/テスト>. \u{1F4DA}

The same in Punycode: http://xn--bcher-kva.example/%C3%BCber
`,
  "Plain text": `Hi all,

the new site is www.example.org, and the sources are at example.com/sources
(also as "https://git.example.org/a/b.git"). Mail jane@example.org or
news:comp.infosystems.www.misc, see <news:199412061845.TAA12345@example.org>.

* https://en.wiki.example/URL_(disambiguation)
* [the guide](https://docs.example.org/guide/)
* URL:http://example.org/a.html.

--\u0020
Jane, http://www.example.org:8080/~jane/
`,
};

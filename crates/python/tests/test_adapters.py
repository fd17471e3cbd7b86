"""Tests `urlsift.linkifier`, and the adapters for Django and mistune if these packages are installed."""

import doctest
from typing import Any, Callable

import pytest

import urlsift
from urlsift import linkifier
from urlsift.linkifier import Linkifier

# A text, and its HTML.
HTML = [
    ("", ""),
    ("a < b & c", "a &lt; b &amp; c"),
    ("http://a.example/", '<a href="http://a.example/">http://a.example/</a>'),
    ("(http://a.example/?b&c=\"d).", '(<a href="http://a.example/?b&amp;c=">http://a.example/?b&amp;c=</a>&quot;d).'),
    # One link for a URL across several lines.
    (
        "> <URL:http://a.example/\n> b> c",
        '&gt; &lt;URL:<a href="http://a.example/b">http://a.example/\n&gt; b</a>&gt; c',
    ),
    ("bücher.de/ß", '<a href="http://xn--bcher-kva.de/%C3%9F">bücher.de/ß</a>'),
    ("jim@a.com", '<a href="mailto:jim@a.com">jim@a.com</a>'),
    # Programs, documents, files and hosts on which programs disagree are no links.
    ("<javascript:alert(1)>", "&lt;javascript:alert(1)&gt;"),
    ("view-source:http://a.example/", 'view-source:<a href="http://a.example/">http://a.example/</a>'),
    ("data:text/html,x file:///etc/motd", "data:text/html,x file:///etc/motd"),
    ("http:///www.a.example/", "http:///www.a.example/"),
    ("http://.a.example/ http://2130706433/", "http://.a.example/ http://2130706433/"),
    ("http://" + "a." * 200 + "com", "http://" + "a." * 200 + "com"),
    # A host with an invisible character that belongs to its script.
    ("www.\u0646\u0627\u0645\u0647\u0627\u06cc.com", '<a href="http://www.xn--mgba3gch31f.com">www.\u0646\u0627\u0645\u0647\u0627\u06cc.com</a>'),
    # A danger: a character that nobody sees, and a user that looks like a host.
    ("www.\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com", "www.\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com"),
    ("http://www.bank.example@evil.example/", "http://www.bank.example@evil.example/"),
]


@pytest.mark.parametrize("text, html", HTML)
def test_each_url_is_one_link(text: str, html: str) -> None:
    assert Linkifier()(text) == html
    assert Linkifier()(text, rel="a\"b").count(' rel="a&quot;b"') == html.count("<a ")


def test_options_are_those_of_find() -> None:
    text = "gopher://a.example/ <http://b.example/> c.com"
    linkify = Linkifier(only_schemes=["gopher"], forms=["bare"])
    assert [linkify.href(found) for found in linkify.find(text)] == ["gopher://a.example/"]
    assert linkify.find_at(text, 0) == linkify.find(text)[0]
    with pytest.raises(ValueError, match="unknown form"):
        Linkifier(forms=["all"])
    with pytest.raises(TypeError, match="unexpected keyword argument 'schema'"):
        Linkifier(schema=["http"])


def test_the_text_of_links_is_that_of_the_text() -> None:
    import html
    import random
    import re

    chance = random.Random(2)
    parts = ["<", ">", "&amp;", '"', "http://a.example/é", "\n> ", " ", "www.b.example", "jim@c.com", "URL:", "(", "]", "'"]
    for _ in range(500):
        text = "".join(chance.choices(parts, k=20))
        made = Linkifier()(text)
        assert html.unescape(re.sub("<a [^>]*>|</a>", "", made)) == text
        assert made.count("<a ") == made.count("</a>")


def test_the_examples_of_docstrings_are_right() -> None:
    assert doctest.testmod(linkifier, extraglobs={"urlsift": urlsift}).failed == 0
    assert doctest.testmod(linkifier).attempted > 2


@pytest.fixture(scope="module")
def django() -> Any:
    pytest.importorskip("django", reason="Django is not installed")
    from django.conf import settings
    from django.template import Engine

    if not settings.configured:
        settings.configure()
    return Engine(libraries={"urlsift": "urlsift.django"})


SEE = "<b> see <http://a.example/x\n> y> & jim@a.com"
LINKS = (
    '&lt;b&gt; see &lt;<a href="http://a.example/xy" rel="nofollow">{}</a>&gt; &amp; '
    '<a href="mailto:jim@a.com">{}</a>'
)
# A template with a text `a` and the same text `s` marked as safe, the text, and what is rendered.
TEMPLATES = [
    ("{{ a|urlsift }}", SEE, LINKS.format("http://a.example/x\n&gt; y", "jim@a.com")),
    ("{{ a|urlsift:9 }}", SEE, LINKS.format("http://a…", "jim@a.com")),
    ("{{ a|urlsift:1 }}", SEE, LINKS.format("…", "…")),
    (
        "{% autoescape off %}{{ a|urlsift }}{% endautoescape %}",
        "<b>http://a.example/</b>",
        '<b><a href="http://a.example/" rel="nofollow">http://a.example/</a></b>',
    ),
    (
        "{{ s|urlsift }}",
        "&lt;http://a.example/?b&amp;c&gt;",
        '&lt;<a href="http://a.example/?b&amp;c" rel="nofollow">http://a.example/?b&amp;c</a>&gt;',
    ),
    (
        "{{ s|urlsift }}",
        "http://a.example/?b&amp;",
        '<a href="http://a.example/?b&amp;" rel="nofollow">http://a.example/?b&amp;</a>',
    ),
    (
        "{{ a|force_escape|urlsift }}",
        '"http://a.example/?b&c" > d',
        '&quot;<a href="http://a.example/?b&amp;c" rel="nofollow">http://a.example/?b&amp;c</a>&quot; &gt; d',
    ),
    ("{{ n|urlsift }}", "", "7"),
]


@pytest.mark.parametrize("template, text, html", TEMPLATES)
def test_django_renders_links(django: Any, template: str, text: str, html: str) -> None:
    from django.template import Context
    from django.utils.safestring import mark_safe

    context = Context({"a": text, "s": mark_safe(text), "n": 7})
    assert django.from_string("{% load urlsift %}" + template).render(context) == html


@pytest.fixture(scope="module")
def markdown() -> Callable[[str], str]:
    mistune = pytest.importorskip("mistune", "3", reason="mistune 3 is not installed")
    import urlsift.mistune

    render = mistune.create_markdown(plugins=[urlsift.mistune.plugin])
    return lambda text: str(render(text)).strip()


# A text in Markdown, and its HTML.
MARKDOWN = [
    ("http://a.example/b_c_d, e", '<p><a href="http://a.example/b_c_d">http://a.example/b_c_d</a>, e</p>'),
    ("WWW.a.example.", '<p><a href="http://WWW.a.example">WWW.a.example</a>.</p>'),
    ("mailto:jim@a.example", '<p><a href="mailto:jim@a.example">mailto:jim@a.example</a></p>'),
    ("xhttp://a.example", "<p>xhttp://a.example</p>"),
    ("http://", "<p>http://</p>"),
    ("`http://a.example/`", "<p><code>http://a.example/</code></p>"),
    ('"http://a.example/"', '<p>&quot;<a href="http://a.example/">http://a.example/</a>&quot;</p>'),
    ("http://é.example/?a&b", '<p><a href="http://xn--9ca.example/?a&amp;b">http://é.example/?a&amp;b</a></p>'),
    # Wrappers across several lines, and those of Markdown.
    (
        "> at <URL:http://a.example/x\n> y> b",
        '<blockquote>\n<p>at <a href="http://a.example/xy">http://a.example/x\ny</a> b</p>\n</blockquote>',
    ),
    ("<http://a.example/>", '<p><a href="http://a.example/">http://a.example/</a></p>'),
    ("<jim@a.example>", '<p><a href="mailto:jim@a.example">jim@a.example</a></p>'),
    ("<irc://a.example/b>", '<p><a href="irc://a.example/b">irc://a.example/b</a></p>'),
    ("<javascript:alert(1)>", '<p><a href="#harmful-link">javascript:alert(1)</a></p>'),
    ("<a:b c>", "<p>&lt;a:b c&gt;</p>"),
    # Links of Markdown.
    ("[x http://a.example/y](http://b.example/)", '<p><a href="http://b.example/">x http://a.example/y</a></p>'),
    ("[http://a.example/]", '<p>[<a href="http://a.example/">http://a.example/</a>]</p>'),
    ("![http://a.example/](b.png)", '<p><img src="b.png" alt="http://a.example/" /></p>'),
]


@pytest.mark.parametrize("text, html", MARKDOWN)
def test_mistune_renders_links(markdown: Callable[[str], str], text: str, html: str) -> None:
    assert markdown(text) == html


def test_mistune_parses_hostile_text(markdown: Callable[[str], str]) -> None:
    import html

    # A plugin that searched the text again for each character would take minutes.
    for part in ("http://", "<http://", "<URL:http:", "www.", "[http://a.example/", "mailto:", "www.a.", '"http://a'):
        assert part[1:6] in html.unescape(markdown(part * 2000))

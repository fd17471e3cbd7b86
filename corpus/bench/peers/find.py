"""Prints what a Python program finds in the files of a folder: `find.py PROGRAM FOLDER`.

Each line is a JSON array: the name of the file, the place in characters or null, and the text that is found.
"""
import html.parser
import json
import pathlib
import re
import sys


class Links(html.parser.HTMLParser):
    """Collects the texts of the links of a page."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.inside = [], False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.inside = True
            self.texts.append("")

    def handle_endtag(self, tag):
        if tag == "a":
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.texts[-1] += data


def regex():
    pattern = re.compile(r"https?://\S+")
    return lambda text: [(it.start(), it.group()) for it in pattern.finditer(text)]


def urlextract():
    import urlextract as module
    extractor = module.URLExtract()
    return lambda text: [(place[0], url) for url, place in extractor.find_urls(text, get_indices=True)]


def bleach():
    import bleach as module
    linker = module.Linker(parse_email=True)
    # Linker takes HTML. It finds fewer links in a text that was escaped first, because `&gt;` becomes a part of them.
    return lambda text: [(None, it) for it in Links(linker.linkify(text)).texts]


def urlize():
    import django.conf
    from django.utils.html import urlize as convert
    django.conf.settings.configure(URLIZE_ASSUME_HTTPS=True)
    return lambda text: [(None, it) for it in Links(convert(text, autoescape=True)).texts]


def main():
    find = {"re": regex, "urlextract": urlextract, "bleach": bleach, "urlize": urlize}[sys.argv[1]]()
    for path in sorted(pathlib.Path(sys.argv[2]).iterdir()):
        for place, url in find(path.read_bytes().decode("utf-8")):
            print(json.dumps([path.name, place, url]))


main()

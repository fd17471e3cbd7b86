#!/usr/bin/env python3
"""Runs urlsift over the test cases of other URL finders: `suites.py [--folder FOLDER] [--only SUITE…] [--show CLASS]`.

The suites are downloaded by the names of their packages, from crates.io, PyPI and Debian's sources, into FOLDER (a
temporary folder by default). Their cases are read there at run time; suites.tsv has only hashes of the cases that differ.

Each suite is asked for the forms that its program looks for. A case agrees if exactly the same texts are links. If it
does not, the options of urlsift are tried: a case that then agrees differs by an option. The others need a reason in
suites.tsv, so a new difference fails the run. --show prints cases: `differ`, `new`, `all`, or those of a class.
"""
import argparse
import collections
import hashlib
import html
import html.parser
import importlib.util
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import types
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# A case longer than this is cut in what is printed.
SHOWN = 200

Case = collections.namedtuple("Case", "suite text links forms key")
URLS = "url,angle,quote,prefix,bare"
HOSTS = ",www,host"
EMAILS = ",address"

# The options that are tried on a case that differs.
EXTRAS = ["doubtful_domain", "ip_address", "localhost", "network_path", "one_label", "localhost,network_path"]
OPTIONS = [f"extras={it}" for it in EXTRAS]
OPTIONS += ["only_schemes=http,https,ftp,mailto", "ascii_only=true", "join=never"]
OPTIONS += [f"profile={it}" for it in ("chat", "escaped", "source")]


def run(command, **options):
    done = subprocess.run([str(it) for it in command], capture_output=True, check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr.decode('utf-8', 'replace')}")
    return done.stdout


def case(suite, text, links, forms, key=None):
    """Makes a case; `links` are the texts that are links, or a test of them."""
    key = key or f"{text}\0{links if isinstance(links, list) else ''}"
    return Case(suite, text, links, forms, hashlib.sha1(key.encode("utf-8", "replace")).hexdigest()[:8])


# Downloads

def crate(folder, name):
    project = folder / "crates" / name
    if not project.exists():
        (project / "src").mkdir(parents=True)
        (project / "src/lib.rs").write_text("")
        manifest = f'[package]\nname = "fetch"\nedition = "2024"\n[workspace]\n[dependencies]\n{name} = "*"\n'
        (project / "Cargo.toml").write_text(manifest)
        run(["cargo", "vendor", "--quiet", "vendor"], cwd=project)
    return project / "vendor" / name


def unpacked(archive, folder):
    with tarfile.open(archive) as tar:
        top = tar.getnames()[0].split("/")[0]
        if not (folder / top).exists():
            tar.extractall(folder, filter="data")
    return folder / top


def sdist(folder, name):
    archives = folder / "pypi" / name
    if not archives.exists():
        run([sys.executable, "-m", "pip", "download", "-q", "--no-binary", ":all:", "--no-deps", "-d", archives, name])
    return unpacked(next(archives.glob("*.tar.gz")), folder)


def debian(folder, name):
    """Downloads the original source of a Debian package. The packaging may be missing; it is not used."""
    lists = folder / "debian"
    if not lists.exists():
        (lists / "lists/partial").mkdir(parents=True)
        release = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines())
        mirror = run(["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages"]).decode()
        codename = release["VERSION_CODENAME"].strip('"')
        site = next(line.split()[0] for line in mirror.splitlines() if line.endswith(f" {codename}"))
        source = f"deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {site} {codename} main\n"
        (lists / "sources.list").write_text(source)
    options = [f"Dir::Etc::SourceList={lists}/sources.list", "Dir::Etc::SourceParts=/dev/null",
               f"Dir::State::Lists={lists}/lists", "APT::Sandbox::User=root"]
    options = [it for option in options for it in ("-o", option)]
    if not list((lists / "lists").glob("*Sources*")):
        run(["apt-get", *options, "-q", "update"])
    if not list(lists.glob(f"{name}_*.orig.tar.*z")):
        subprocess.run(["apt-get", *options, "-q", "source", "--download-only", name], cwd=lists, capture_output=True,
                       check=False)
    archives = list(lists.glob(f"{name}_*.orig.tar.*z"))
    if not archives:
        sys.exit(f"Debian's mirror does not have the source of {name}")
    return unpacked(archives[0], folder)


# Test code is run with these in place of the programs that it tests. They record what is expected.

class Anything:
    """An object, class, decorator or context that does nothing."""

    def __getattr__(self, name):
        if name.startswith("__") and name != "__enter__":
            raise AttributeError(name)
        return self

    def __call__(self, *args, **options):
        # As a decorator it returns the function.
        return args[0] if len(args) == 1 and callable(args[0]) else self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return True

    def __iter__(self):
        return iter(())

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __mro_entries__(self, bases):
        return (object,)


class Result:
    """What a tested function returns: a comparison with it is a case."""

    def __init__(self, cases, text, options):
        self.cases, self.text, self.options = cases, text, options

    def __eq__(self, expected):
        if isinstance(self.text, str):
            self.cases.append((self.text, self.options, expected))
        return True

    __hash__ = None


def execute(path, tested, modules, arguments=dict):
    """Runs the tests of a Python file that call `tested`, with `modules` in place of those that it imports."""
    class Finder:
        def find_spec(self, name, path=None, target=None):
            known = name.split(".")[0]
            is_ours = name in modules or known in ("django", "dns", "dns_cache", "bleach", "urlextract", "tests")
            return importlib.util.spec_from_loader(name, self) if is_ours else None

        def create_module(self, spec):
            module = types.ModuleType(spec.name)
            module.__path__ = []
            anything = Anything()
            module.__getattr__ = lambda name: anything
            vars(module).update(modules.get(spec.name, {}))
            return module

        def exec_module(self, module):
            pass

    def parametrize(names, values):
        names = [it.strip() for it in names.split(",")] if isinstance(names, str) else names

        def decorator(function):
            rows = [dict(zip(names, value if len(names) > 1 else [value])) for value in values]
            function.rows = [a | b for a in rows for b in getattr(function, "rows", [{}])]
            return function
        return decorator

    pytest = {"mark": types.SimpleNamespace(parametrize=parametrize), "fixture": lambda it: it,
              "raises": lambda *_: Anything()}
    modules = {"pytest": pytest} | modules
    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        space = {"__name__": "tests.a.b", "__package__": "tests.a"}
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)
        for name, it in list(space.items()):
            if isinstance(it, type) and name.lower().endswith(("tests", "linkify")) or name == "TestUtilsHtml":
                object_ = it()
                tests = [getattr(object_, test) for test in dir(it) if test.startswith("test")]
            else:
                tests = [it] if name.startswith("test") and callable(it) else []
            for test in [it for it in tests if tested in it.__code__.co_names]:
                for row in getattr(test, "rows", [{}]):
                    names = test.__code__.co_varnames[:test.__code__.co_argcount]
                    test(**{name: value for name, value in (arguments() | row).items() if name in names})
    finally:
        sys.meta_path.remove(finder)
        for name, module in list(sys.modules.items()):
            if getattr(getattr(module, "__spec__", None), "loader", None) is finder:
                del sys.modules[name]


class Links(html.parser.HTMLParser):
    """The texts of the links of a page, and its text."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.links, self.depth = [], 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "a" and any(name == "href" for name, _ in attributes):
            self.depth += 1
            self.links.append("")

    def handle_endtag(self, tag):
        self.depth -= tag == "a" and self.depth > 0

    def handle_data(self, data):
        if self.depth:
            self.links[-1] += data


def links_of(page):
    return Links(page).links


# Suites: each yields cases.

def linkify(folder):
    """Calls of a function with two texts, the second with `|` around links."""
    raw = r'r#"(.*?)"#'
    quoted = r'"((?:[^"\\]|\\.)*)"'
    literal = rf'(?:{raw}|{quoted})'
    escapes = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}

    def text(raw, quoted):
        if raw:
            return raw
        escape = lambda it: chr(int(it[1], 16)) if it[1] else escapes[it[2]]
        return re.sub(r"\\u\{([0-9A-Fa-f]+)\}|\\(.)", escape, quoted or "")

    def links(text, marked, start=0):
        """Returns the texts between the bars of `marked`, which without bars is `text`."""
        if not marked:
            return [] if start == len(text) else None
        if marked[0] == "|":
            for length in range(1, len(text) - start + 1):
                link = text[start:start + length]
                if marked.startswith(f"{link}|", 1):
                    rest = links(text, marked[length + 2:], start + length)
                    if rest is not None:
                        return [link] + rest
        if text[start:start + 1] == marked[0]:
            return links(text, marked[1:], start + 1)
        return None

    forms = {"url.rs": URLS + EMAILS, "email.rs": "address", "domains.rs": URLS + HOSTS + EMAILS}
    for name, default in forms.items():
        source = re.sub(r"^ *//.*$", "", (crate(folder, "linkify") / "tests" / name).read_text(), flags=re.M)
        for function in re.split(r"(?=\bfn )", source):
            if re.match(r"fn assert", function):
                continue
            has_hosts = "url_must_have_scheme(false)" in function
            pattern = rf"\b(assert_\w+)\(\s*(?:&finder,\s*)?{literal}(?:,\s*{literal})?,?\s*\)"
            for call in re.finditer(pattern, function, re.S):
                its = text(*call.group(2, 3))
                marked = its if "not" in call[1] else text(*call.group(4, 5))
                is_host = "without_protocol" in call[1] or has_hosts
                forms = URLS + HOSTS if is_host and name == "url.rs" else default
                if has_hosts and "[LinkKind::Url]" not in function:
                    forms += EMAILS
                yield case("linkify", its, links(its, marked), forms)


def linkify_it(folder):
    """Files of texts; the link is the text itself or the next line."""
    fixtures = sdist(folder, "linkify-it-py") / "test/fixtures"
    for file in sorted(fixtures.glob("*.txt")):
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("%")]
        lines = [re.sub(r"(?<!^)%( .*)?$", "", line).strip() if "%" in line else line for line in lines]
        for _, block in itertools.groupby(lines, bool):
            block = list(block)
            if not block[0]:
                continue
            if file.name == "not_links.txt":
                pairs = [(line, []) for line in block]
            else:
                pairs = [(block[0], [block[-1]])]
            for text, links in pairs:
                yield case("linkify-it", text, links, URLS + HOSTS + EMAILS)


def bleach(folder):
    recorded = []
    linkify = lambda text, **options: Result(recorded, text, options)
    linker = lambda **options: types.SimpleNamespace(linkify=lambda text: Result([], text, options))
    cleaner = lambda **options: types.SimpleNamespace(clean=linkify)
    modules = {"bleach": {"linkify": linkify, "DEFAULT_CALLBACKS": []}, "bleach.linkifier": {"Linker": linker},
               "bleach.sanitizer": {"Cleaner": cleaner}}
    execute(sdist(folder, "bleach") / "tests/test_linkify.py", "linkify", modules)
    for text, options, expected in recorded:
        # Callbacks change links, and links of the input are no finds.
        if isinstance(expected, str) and "<a" not in text and not options.get("callbacks"):
            forms = URLS + HOSTS + EMAILS * bool(options.get("parse_email"))
            yield case("bleach", text, links_of(expected), forms)


def urlextract(folder):
    recorded = []

    class Extract:
        extract_email = False

        def __getattr__(self, name):
            return lambda *_, **__: set()

        def find_urls(self, text, **options):
            return Result(recorded, text, options | vars(self))

    for file in sorted((sdist(folder, "urlextract") / "tests/unit").glob("test_*.py")):
        if file.name != "test_dns.py":
            execute(file, "find_urls", {}, lambda: {"urlextract": Extract()})
    for text, options, expected in recorded:
        expected = [it if isinstance(it, str) else it[0] for it in expected]
        # Lists of hosts are settings that urlsift leaves to its caller.
        if not {"ignore_list", "permit_list", "_limit", "only_unique"} & options.keys():
            forms = URLS + HOSTS * (not options.get("with_schema_only"))
            yield case("urlextract", text, expected, forms + EMAILS * bool(options.get("extract_email")))


def django(folder):
    recorded = []
    urlize = lambda text, **options: Result(recorded, text, options)

    class SimpleTestCase:
        engine = types.SimpleNamespace(render_to_string=lambda name, data: None)

        def __getattr__(self, name):
            return Anything()

        def assertEqual(self, result, expected):
            if isinstance(result, Result):
                result.__eq__(expected)

    class UtilsTests(SimpleTestCase):
        pass

    modules = {"django.template.defaultfilters": {"urlize": urlize}, "django.utils.html": {"urlize": urlize},
               "django.test": {"SimpleTestCase": SimpleTestCase, "override_settings": lambda **_: lambda it: it},
               "django.utils.functional": {"lazystr": str, "lazy": lambda function, _: function},
               "tests.utils": {"setup": lambda *_: lambda it: it}, "unittest.mock": vars(mock)}
    root = sdist(folder, "django") / "tests"
    execute(root / "template_tests/filter_tests/test_urlize.py", "urlize", modules)
    tests = (root / "utils_tests/test_html.py").read_text(encoding="utf-8")
    # The other tests of this file need Django.
    methods = re.findall(r"^    def test_urlize(?:_unchanged_inputs)?\(self\):\n(?:(?:     .*)?\n)*", tests, re.M)
    head = "from django.test import SimpleTestCase\nfrom django.utils.html import urlize\n"
    head += "from django.utils.functional import lazystr\nclass HtmlTests(SimpleTestCase):\n"
    file = folder / "django_html.py"
    file.write_text(head + "".join(methods), encoding="utf-8")
    execute(file, "urlize", modules)
    for text, options, expected in recorded:
        yield case("Django", text, links_of(expected) if "<a " in expected else [], URLS + HOSTS + EMAILS)


def cmark_gfm(folder):
    root = debian(folder, "cmark-gfm") / "test"
    extensions = (root / "extensions.txt").read_text(encoding="utf-8")
    spec = (root / "spec.txt").read_text(encoding="utf-8")
    sections = [re.search(r"^## Autolinks\n.*?(?=^## )", extensions, re.S | re.M)[0]]
    sections += [re.search(r"^## Autolinks \(extension\)\n.*?(?=^## )", spec, re.S | re.M)[0]]
    for example in re.finditer(r"^`{32} example.*?\n(.*?)^\.\n(.*?)^`{32}$", "".join(sections), re.S | re.M):
        source, page = example[1], example[2]
        sources = [it for it in source.strip("\n").split("\n\n")]
        pages = re.findall(r"<p>.*?</p>", page, re.S)
        # A paragraph is a case if they correspond.
        pairs = zip(sources, pages) if len(sources) == len(pages) else [(source, page)]
        for text, page in pairs:
            yield case("cmark-gfm", text, links_of(page), URLS + ",www,address")


def kde(folder):
    source = (debian(folder, "kcoreaddons") / "autotests/ktexttohtmltest.cpp").read_text(encoding="utf-8")
    literals = r'(?:\s*"(?:[^"\\]|\\.)*")+'

    def text(literals):
        return "".join(json.loads(f'"{it}"') for it in re.findall(r'"((?:[^"\\]|\\.)*)"', literals))

    rows = rf"QTest::newRow\({literals}\)\s*<<({literals})\s*<<([^\"]*?)<<({literals})\s*;"
    for row in re.finditer(rows, source):
        if "Phone" not in row[2] and "opt" not in row[2]:
            yield case("KDE", text(row[1]), links_of(text(row[3])), URLS + ",www,address")
    # Each test of an address names the position of the `@`.
    positions = rf"Helper (\w+)\(QStringLiteral\(({literals})\), (?:(\d+)|qstrlen\(({literals})\))\)"
    helpers = {it[1]: (text(it[2]), int(it[3] or len(text(it[4])))) for it in re.finditer(positions, source)}
    for test in re.finditer(rf"(\w+)\.getEmailAddress\(\)(?:\.isEmpty|, QStringLiteral\(({literals})\))", source):
        its, at = helpers.get(test[1], ("", 0))
        if its[at:at + 1] == "@":
            yield case("KDE", its, [text(test[2])] if test[2] else [], "address")

    def list_of(name):
        items = re.findall(rf"\b{name}\s*<<([^;]*);", source)
        return [text(it) for item in items for it in re.sub(r"\s//.*", "", item).split("<<")]

    brackets = list_of("brackets")
    starts = [(schema, url) for schema in list_of("schemas") for url in list_of("urls")]
    starts += [(start, url) for start in list_of("starts") for url in list_of("urlsWithoutSchema")]
    for left, right in zip(brackets[::2], brackets[1::2]):
        for start, url in starts:
            if len(left) == 1 and right[0] in url or not left and re.search(r"\s", url):
                continue
            text_, expected = left + start + url + right, start + re.sub(r"[ \n\t]", "", url)
            yield case("KDE", text_, [expected], URLS + HOSTS, key=f"{left}{url}")


PERL = r"""
package Record; use JSON::PP; our $text = '';
package PublicInbox::Linkify; $INC{'PublicInbox/Linkify.pm'} = 1;
sub new { bless {}, shift } sub linkify_1 { $Record::text = $_[1] } sub linkify_2 { $_[1] }
package Test::More; $INC{'Test/More.pm'} = 1;
sub import { no strict 'refs'; *{caller() . "::$_"} = \&$_ for qw(is like done_testing) }
sub is { print JSON::PP->new->ascii->encode([$Record::text, $_[1]]), "\n" } sub done_testing {}
sub like { my $p = "$_[1]"; my ($u) = $Record::text =~ m{(http://example\.com/)};
  my $page = ">$u<" =~ $_[1] || $p =~ /see/ ? "<a href='$u'>$u</a>" : '';
  print JSON::PP->new->ascii->encode([$Record::text, $page]), "\n" }
"""


def public_inbox(folder):
    test = debian(folder, "public-inbox") / "t/linkify.t"
    stub = folder / "stub.pl"
    stub.write_text(f"{PERL}\npackage main; do $ARGV[0]; die $@ if $@;\n")
    for line in run(["perl", stub, test.resolve()]).decode().splitlines():
        text, page = json.loads(line)
        yield case("public-inbox", text, links_of(page), URLS)


SUITES = {"linkify": linkify, "linkify-it": linkify_it, "bleach": bleach, "urlextract": urlextract, "Django": django,
          "cmark-gfm": cmark_gfm, "KDE": kde, "public-inbox": public_inbox}


def agrees(case, found):
    """Reports whether the links are those expected: as in the text, or without line breaks and references."""
    text = case.text.encode("utf-8", "surrogatepass")
    if len(found) != len(case.links):
        return False
    for expected, (start, end, url) in zip(case.links, found):
        spelled = text[start:end].decode("utf-8", "replace")
        if not {expected, expected.rstrip()} & {spelled, html.unescape(spelled), url, re.sub(r"\s", "", spelled)}:
            return False
    return True


def search(program, cases, options):
    """Returns the URLs of each case as (start, end, url)."""
    results = {}
    for forms in {it.forms for it in cases}:
        its = [it for it in cases if it.forms == forms]
        lines = "\n".join(it.text.encode("utf-8", "surrogatepass").hex() for it in its) + "\n"
        out = run([program, f"forms={forms}", *options], input=lines.encode()).decode("utf-8", "replace")
        for it, line in zip(its, out.split("\n")):
            found = [one.split(":", 2) for one in line.split("\t") if one]
            results[id(it)] = [(int(start), int(end), url) for start, end, url in found]
    return [results[id(it)] for it in cases]


def reasons():
    lines = (HERE / "suites.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {(suite, key): reason for suite, key, reason in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--only", nargs="*", default=list(SUITES), choices=SUITES)
    parser.add_argument("--show")
    parser.add_argument("--program", type=pathlib.Path, help="suite-cases, if it is built")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (args.folder or pathlib.Path(temporary)).resolve()
        folder.mkdir(exist_ok=True)
        program = args.program
        if program is None:
            target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "peers"
            run(["cargo", "build", "--quiet", "--manifest-path", HERE / "Cargo.toml", "--target-dir", target,
                 "--features", "suites", "--bin", "suite-cases"])
            program = target / "debug/suite-cases"
        failed = report(program.resolve(), folder, args)
    sys.exit(failed)


def report(program, folder, args):
    known = reasons()
    totals = {}
    for name in args.only:
        cases = list({(it.text, str(it.links), it.forms): it for it in SUITES[name](folder)}.values())
        if not cases:
            sys.exit(f"{name}: no case was read")
        found = search(program, cases, [])
        classes = ["agree" if agrees(it, urls) else None for it, urls in zip(cases, found)]
        for option in OPTIONS:
            left = [at for at, it in enumerate(classes) if it is None]
            for at, urls in zip(left, search(program, [cases[at] for at in left], [option])):
                if agrees(cases[at], urls):
                    classes[at] = f"option {option}"
        for at, it in enumerate(classes):
            if it is None:
                classes[at] = known.get((name, cases[at].key), "new")
        totals[name] = collections.Counter(classes)
        for it, urls, reason in zip(cases, found, classes):
            if args.show in (reason, "all") or args.show == "differ" and reason != "agree":
                spelled = [it.text.encode("utf-8", "surrogatepass")[a:b].decode("utf-8", "replace") for a, b, _ in urls]
                print(name, it.key, reason, *(json.dumps(its, ensure_ascii=False)[:SHOWN] for its in
                                             (it.text, it.links, spelled)), sep="\t")
    print("| suite | cases | agree | differ by an option | differ | wrong |\n|---|---:|---:|---:|---:|---:|")
    for name, counts in totals.items():
        options = sum(count for reason, count in counts.items() if reason.startswith("option"))
        wrong = sum(counts[it] for it in ("wrong", "new"))
        agree, total = counts["agree"], sum(counts.values())
        print(f"| {name} | {total} | {agree} | {options} | {total - agree - options - wrong} | {wrong} |")
    all_ = sum(totals.values(), collections.Counter())
    print("\n| class | cases |\n|---|---:|")
    for reason, count in sorted(all_.items(), key=lambda it: -it[1]):
        print(f"| {reason} | {count} |")
    return any(all_[it] for it in ("wrong", "new"))


main()

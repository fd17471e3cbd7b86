"""Runs Django's own tests of `urlize` with `urlsift.django` in its place, and prints what differs.

    python crates/python/tests/django_suite.py FOLDER

FOLDER is the unpacked source distribution of the installed Django. Its tests are read there, and not copied. Prints a
line of JSON for each check with another result than Django's: the test, the number of the check in it, both results.
`ADAPTERS.md` explains the differences, and `test_django_suite.py` compares them with this list.
"""

import json
import sys
import unittest
from typing import Any


def main(folder: str) -> None:
    from django.conf import settings

    apps = ["sites", "auth", "contenttypes"]
    settings.configure(INSTALLED_APPS=[f"django.contrib.{app}" for app in apps], SECRET_KEY="x")

    import django
    import django.template.defaultfilters
    import django.utils.html

    django.setup()
    sys.path.insert(0, f"{folder}/tests")
    from urlsift.django import urlize

    django.utils.html.urlize = urlize
    django.template.defaultfilters._urlize = urlize

    from django.test import SimpleTestCase
    from template_tests.filter_tests import test_urlize, test_urlizetrunc
    from utils_tests import test_html

    # The results that each test expects, in order. A test with templates runs several times.
    expected: dict[str, list[Any]] = {}
    differences: dict[tuple[str, int], tuple[str, str]] = {}

    def check(case: Any, ours: Any, theirs: Any, msg: object = None) -> None:
        name = ".".join(case.id().split(".")[-2:])
        checks = expected.setdefault(name, [])
        if theirs not in checks:
            checks.append(theirs)
        if ours != theirs:
            differences[name, checks.index(theirs) + 1] = str(ours), str(theirs)

    SimpleTestCase.assertEqual = check
    load = unittest.defaultTestLoader.loadTestsFromModule
    suite = unittest.TestSuite()
    for module in (test_urlize, test_urlizetrunc, test_html):
        for cases in load(module):
            assert isinstance(cases, unittest.TestSuite)
            chosen = [case for case in cases if isinstance(case, unittest.TestCase)]
            suite.addTests(case for case in chosen if module is not test_html or "test_urlize" in case.id())
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    for (name, number), (ours, theirs) in differences.items():
        print(json.dumps([name, number, ours[:300], theirs[:300]], ensure_ascii=False))
    failed = {name for name, _ in differences}
    print(f"{result.testsRun - len(failed)} of {result.testsRun} tests agree", file=sys.stderr)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main(sys.argv[1])

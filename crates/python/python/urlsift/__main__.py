"""The program `urlsift`, which is part of the native module: `urlsift`, or `python -m urlsift`."""

import signal
import sys

from urlsift._urlsift import _run_program


def main() -> None:
    # The program handles Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_run_program(["urlsift", *sys.argv[1:]]))


if __name__ == "__main__":
    main()

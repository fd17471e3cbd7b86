"""`python -m urlsift` runs the program `urlsift`, which is installed separately.

The wheel has only the library. The program is looked for beside the interpreter, among the scripts of the user, and on
PATH.
"""

import os
import shutil
import subprocess
import sys
import sysconfig


def _program() -> "str | None":
    """Returns the path of the program, or None."""
    user = sysconfig.get_path("scripts", f"{os.name}_user")
    folders = [os.path.dirname(sys.executable), sysconfig.get_path("scripts"), user]
    found = (shutil.which("urlsift", path=folder) for folder in [*folders, None])
    return next(filter(None, found), None)


def _main() -> int:
    """Runs the program with the arguments of the process. Returns its exit status if the system cannot replace the process."""
    program = _program()
    if program is None:
        print(
            "urlsift: the program is neither beside Python nor on PATH; install it with: cargo install --path crates/cli\n"
            "urlsift: help(urlsift) describes the functions of the Python package",
            file=sys.stderr,
        )
        return 2
    arguments = [program, *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.call(arguments)
    sys.stdout.flush()
    os.execv(program, arguments)


if __name__ == "__main__":
    sys.exit(_main())

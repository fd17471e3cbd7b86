"""`python -m urlsift` runs the program `urlsift`, which the wheel does not contain.

It is looked for beside the interpreter, among the scripts of the user, and on PATH.
"""

import os
import shutil
import subprocess
import sys
import sysconfig

user = sysconfig.get_path("scripts", f"{os.name}_user")
folders = [os.path.dirname(sys.executable), sysconfig.get_path("scripts"), user, None]
program = next(filter(None, (shutil.which("urlsift", path=folder) for folder in folders)), None)
if program is None:
    print("urlsift: the program is neither beside Python nor on PATH:", file=sys.stderr)
    print("install it with `cargo install --path crates/cli`", file=sys.stderr)
    sys.exit(2)
if os.name == "nt":
    sys.exit(subprocess.call([program, *sys.argv[1:]]))
os.execv(program, [program, *sys.argv[1:]])

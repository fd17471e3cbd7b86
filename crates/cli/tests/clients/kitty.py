"""kitty in a virtual X server: keys come from xdotool, and the screen from kitty's remote control."""

import select
import subprocess

from session import WAIT_SECONDS, Session


class KittySession(Session):
    """A command that runs in kitty. Keys have the names of X, such as `Return` or `ctrl+shift+b`."""

    def __init__(self, home, command, **more):
        self.keys = 0
        self.address = f"unix:{home.root}/kitty"
        # The X server chooses a free display, and writes its number.
        self.server = subprocess.Popen(
            ("Xvfb", "-displayfd", "1", "-screen", "0", "1000x600x24"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.kitty = None
        is_ready, _, _ = select.select([self.server.stdout], [], [], WAIT_SECONDS)
        display = f":{self.server.stdout.readline().strip()}" if is_ready else ""
        self.environment = home.environment(DISPLAY=display, LIBGL_ALWAYS_SOFTWARE="1", **more)
        self.kitty = subprocess.Popen(
            ("kitty", "--listen-on", self.address, *command),
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def press(self, *keys):
        self.keys += len(keys)
        subprocess.run(("xdotool", "key", *keys), env=self.environment, check=True, timeout=WAIT_SECONDS)

    def screen(self):
        """Returns the text of the active window, or nothing while kitty starts."""
        run = ("kitty", "@", "--to", self.address, "get-text")
        output = subprocess.run(run, env=self.environment, timeout=WAIT_SECONDS, capture_output=True, text=True)
        return output.stdout

    def close(self):
        for process in (self.kitty, self.server):
            if process is not None:
                process.terminate()
                try:
                    process.wait(WAIT_SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

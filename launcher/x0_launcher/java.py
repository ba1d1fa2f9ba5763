"""Java and Maven: found, or one line that says how to install them."""

from __future__ import annotations

import re
import shutil

from x0_launcher.errors import LauncherError, MissingTool
from x0_launcher.group import ProcessGroup

OLDEST = 17
_JAVA = (
    f"Java {OLDEST} or newer is needed. Debian: sudo apt-get install default-jre-headless   "
    'macOS: brew install openjdk && export PATH="$(brew --prefix openjdk)/bin:$PATH"'
)
_MAVEN = "Maven is needed. Debian: sudo apt-get install maven   macOS: brew install maven"


def maven() -> str:
    if found := shutil.which("mvn"):
        return found
    raise MissingTool(_MAVEN)


async def java(group: ProcessGroup) -> tuple[str, str]:
    """The program, and the text by which it describes itself."""
    found = shutil.which("java")
    if not found:
        raise MissingTool(_JAVA)
    try:
        lines = await group.run_tool([found, "-version"])
    except LauncherError:  # macOS has a java that only says there is none
        raise MissingTool(_JAVA) from None
    text = "\n".join(lines)
    version = re.search(r'version "(\d+)', text)
    if not version or int(version.group(1)) < OLDEST:
        raise MissingTool(f"{_JAVA}   (found: {lines[0] if lines else 'no version'})")
    return found, text

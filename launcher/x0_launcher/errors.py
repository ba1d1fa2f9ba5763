"""Failures that a person can act on: the text is the whole message, without a traceback."""


class LauncherError(Exception):
    """Something the launcher cannot go on without."""


class MissingTool(LauncherError):
    """A program of the README's list is not installed."""


class FolderInUse(LauncherError):
    """Another launcher works on the same data folder."""


class StartFailed(LauncherError):
    """A child process did not become ready."""

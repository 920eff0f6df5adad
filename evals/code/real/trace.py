"""Runs test modules of Python and says who called whom in a package, and which lines ran.

    python3 trace.py FOLDER PREFIX TEST...

FOLDER is where the package's files lie, PREFIX what their paths begin with in it; the rest are names for unittest. Writes JSON to the
standard output: functions as [path, first line, name], calls as [caller, line, callee, count] by their places in that list, and the
lines that ran as {path: [line, ...]}.
"""

import json
import os
import sys
import threading

FOLDER, PREFIX, TESTS = os.path.realpath(sys.argv[1]), sys.argv[2], sys.argv[3:]
FUNCTION = 0x1  # code of a function, not of a module or a class
PARTS = {"<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>"}

paths = {}
numbers = {}
calls = {}
lines = {}


def path_of(code):
    name = code.co_filename
    if name not in paths:
        inside = os.path.relpath(os.path.realpath(name), FOLDER).replace(os.sep, "/") if os.path.isabs(name) else ".."
        paths[name] = inside if inside.startswith(PREFIX) else None
    return paths[name]


def number_of(code):
    """A function has its first line; what a module or a class runs is the module's; parts of functions are told apart by their name."""
    path = path_of(code)
    if path is None:
        return None
    is_function = code.co_flags & FUNCTION
    key = (path, code.co_firstlineno if is_function else 0, code.co_name if is_function else "")
    return numbers.setdefault(key, len(numbers))


def follow(frame, event, arg):
    callee = number_of(frame.f_code)
    if event == "call":
        if callee is None:
            return None
        back = frame.f_back
        caller = number_of(back.f_code) if back is not None else None
        # A generator that goes on is not called again.
        if caller is not None and frame.f_code.co_flags & FUNCTION and frame.f_lasti <= FIRST:
            key = (caller, back.f_lineno, callee)
            calls[key] = calls.get(key, 0) + 1
    if event == "line":
        lines.setdefault(path_of(frame.f_code), set()).add(frame.f_lineno)
    return follow


# Before its first line a function has run a few instructions that set it up.
FIRST = 8

threading.settrace(follow)
sys.settrace(follow)
import unittest  # noqa: E402

out, sys.stdout = sys.stdout, sys.stderr
suite = unittest.defaultTestLoader.loadTestsFromNames(TESTS)
unittest.TextTestRunner(stream=open(os.devnull, "w"), verbosity=0).run(suite)
sys.settrace(None)
sys.stdout = out
json.dump(
    {
        "functions": [list(key) for key in numbers],
        "calls": [[*key, count] for key, count in calls.items()],
        "lines": {path: sorted(some) for path, some in lines.items()},
    },
    sys.stdout,
)

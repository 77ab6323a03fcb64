"""Show on positions of its own that nothing jumps: ``jump_test.py``; the exit status is 0 if all pass."""

from boardwright.cli.program import run
from boardwright.games.turm import course

if __name__ == "__main__":
    run(course.jump_test)

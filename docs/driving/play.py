#!/usr/bin/env python3
"""Plays a game of wgr to its end from another program, a side each for two players of its own.

    python3 docs/driving/play.py WGR GAME [SCENARIO]

docs/driving.md tells what goes over the line.
"""

import json
import random
import subprocess
import sys


class Game:
    """A game that `wgr drive` leads: say something, and read where it stands."""

    def __init__(self, wgr, game, *flags):
        self.process = subprocess.Popen(
            [wgr, "drive", game, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.opened = self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"wgr has ended, with exit code {self.process.wait()}")
        return json.loads(line)

    def say(self, **what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        reply = self.read()
        if "error" in reply:
            raise ValueError(reply["error"])
        return reply

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def cautious(ask):
    """Whatever ends a choice or passes, if that may be; else the first option."""
    ending = [option for option in ask["options"] if option["kind"] in ("done", "stop", "pass")]
    return (ending or ask["options"])[0]


def bold(ask, dice):
    """Anything at all."""
    return dice.choice(ask["options"])


def main():
    wgr, path, *rest = sys.argv[1:]
    game = Game(wgr, path, "--seed", "7", *(["--at", rest[0]] if rest else []))
    dice = random.Random(7)
    bolder = game.opened["sides"][0]
    stands, answers, fell, moved = game.opened, 0, 0, 0
    while "ask" in stands:
        ask = stands["ask"]
        option = bold(ask, dice) if ask["by"] == bolder else cautious(ask)
        stands = game.say(answer=option)
        answers += 1
        fell += sum("die" in entry for entry in stands.get("log", []))
        moved += sum(change["cell"] == "place" for change in stands.get("changes", []))
    over = stands["over"]
    turn = game.say(eval="turn")["eval"][0]["value"]
    print(f"{answers} answers, {fell} dice, {moved} moves, turn {turn}")
    print(f"over: {over['result']}, {over['winner'] or 'nobody'} has won")
    # A position is text: it can be kept, changed and taken up again.
    position = game.say(position=True)["position"]
    again = game.say(begin=position)
    assert again["over"] == over, again
    sys.exit(game.close())


if __name__ == "__main__":
    main()

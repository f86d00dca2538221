#!/usr/bin/env python3
"""A bot that plays legal points at random, using only the standard library.

    ROSETTE_TOKEN=rosette_... python3 bot.py http://127.0.0.1:8080

It accepts every challenge, plays any number of games at once, and passes when
its opponent has passed. It needs a token with the scopes read and play.
"""

import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request

SERVER = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8080"
TOKEN = os.environ.get("ROSETTE_TOKEN", "")


def request(path, body=None):
    """Opens a path; a body is sent as JSON by POST."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + TOKEN}
    if data is not None:
        headers["Content-Type"] = "application/json"
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=30)


def send(path, body):
    """Posts a body until the server responds; returns the code of a refusal, or ""."""
    while True:
        try:
            with request(path, body):
                return ""
        except urllib.error.HTTPError as refused:
            if refused.code < 500 and refused.code != 429:
                return json.load(refused)["code"]
        except OSError:
            pass  # the connection is lost: try again
        time.sleep(1)


def lines(path):
    """Yields a stream's lines, without the empty ones that keep it alive."""
    with request(path) as answer:
        for line in answer:
            if line.strip():
                yield json.loads(line)


def choose(points, state):
    """Returns the bot's command for a position at its turn, or None."""
    if state["phase"] == "agreement" and not state["toMove"]:
        return {"command": "agree"} if state.get("proposed") else None
    if state["phase"] not in ("play", "agreement"):
        return {"command": "resign"}  # a negotiation about komi, or a handicap to place
    refused = state.get("illegal", {})
    legal = [p for p, s in zip(points, state["stones"]) if s == "." and p not in refused]
    if not legal or state["moves"] and state["moves"][-1][1] == "pass":
        return {"command": "pass"}
    return {"command": "play", "point": random.choice(legal)}


def play(game):
    """Plays a game to its end. The stream ends with the game."""
    points = []
    over = False
    while not over:
        try:
            for line in lines(f"/api/games/{game}/stream"):
                if line["type"] == "gameFull":
                    points, line = line["points"], line["state"]
                if line["type"] != "gameState":
                    continue
                over = line["phase"] == "over"
                if over or not line["seat"] or line["seat"] not in line["awaits"]:
                    continue
                command = choose(points, line)
                if command:  # a repeated id counts once; after rejects late commands
                    command.update(id=f"move-{line['seq']}", after=line["seq"])
                    send(f"/api/games/{game}/commands", command)
        except OSError:
            time.sleep(1)  # the connection is lost: the new stream begins with the current position
    print("over", game, flush=True)


def holder():
    """Returns the name of the token's account, or exits."""
    if not TOKEN:
        sys.exit("ROSETTE_TOKEN is not set: make a token on the page of your account.")
    try:
        with request("/api/token") as answer:
            return json.load(answer)["name"]
    except urllib.error.HTTPError as refused:
        sys.exit(f"{SERVER} refuses the token: {refused}")
    except OSError as lost:
        sys.exit(f"{SERVER} does not answer: {lost}")
    except (ValueError, KeyError):
        sys.exit(f"{SERVER} is not the address of a server: use one such as http://127.0.0.1:8080")


def main():
    """Accepts challenges and plays all games that begin."""
    playing = set()
    print("playing for", holder(), flush=True)
    while True:
        try:
            for event in lines("/api/stream/events"):
                if event["type"] == "challenge" and event["challenge"].get("asked"):
                    send(f"/api/lobby/offers/{event['challenge']['id']}/accept", {})
                elif event["type"] == "gameStart" and event["game"]["id"] not in playing:
                    playing.add(event["game"]["id"])
                    threading.Thread(target=play, args=[event["game"]["id"]], daemon=True).start()
        except urllib.error.HTTPError as refused:
            if refused.code in (401, 403):
                sys.exit(f"{SERVER} refuses the token: {refused}")
        except OSError:
            pass  # the connection is lost: try again
        time.sleep(1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestBotsAreMarkedAndPairedWithNobodyWhoHasNotAsked(t *testing.T) {
	p := newPrograms(t, "Ann", "Bob", "Cid", "Gnu")
	if _, err := p.accounts.MakeBot(t.Context(), p.users["Gnu"]); err != nil {
		t.Fatal(err)
	}
	if holder := p.must("Gnu", "GET /api/token"); holder["name"] != "Gnu BOT" || holder["bot"] != true {
		t.Errorf("the token is of %v", holder)
	}
	const quick = `{"board":"square-9","speed":"live","casual":true}`
	seek := func(who, more string) string {
		return p.must(who, `POST /api/lobby/offers {"kind":"seek",`+more+`"game":{"board":"square-9","clock":"10m+3x30s"}}`)["id"].(string)
	}
	own := seek("Gnu", "")
	closed := seek("Ann", "")
	open := seek("Bob", `"bots":true,`)
	for line, want := range map[string]string{
		"POST /api/lobby/pair " + quick:                   "403 lobby.refused.bots-pair",
		"POST /api/lobby/offers/" + closed + "/accept {}": "403 lobby.refused.no-bots",
	} {
		if status, answer := p.ask("Gnu", line); fmt.Sprint(status, " ", answer["code"]) != want {
			t.Errorf("%s: %d %v, want %s", line, status, answer, want)
		}
	}
	if id := p.must("Cid", "POST /api/lobby/pair "+quick)["id"]; id != closed {
		t.Errorf("a person is paired with %v; the seek of a bot is %s", id, own)
	}
	p.must("Gnu", "POST /api/lobby/offers/"+open+"/accept {}")
	if g := p.must("Ann", "GET /api/games/"+open); in(g, "seats", "b", "name") != "Gnu BOT" && in(g, "seats", "w", "name") != "Gnu BOT" {
		t.Errorf("the seats are %v", g["seats"])
	}
	challenge := p.must("Ann", `POST /api/lobby/offers {"kind":"challenge","to":"gnu","game":`+smallGame+`}`)["id"].(string)
	p.must("Gnu", "POST /api/lobby/offers/"+challenge+"/accept {}")
}

func TestTheBotInPythonPlaysAGame(t *testing.T) {
	p := newPrograms(t, "Ann", "Py")
	bot := exec.Command("python3", "../../docs/bots/bot.py", p.url)
	bot.Env = append(os.Environ(), "ROSETTE_TOKEN="+p.tokens["Py"])
	var errs bytes.Buffer
	bot.Stderr = &errs
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bot.Process.Kill(); err != nil {
			t.Error(err)
		}
		if err := bot.Wait(); err == nil || errs.Len() > 0 { // it was killed
			t.Errorf("the bot: %v, %s", err, &errs)
		}
	})
	events := p.stream("Ann", "/api/stream/events")
	p.must("Ann", `POST /api/lobby/offers {"kind":"challenge","to":"Py","game":{"board":"rosette-3","rules":"chinese","color":"black"}}`)
	id, _ := in(events.next("gameStart"), "game", "id").(string)
	end := p.sits(id, "A4")
	if moves := end["moves"].([]any); len(moves) < 3 || in(end, "result", "by") != "score" {
		t.Errorf("the game ends after %v by %v", moves, end["result"])
	}
}

func TestTheBotInPythonSaysInALineWhyItCannotStart(t *testing.T) {
	p := newPrograms(t, "Py")
	for _, c := range []struct{ server, token, want string }{
		{p.url, "", "ROSETTE_TOKEN is not set"},
		{p.url, "rosette_wrong", "refuses the token: HTTP Error 401"},
		{"http://127.0.0.1:1", p.tokens["Py"], "does not answer"},
		{"nowhere", p.tokens["Py"], "is not the address of a server"},
	} {
		bot := exec.Command("python3", "../../docs/bots/bot.py", c.server)
		bot.Env = append(os.Environ(), "ROSETTE_TOKEN="+c.token)
		said, err := bot.CombinedOutput()
		if err == nil || strings.Count(string(said), "\n") != 1 || !strings.Contains(string(said), c.want) {
			t.Errorf("%s with %q: %v, %s; want %q in one line", c.server, c.token, err, said, c.want)
		}
	}
}

func TestTheFormOfASeekSaysWhetherBotsMayAcceptIt(t *testing.T) {
	w := newWorld(t)
	const box, said = `name="bots" value="on" aria-describedby="bots-note">`, "Bots may accept"
	if page := w.answer("player", "GET /new?opponent=seek").Body.String(); !strings.Contains(page, box) {
		t.Errorf("the form has no box for bots that is not checked: %s", page)
	}
	for form, want := range map[string]bool{
		"opponent=seek&board=square-9&clock=10m":                   false,
		"opponent=seek&board=square-9&clock=10m&bots=on":           true,
		"opponent=challenge&to=opponent&board=square-9&bots=on":    false,
		"opponent=friend&board=square-9&visibility=public&bots=on": false,
	} {
		made := w.answer("player", "POST /games "+form)
		id := strings.TrimPrefix(made.Header().Get("Location"), "/games/")
		var got struct{ Bots bool }
		answer := w.answer("player", "GET /api/lobby/offers/"+id)
		if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || got.Bots != want {
			t.Errorf("%s: %d, an offer with bots %v, %v; want %v", form, made.Code, got.Bots, err, want)
		}
		if page := w.answer("member", "GET /games/"+id).Body.String(); strings.Contains(page, "May accept") != want {
			t.Errorf("%s: the page of the offer says of bots: %v, want %v", form, !want, want)
		}
	}
	if lobby := w.answer("member", "GET /lobby").Body.String(); strings.Count(lobby, said) != 1 {
		t.Errorf("the lobby names %d offers for bots, want 1: %s", strings.Count(lobby, said), lobby)
	}
}

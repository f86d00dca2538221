package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
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
	const quick = `{"board":"square-9","speed":"live"}`
	seek := func(who, more string) string {
		return p.must(who, `POST /api/offers {"kind":"seek",`+more+`"game":{"board":"square-9","clock":"10m+3x30s"}}`)["id"].(string)
	}
	own, closed, open := seek("Gnu", ""), seek("Ann", ""), seek("Bob", `"bots":true,`)
	for line, want := range map[string]string{
		"POST /api/pair " + quick:                   "403 lobby.refused.bots-pair",
		"POST /api/offers/" + closed + "/accept {}": "403 lobby.refused.no-bots",
	} {
		if status, answer := p.ask("Gnu", line); fmt.Sprint(status, " ", answer["code"]) != want {
			t.Errorf("%s: %d %v, want %s", line, status, answer, want)
		}
	}
	if id := p.must("Cid", "POST /api/pair "+quick)["id"]; id != closed {
		t.Errorf("a person is paired with %v; the seek of a bot is %s", id, own)
	}
	p.must("Gnu", "POST /api/offers/"+open+"/accept {}")
	if g := p.must("Ann", "GET /api/games/"+open); in(g, "seats", "b", "name") != "Gnu BOT" && in(g, "seats", "w", "name") != "Gnu BOT" {
		t.Errorf("the seats are %v", g["seats"])
	}
	challenge := p.must("Ann", `POST /api/offers {"kind":"challenge","to":"gnu","game":`+smallGame+`}`)["id"].(string)
	p.must("Gnu", "POST /api/offers/"+challenge+"/accept {}")
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
	p.must("Ann", `POST /api/offers {"kind":"challenge","to":"Py","game":{"board":"rosette-3","rules":"chinese","color":"black"}}`)
	id, _ := in(events.next("gameStart"), "game", "id").(string)
	end := p.sits(id, "A4")
	if moves := end["moves"].([]any); len(moves) < 3 || in(end, "result", "by") != "score" {
		t.Errorf("the game ends after %v by %v", moves, end["result"])
	}
}

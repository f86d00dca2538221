package narrate

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
)

func TestTheEndIsTold(t *testing.T) {
	for _, test := range []struct {
		result game.Result
		want   string
	}{
		{game.Result{Winner: board.White, By: game.ByScore, Margin: 1}, "White wins by 1 point."},
		{game.Result{Winner: board.White, By: game.ByTime}, "White wins on time."},
		{game.Result{Winner: board.Black, By: game.ByResign}, "Black wins by resignation."},
		{game.Result{By: game.ByScore}, "The game is a draw."},
		{game.Result{By: game.NoResult}, "No result: the position keeps repeating."},
		{game.Result{By: game.BothLose}, "Both players lose."},
	} {
		if got := texts([]Message{narrator{}.ended(test.result)}, ""); got != test.want {
			t.Errorf("%v: %s, want %s", test.result, got, test.want)
		}
	}
}

func TestAnOutageIsToldInALargeUnit(t *testing.T) {
	for away, want := range map[time.Duration]string{
		1:                 "+The server was away for 1 second. The clock did not run.",
		119 * time.Second: "+The server was away for 119 seconds. The clock did not run.",
		2 * time.Minute:   "+The server was away for 2 minutes. The clock did not run.",
		50 * time.Hour:    "+The server was away for 50 hours. The clock did not run.",
	} {
		if got := texts(narrator{}.outage(play.Event{Kind: play.Suspended, For: away}), "b"); got != want {
			t.Errorf("%v: %s, want %s", away, got, want)
		}
	}
}

func TestEveryKindOfEventHasANarratorAndEveryKeyAText(t *testing.T) {
	source, err := os.ReadFile("../play/events.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`Kind += "([a-z-]+)"`).FindAllStringSubmatch(string(source), -1)
	var events []string
	for _, kind := range kinds {
		if kind[1] == "opened" || events != nil { // the events follow the commands
			events = append(events, kind[1])
		}
	}
	if len(events) < 25 {
		t.Fatalf("only %d kinds of events are found: %v", len(events), events)
	}
	for _, kind := range events {
		if narrators[play.Kind(kind)] == nil {
			t.Errorf("%s has no narrator", kind)
		}
	}
	for _, name := range []string{"message.go", "move.go", "events.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range regexp.MustCompile(`"((?:event|meeting|move|result)\.[a-z.-]+[a-z])"`).FindAllStringSubmatch(string(source), -1) {
			if !i18n.Has(key[1]) && !i18n.Has(key[1]+".dead") {
				t.Errorf("the key %q has no text", key[1])
			}
		}
	}
}

func TestWhoDoesSomethingIsToldSoWithYou(t *testing.T) {
	var catalogue struct{ Texts map[string]any }
	if err := json.Unmarshal(i18n.Browser("en", []string{"event", "result"}), &catalogue); err != nil {
		t.Fatal(err)
	}
	for key, text := range catalogue.Texts {
		if strings.Contains(fmt.Sprint(text), "{name}") && !i18n.Has(key+".you") {
			t.Errorf("%s names the player and has no text with you", key)
		}
	}
}

func TestAnArgumentIsLookedUpInTheLanguageAndANameIsNot(t *testing.T) {
	m := Message{Key: "event.took", By: "w", Args: map[string]any{"color": "@color.b"}}
	if got := Text("en", m, Viewer{Names: map[string]string{"w": "@color.w {color}"}}); got != "@color.w {color} chooses Black." {
		t.Error(got)
	}
	if got := Text("fr", Move{Color: board.White, Point: "C4", Captured: 2}.Messages()[0], Viewer{}); got != "Blanc en C4 prend 2 pierres" {
		t.Error(got)
	}
	if m.Args["color"] != "@color.b" || len(m.Args) != 1 {
		t.Errorf("the message was changed: %v", m.Args)
	}
}

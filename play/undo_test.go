package play

import (
	"slices"
	"strings"
	"testing"
)

// undoCases holds scripts that lead to an event by Black. After its undo the match must be as
// before the event.
var undoCases = map[string]struct {
	settings func(t failer) Settings
	before   string
	event    string
}{
	"komi, an offer": {
		func(t failer) Settings { return negotiation(t, "flower", KomiDivide) }, "phase? → komi", "b offer 3 → offered",
	},
	"komi, a bid": {
		func(t failer) Settings { return negotiation(t, "flower", KomiOpen) },
		"b bid 2 → bade\nw bid 3 → bade", "b bid 4 → bade",
	},
	"komi, a secret bid": {
		func(t failer) Settings { return negotiation(t, "flower", KomiSecret) }, "phase? → komi", "b bid 4 → bade",
	},
	"a handicap stone": {
		func(t failer) Settings { return handicap(t, "square-5", "flower", 3) }, "b place c3 → placed", "b place c4 → placed",
	},
	"the last handicap stone": {
		func(t failer) Settings { return handicap(t, "square-5", "flower", 2) }, "b place c3 → placed", "b place c4 → placed",
	},
	"a move":       {twoPlayers("aga"), "b c3 d3", "b c4 → played"},
	"the stop":     {twoPlayers("aga"), "b c3 d3 c2 pass", "b pass → passed stopped"},
	"a mark":       {twoPlayers("aga"), "b c3 d3 pass\nw pass → passed stopped", "b mark d3 dead → marked"},
	"an agreement": {twoPlayers("aga"), "b c3 d3 pass\nw pass → passed stopped\nw mark d3 dead → marked", "b agree → agreed"},
	"a dispute": {
		twoPlayers("aga"), "b c3 d3 pass\nw pass → passed stopped\nw mark d3 dead → marked", "b dispute → disputed resumed black",
	},
	"a pass taken": {
		twoPlayers("kgs-chinese"), "b c3 d3 pass\nw pass → passed stopped\nw mark d3 dead → marked",
		"b dispute → disputed resumed white",
	},
	"a chosen mover": {twoPlayers("new-zealand"), "b c3 d3 pass\nw pass → passed stopped\nw dispute → disputed", "b choose-mover black → mover-chosen"},
	"two chosen movers": {
		twoPlayers("new-zealand"), "b c3 d3 pass\nw pass → passed stopped\nw dispute → disputed\nw choose-mover black → mover-chosen",
		"b choose-mover black → mover-chosen resumed black",
	},
	"a confirmation": {twoPlayers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped", "b confirm c3 → confirming"},
	"in a confirmation": {
		twoPlayers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped\nw confirm c3 → confirming\nw c4 → played",
		"b b4 → played",
	},
	"a confirmation's end": {
		twoPlayers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped\nw confirm c3 → confirming\nw pass → passed",
		"b pass → passed confirmed alive",
	},
	"both lose":    {twoPlayers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped", "b void → voided"},
	"a quiet pass": {twoPlayers("flower"), "b c3 d3 pass\nw pass → passed stopped", "b pass → passed"},
	"a quiet move": {twoPlayers("flower"), "b c3 d3 pass\nw pass → passed stopped", "b c4 → played"},
}

// twoPlayers returns settings for two people under those rules.
func twoPlayers(rules string) func(t failer) Settings {
	return func(t failer) Settings { return between(t, "square-5", rules, "none") }
}

// summary describes the match without event numbers.
func summary(m *Match) string {
	var all []string
	for word, ask := range queries {
		if word != "seq?" && word != "asked?" {
			all = append(all, word+" "+ask(m))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

func TestAGrantedUndoTakesBackAnyUndoableEvent(t *testing.T) {
	for name, test := range undoCases {
		s := test.settings(t)
		before := summary(runScript(t, s, test.before))
		after := summary(runScript(t, s, test.before+"\n"+test.event))
		m := runScript(t, s, test.before+"\n"+test.event+`
			w grant → undo-not-asked
			b undo → asked
			b undo → undo-asked
			b grant → undo-not-asked
			asked? → black
			w refuse → refused
			asked? → empty
			b undo → asked
			w grant → granted took-back`)
		if got := summary(m); got != before {
			t.Errorf("%s, undone\n%s\nbefore\n%s", name, got, before)
		}
		again, _, _ := strings.Cut(test.event, " →")
		do(m, command(again), 60)
		if got := summary(m); got != after {
			t.Errorf("%s, done again\n%s\nthe first time\n%s", name, got, after)
		}
	}
}

func TestSecretBidsThatWereOpenedAreTakenBackTogether(t *testing.T) {
	s := negotiation(t, "flower", KomiSecret)
	fresh := summary(opened(t, s))
	for _, undo := range []string{"b undo → asked\nw grant → granted took-back", "w undo → asked\nb grant → granted took-back"} {
		m := runScript(t, s, "w bid 2 → bade\nb bid 4 → bade settled 4\n"+undo)
		if got := summary(m); got != fresh {
			t.Errorf("%s\n%s\nwant\n%s", undo, got, fresh)
		}
	}
}

func TestAgainstAProgramOrOneselfAnUndoNeedsNoPermission(t *testing.T) {
	for name, test := range undoCases {
		for _, other := range []Seat{program, {Kind: ada.Kind, ID: ada.ID, Name: "Bob"}} {
			s := test.settings(t)
			s.White = other
			before := summary(runScript(t, s, test.before))
			if got := summary(runScript(t, s, test.before+"\n"+test.event+"\nb undo → took-back")); got != before {
				t.Errorf("%s, undone\n%s\nbefore\n%s", name, got, before)
			}
		}
	}
}

func TestARequestedUndoIsDroppedWhenTheMatchGoesOn(t *testing.T) {
	runScript(t, between(t, "square-5", "aga", "none"), `
		b c3 → played
		b undo → asked
		w undo → nothing-to-undo
		w d3 → played
		w grant → undo-not-asked
		w undo → asked
		b undo → undo-asked
		b resign → resigned ended W+R
		asked? → empty
		b grant → game-over`)
}

func TestAProgramNeedsAPersonsPermissionForAnUndo(t *testing.T) {
	runScript(t, against(t, "square-5", "tromp-taylor", "none"), `
		b c3 d3
		w undo → asked
		b grant → granted took-back
		ply? → 1
		w d4 → played`)
}

func TestAnUndoOfKomiGivesTheColoursBack(t *testing.T) {
	runScript(t, negotiation(t, "mindsports-chinese", KomiDivide), `
		b offer 5 → offered
		w take black → took settled 5 swapped
		black is? → Bob
		b undo → asked
		w grant → granted took-back
		black is? → Ada
		phase? → komi
		talk? → 5 by black
		to move? → white
		w take white → took settled 5
		black is? → Ada`)
}

func TestAProposalByTheServerIsTakenBackWithTheEventBeforeIt(t *testing.T) {
	runScript(t, between(t, "square-5", "aga", "none"), `
		b c3 d3 pass
		w pass → passed stopped
		server propose d3 → proposed
		w undo → asked
		b grant → granted took-back
		phase? → play
		to move? → white
		w pass → passed stopped
		dead? →
		server propose c3 → proposed`)
}

package play

import (
	"slices"
	"strings"
	"testing"
)

// Each story brings Ada with Black to a deed of her own; undone, the match is
// as it was before that deed.
var deedsToUndo = map[string]struct {
	settings func(t failer) Settings
	before   string
	deed     string
}{
	"komi, an offer": {
		func(t failer) Settings { return haggle(t, "flower", KomiDivide) }, "phase? → komi", "b offer 3 → offered",
	},
	"komi, a bid": {
		func(t failer) Settings { return haggle(t, "flower", KomiOpen) },
		"b bid 2 → bade\nw bid 3 → bade", "b bid 4 → bade",
	},
	"komi, a secret bid": {
		func(t failer) Settings { return haggle(t, "flower", KomiSecret) }, "phase? → komi", "b bid 4 → bade",
	},
	"a handicap stone": {
		func(t failer) Settings { return handicap(t, "square-5", "flower", 3) }, "b place c3 → placed", "b place c4 → placed",
	},
	"the last handicap stone": {
		func(t failer) Settings { return handicap(t, "square-5", "flower", 2) }, "b place c3 → placed", "b place c4 → placed",
	},
	"a move":        {talkers("aga"), "b c3 d3", "b c4 → played"},
	"the stop":      {talkers("aga"), "b c3 d3 c2 pass", "b pass → passed stopped"},
	"a mark":        {talkers("aga"), "b c3 d3 pass\nw pass → passed stopped", "b mark d3 dead → marked"},
	"an agreement":  {talkers("aga"), "b c3 d3 pass\nw pass → passed stopped\nw mark d3 dead → marked", "b agree → agreed"},
	"a dispute":     {talkers("aga"), "b c3 d3 pass\nw pass → passed stopped\nw mark d3 dead → marked", "b dispute → disputed resumed black"},
	"a pass taken":  {talkers("kgs-chinese"), "b c3 d3 pass\nw pass → passed stopped\nw mark d3 dead → marked", "b dispute → disputed resumed white"},
	"a wish":        {talkers("new-zealand"), "b c3 d3 pass\nw pass → passed stopped\nw dispute → disputed", "b wish black → wished"},
	"wishes":        {talkers("new-zealand"), "b c3 d3 pass\nw pass → passed stopped\nw dispute → disputed\nw wish black → wished", "b wish black → wished resumed black"},
	"a trial":       {talkers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped", "b confirm c3 → confirming"},
	"in a trial":    {talkers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped\nw confirm c3 → confirming\nw c4 → played", "b b4 → played"},
	"a trial's end": {talkers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped\nw confirm c3 → confirming\nw pass → passed", "b pass → passed confirmed alive"},
	"both lose":     {talkers("japanese-1989"), "b c3 d3 pass\nw pass → passed stopped", "b void → voided"},
	"a quiet pass":  {talkers("flower"), "b c3 d3 pass\nw pass → passed stopped", "b pass → passed"},
	"a quiet move":  {talkers("flower"), "b c3 d3 pass\nw pass → passed stopped", "b c4 → played"},
}

// talkers are two people with those rules.
func talkers(rules string) func(t failer) Settings {
	return func(t failer) Settings { return between(t, "square-5", rules, "none") }
}

// seen is what stands, without the numbers of events.
func seen(m *Match) string {
	var all []string
	for word, ask := range questions {
		if word != "seq?" && word != "asked?" {
			all = append(all, word+" "+ask(m))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

func TestAnUndoThatIsGrantedTakesAnyDeedBack(t *testing.T) {
	for name, story := range deedsToUndo {
		s := story.settings(t)
		before := seen(tell(t, s, story.before))
		after := seen(tell(t, s, story.before+"\n"+story.deed))
		m := tell(t, s, story.before+"\n"+story.deed+`
			w grant → undo-not-asked
			b undo → asked
			b undo → undo-asked
			b grant → undo-not-asked
			asked? → black
			w refuse → refused
			asked? → empty
			b undo → asked
			w grant → granted took-back`)
		if got := seen(m); got != before {
			t.Errorf("%s, undone\n%s\nbefore\n%s", name, got, before)
		}
		again, _, _ := strings.Cut(story.deed, " →")
		do(m, command(again), 60)
		if got := seen(m); got != after {
			t.Errorf("%s, done again\n%s\nthe first time\n%s", name, got, after)
		}
	}
}

func TestSecretBidsThatWereOpenedAreTakenBackTogether(t *testing.T) {
	s := haggle(t, "flower", KomiSecret)
	fresh := seen(opened(t, s))
	for _, undo := range []string{"b undo → asked\nw grant → granted took-back", "w undo → asked\nb grant → granted took-back"} {
		m := tell(t, s, "w bid 2 → bade\nb bid 4 → bade settled 4\n"+undo)
		if got := seen(m); got != fresh {
			t.Errorf("%s\n%s\nwant\n%s", undo, got, fresh)
		}
	}
}

func TestWhoPlaysAProgramOrAloneAsksNobody(t *testing.T) {
	for name, story := range deedsToUndo {
		for _, other := range []Seat{{Name: "Bob", Program: true}, {Name: "Bob", Key: key}} {
			s := story.settings(t)
			s.White = other
			before := seen(tell(t, s, story.before))
			if got := seen(tell(t, s, story.before+"\n"+story.deed+"\nb undo → took-back")); got != before {
				t.Errorf("%s, undone\n%s\nbefore\n%s", name, got, before)
			}
		}
	}
}

func TestAnUndoThatIsAskedForIsForgottenWhenTheMatchGoesOn(t *testing.T) {
	tell(t, between(t, "square-5", "aga", "none"), `
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

func TestAProgramAsksAPerson(t *testing.T) {
	tell(t, against(t, "square-5", "tromp-taylor", "none"), `
		b c3 d3
		w undo → asked
		b grant → granted took-back
		ply? → 1
		w d4 → played`)
}

func TestAnUndoOfKomiGivesTheColoursBack(t *testing.T) {
	tell(t, haggle(t, "mindsports-chinese", KomiDivide), `
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

func TestWhatTheHouseDoesIsTakenBackWithWhatCameBefore(t *testing.T) {
	tell(t, between(t, "square-5", "aga", "none"), `
		b c3 d3 pass
		w pass → passed stopped
		house propose d3 → proposed
		w undo → asked
		b grant → granted took-back
		phase? → play
		to move? → white
		w pass → passed stopped
		dead? →
		house propose c3 → proposed`)
}

package page

import (
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/view/position"
	matchhttp "rosette/server/http/match"
)

// told joins the texts about a game.
func told(t *testing.T, lang string, g matchhttp.Game) string {
	t.Helper()
	lessons, err := howTo(lang, g)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, l := range lessons {
		if len(l.Says) == 0 {
			t.Errorf("%s: nothing is said of %q", g.Rules, l.Title)
		}
		all = append(all, l.Says...)
	}
	return strings.Join(all, "\n")
}

func TestHowToPlayFollowsTheRulesOfTheGame(t *testing.T) {
	honeycomb := position.Board{Rosettes: [][]board.Point{{0, 1, 2, 3, 4, 5}}}
	for _, c := range []struct {
		game    matchhttp.Game
		says    string
		differs string
	}{
		{matchhttp.Game{Rules: "mindsports-chinese", Board: honeycomb}, "Six stones of one colour|or the chain has a rosette|same player to move|each of your stones on the board|seki", "for each stone you captured"},
		{matchhttp.Game{Rules: "tromp-taylor"}, "two lines cross|capture your own stones|no earlier position|counts as alive", "rosette"},
		{matchhttp.Game{Rules: "japanese-1989"}, "unless you capture something.|last move|on a copy|each stone you captured", "rosette"},
		{matchhttp.Game{Rules: "flower", Board: honeycomb}, "Every pass gives|it costs nothing|White passes once more|Two more passes end", "half a point"},
		{matchhttp.Game{Rules: "aga", Handicap: 3}, "White gets 2 points for the handicap", "White gets 3"},
		{matchhttp.Game{Rules: "chinese", Handicap: 1}, "disagree, play goes on", "for the handicap"},
		{matchhttp.Game{Rules: "new-zealand", Supply: "181/180"}, "Black has 181 stones to play and White has 180|who moves next", "Then you say"},
	} {
		text := told(t, "en", c.game)
		for part := range strings.SplitSeq(c.says, "|") {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is not said:\n%s", c.game.Rules, part, text)
			}
		}
		if strings.Contains(text, c.differs) {
			t.Errorf("%s: %q is said:\n%s", c.game.Rules, c.differs, text)
		}
	}
}

func TestHowToPlayHasTextsForEveryRulesetAndLanguage(t *testing.T) {
	for _, name := range game.Presets() {
		for _, lang := range i18n.Languages() {
			if text := told(t, lang, matchhttp.Game{Rules: name}); strings.Contains(text, "how.") {
				t.Errorf("%s in %s: a key has no text:\n%s", name, lang, text)
			}
		}
	}
	if _, err := howTo("en", matchhttp.Game{Rules: "nobody's"}); err == nil {
		t.Error("rules that do not exist are explained")
	}
}

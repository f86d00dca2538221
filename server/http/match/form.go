package match

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/refusal"
)

// formFields lists the fields in a form for a new game, as [ReadForm] reads them.
var formFields = []struct {
	name string // name in the form
	at   string // location in a NewGame
	read func(*wire.NewGame, string) error
}{
	{"board", "board", func(n *wire.NewGame, text string) error { n.Board = text; return nil }},
	{"opponent", "opponent", func(n *wire.NewGame, text string) error { n.Opponent = text; return nil }},
	{"level", "level", func(n *wire.NewGame, text string) error { n.Level = text; return nil }},
	{"seconds", "seconds", readSeconds},
	{"color", "color", func(n *wire.NewGame, text string) error { n.Color = text; return nil }},
	{"black", "names.black", func(n *wire.NewGame, text string) error { n.Names.Black = text; return nil }},
	{"white", "names.white", func(n *wire.NewGame, text string) error { n.Names.White = text; return nil }},
	{"rules", "rules", func(n *wire.NewGame, text string) error { n.Rules = text; return nil }},
	{"supply", "supply", func(n *wire.NewGame, text string) error { n.Supply = text; return nil }},
	{"komiBy", "komiBy", func(n *wire.NewGame, text string) error { n.KomiBy = text; return nil }},
	{"komi", "komi", readKomi},
	{"handicap", "handicap", readHandicap},
	{"rankDifference", "rankDifference", readRanks},
	{"weaker", "weaker", func(n *wire.NewGame, text string) error { n.Weaker = text; return nil }},
	{"to", "to", func(*wire.NewGame, string) error { return nil }},     // the person invited by an offer
	{"near", "near", func(*wire.NewGame, string) error { return nil }}, // largest rating difference in an offer
	{"bots", "bots", func(*wire.NewGame, string) error { return nil }}, // whether bots may accept an offer
	{"name", "name", func(*wire.NewGame, string) error { return nil }}, // name for an offer
	{"clock", "clock", func(n *wire.NewGame, text string) error { n.Clock = text; return nil }},
	{"visibility", "visibility", func(n *wire.NewGame, text string) error { n.Visibility = text; return nil }},
	{"rated", "rated", readRated},
}

// ReadForm reads a form from a browser. It checks only that numbers are numbers.
func ReadForm(form url.Values) (wire.NewGame, error) {
	var n wire.NewGame
	for _, f := range formFields {
		if err := f.read(&n, form.Get(f.name)); err != nil {
			return n, err
		}
	}
	return n, nil
}

// FormField returns the form field for a fault's location, or "" if there is none.
func FormField(location string) string {
	location = strings.Replace(location, "body.game.", "body.", 1) // in an offer
	for _, f := range formFields {
		if "body."+f.at == location {
			return f.name
		}
	}
	return ""
}

// number matches a number as people write it; strconv also accepts 1e1 and 0x5p0.
var number = regexp.MustCompile(`^[+-]?[0-9]{1,4}([.,][0-9]{1,3})?$`)

// readKomi reads the komi unless the form chooses a komi method other than a number. The form also
// sends text that was typed before another method was chosen.
func readKomi(n *wire.NewGame, text string) error {
	plain := strings.Replace(strings.TrimSpace(text), "−", "-", 1)
	if plain == "" || n.KomiBy != "" && n.KomiBy != "number" {
		return nil
	}
	value, err := strconv.ParseFloat(strings.Replace(plain, ",", ".", 1), 64)
	if err != nil || !number.MatchString(plain) {
		return match.Unfit("komi", "form.komi", text)
	}
	n.Komi = &value
	return nil
}

// readRated reads the switch: on, or usual if the client has left it on.
func readRated(n *wire.NewGame, text string) error {
	n.Rated = text == "on" || text == "usual"
	return nil
}

func readSeconds(n *wire.NewGame, text string) (err error) {
	if n.Seconds, err = strconv.Atoi(or(text, "0")); err != nil {
		return match.Unfit("seconds", "opponent.seconds.number", text)
	}
	return nil
}

func readRanks(n *wire.NewGame, text string) error {
	switch {
	case text == "":
		return nil
	case n.Ranks != "":
		return refusal.InField("rankDifference", "form.ranks-handicap", nil)
	}
	n.Ranks = text
	return nil
}

func readHandicap(n *wire.NewGame, text string) (err error) {
	if n.Ranks = ""; text == match.ByRatings {
		n.Ranks = text
		return nil
	}
	if n.Handicap, err = strconv.Atoi(or(text, "0")); err != nil {
		return match.Unfit("handicap", "form.handicap", text, "most", match.MostHandicap)
	}
	return nil
}

// WantedGame converts the JSON type to a [match.NewGame].
func WantedGame(n wire.NewGame) match.NewGame {
	return match.NewGame{
		Board: n.Board, Opponent: n.Opponent, Level: n.Level, Seconds: n.Seconds, Color: n.Color,
		Black: n.Names.Black, White: n.Names.White, Rules: n.Rules, Supply: n.Supply, KomiBy: n.KomiBy, Komi: n.Komi,
		Handicap: n.Handicap, Ranks: n.Ranks, Weaker: n.Weaker, Clock: n.Clock, Visibility: n.Visibility,
		Rated: n.Rated,
	}
}

func or(text, usual string) string {
	if text == "" {
		return usual
	}
	return text
}

package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
)

const somebody = web.Actor("guest/00000000000000000000000000000001")

// offering returns a server that offers some boards and levels.
func offering() *Server {
	return serverOf(options{rules: rules{match.ServiceOptions{
		Boards: []string{"rosette-5", "rosette-2", "rosette-3", "rosette-12", "square-9", "square-13"},
		Levels: []string{"level-1", "full"},
	}}})
}

// agreed returns the settings for a form.
func agreed(t *testing.T, form string) (play.Settings, error) {
	t.Helper()
	values, err := url.ParseQuery(form)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := ReadForm(values)
	if err != nil {
		return play.Settings{}, err
	}
	return offering().Match.Settings(WantedGame(wanted), somebody, time.Unix(0, 0))
}

func TestAnEmptyRequestIsAGameAgainstTheComputerOnTheFirstBoard(t *testing.T) {
	s, err := offering().Match.Settings(WantedGame(wire.NewGame{Color: "white"}), somebody, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if s.Board != "rosette-5" || s.Black != (play.Seat{Kind: play.SeatBot, ID: "level-1", Name: "level-1"}) || s.White.Actor() != string(somebody) {
		t.Errorf("%+v", s)
	}
}

func TestThinkingTimeIsForFullStrength(t *testing.T) {
	for form, want := range map[string]time.Duration{
		"level=full&seconds=5": 5 * time.Second, "level=full&seconds=0": 0, "level=level-1&seconds=5": 0, "level=full": 0,
	} {
		if s, err := agreed(t, form); err != nil || s.Thinking != want {
			t.Errorf("%s: %v, %v; want %v", form, s.Thinking, err, want)
		}
	}
}

func TestEveryRulesetOpensAGameOnEveryBoard(t *testing.T) {
	for _, preset := range game.Presets() {
		rules, err := game.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"rosette-5", "square-9"} {
			s, err := agreed(t, "opponent=people&board="+name+"&rules="+preset)
			if err != nil || s.Rules.Preset != rules.Preset || s.Rules.Komi != play.UsualKomi(name, rules, 0) {
				t.Errorf("%s on %s: %+v, %v", preset, name, s.Rules, err)
			}
		}
	}
}

func TestKomiAndHandicapAreAgreedOn(t *testing.T) {
	for form, want := range map[string]play.Settings{
		"board=rosette-5&komiBy=divide&komi=9":                    {KomiBy: play.KomiDivide, Halves: true},
		"board=rosette-5&komiBy=secret&opponent=people":           {KomiBy: play.KomiSecret, Halves: true},
		"board=rosette-5&rules=flower&komiBy=open":                {KomiBy: play.KomiOpen},
		"board=rosette-5&rules=flower":                            {KomiBy: play.KomiDivide},
		"board=rosette-5&rules=flower&komiBy=rules&komi=3":        {KomiBy: play.KomiDivide},
		"board=rosette-5&rules=flower&komiBy=number&komi=3":       {},
		"board=rosette-5&rules=flower&handicap=2&weaker=white":    {KomiBy: play.KomiDivide, Handicap: 2, Weaker: board.White},
		"board=rosette-5&rules=flower&komiBy=open&handicap=3":     {KomiBy: play.KomiOpen, Handicap: 3, Weaker: board.Black},
		"board=square-9&rules=chinese&handicap=2&komiBy=rules":    {Handicap: 2},
		"board=square-9&rules=new-zealand&handicap=9&komi=&x=1":   {Handicap: 9},
		"board=square-9&rules=japanese&weaker=white&komiBy=rules": {},
	} {
		s, err := agreed(t, form)
		if err != nil || s.KomiBy != want.KomiBy || s.Halves != want.Halves || s.Handicap != want.Handicap || s.Weaker != want.Weaker {
			t.Errorf("%s: %+v, %v", form, s, err)
		}
	}
	for form, want := range map[string]float64{
		"board=square-9&rules=chinese&handicap=2":                          0.5,
		"board=square-9&rules=new-zealand&handicap=2":                      0,
		"board=square-9&rules=chinese&komiBy=rules&komi=3":                 7.5, // the number is not used
		"board=square-9&rules=chinese&komiBy=number&komi=3&handicap=4":     3,
		"board=square-9&rules=chinese&komiBy=number&komi=%E2%88%922%2C5":   -2.5,
		"board=square-9&rules=flower&komiBy=number&komi=4&opponent=people": 4,
	} {
		if s, err := agreed(t, form); err != nil || s.Rules.Komi != want {
			t.Errorf("%s: komi %v, want %v; %v", form, s.Rules.Komi, want, err)
		}
	}
}

func TestWhatDoesNotFitIsNamedWithItsFieldAndKey(t *testing.T) {
	for form, want := range map[string]string{
		"board=cube":                             "board form.board",
		"handicap=3":                             "handicap form.no-handicap",
		"handicap=12&rules=chinese":              "handicap form.handicap",
		"handicap=many&rules=chinese":            "handicap form.handicap",
		"handicap=-1&rules=chinese":              "handicap form.handicap",
		"handicap=2&rules=chinese&komiBy=secret": "handicap form.handicap-bids",
		"rules=flower&komi=5.5&komiBy=number":    "komi form.komi-whole",
		"komi=5.25":                              "komi form.komi",
		"komi=1e1":                               "komi form.komi",
		"komi=9999":                              "komi form.komi",
		"rules=house":                            "rules form.ruleset",
		"komiBy=coin":                            "komiBy form.komi-by",
		"weaker=green":                           "weaker form.weaker",
		"opponent=cat":                           "opponent form.opponent",

		"rankDifference=strong":                                "rankDifference form.ranks",
		"rankDifference=3&handicap=2&rules=chinese":            "rankDifference form.ranks-handicap",
		"rankDifference=3&rules=tromp-taylor":                  "rankDifference form.no-handicap",
		"rankDifference=3&rules=chinese&komiBy=open":           "rankDifference form.handicap-bids",
		"rankDifference=12.5&rules=flower":                     "rankDifference form.handicap",
		"rankDifference=3.4&rules=flower&komiBy=open":          "rankDifference form.ranks-komi",
		"rankDifference=3.4&rules=flower&komiBy=number&komi=2": "rankDifference form.ranks-komi",
		"rankDifference=3.4&rules=flower&weaker=white":         "weaker form.ranks-black",

		"supply=few":                          "supply form.supply",
		"supply=181/0":                        "supply form.supply",
		"supply=150&rules=japanese":           "supply form.supply-kept",
		"supply=2/9&handicap=3&rules=chinese": "handicap form.handicap",
		"level=god":                           "level form.level",
		"seconds=21":                          "seconds opponent.seconds.most",
		"seconds=-1":                          "seconds opponent.seconds.most",
		"seconds=soon":                        "seconds opponent.seconds.number",
		"color=red":                           "color form.color",
		"clock=1":                             "clock form.clock",
		"clock=1000000h":                      "clock form.clock",
		"opponent=people&black=abcdefghijklmnopqrs": "black account.name.length",
		"opponent=people&white=a%00b":               "white account.name.words",
		"opponent=people&white=%FF":                 "white account.name.words",
		"opponent=people&black=Moderator":           "black account.name.reserved",
		"opponent=people&white=Boss+BOT":            "white account.name.reserved",
		"opponent=people&white=B%D0%BEss":           "white account.name.mixed", // Cyrillic o
		"black=Magnolia+2":                          "black account.name.reserved",
		"opponent=people&black=Ann&white=%C3%81nn":  "white form.same-name",
		"opponent=people&black=Ann&white=+Ann":      "white form.same-name",
	} {
		if !strings.Contains(form, "board=") {
			form = "board=square-9&" + form
		}
		_, err := agreed(t, form)
		p := web.Problem{}
		if !errors.As(web.AsProblem(err), &p) || len(p.Errors) != 1 || FormField(p.Errors[0].Location)+" "+p.Code != want {
			t.Errorf("%s: %v, want %s", form, err, want)
			continue
		}
		if p = p.In("en"); !i18n.Has(p.Code) || strings.Contains(p.Detail, "{") || p.Errors[0].Message != p.Detail {
			t.Errorf("%s: %q", form, p.Detail)
		}
	}
}

func TestASupplyIsThatOfTheRulesOrAnother(t *testing.T) {
	for form, want := range map[string]string{
		"rules=comment-jouer-150":              "150",
		"rules=comment-jouer-150&supply=0":     "0",
		"rules=comment-jouer&supply=150":       "150",
		"rules=new-zealand&supply=181/180":     "181/180",
		"rules=new-zealand&supply=":            "0",
		"rules=chinese&supply=9/10&handicap=9": "9/10",
	} {
		if s, err := agreed(t, "board=square-9&"+form); err != nil || s.Rules.Supply.String() != want {
			t.Errorf("%s: supply %s, %v; want %s", form, s.Rules.Supply, err, want)
		}
	}
}

func TestADifferenceInRankGivesAHandicap(t *testing.T) {
	for form, want := range map[string]string{
		"rules=japanese&rankDifference=5k+2d":                               "handicap 6, komi 0.5, ranks 5k 2d",
		"rules=japanese&rankDifference=2d,5k&color=white&opponent=computer": "handicap 6, komi 0.5, ranks  2d",
		"rules=japanese&rankDifference=1":                                   "handicap 1, komi 0.5, ranks  ",
		"rules=japanese&rankDifference=0.5":                                 "handicap 0, komi 6.5, ranks  ",
		"rules=japanese&rankDifference=30k+9d":                              "handicap 9, komi 0.5, ranks 30k 9d",
		"rules=new-zealand&rankDifference=4,9":                              "handicap 4, komi 0, ranks  ",
		"rules=japanese&rankDifference=":                                    "handicap 0, komi 6.5, ranks  ",
		"rules=tromp-taylor&rankDifference=3k+3k":                           "handicap 0, komi 7.5, ranks 3k 3k",
		"rules=flower&rankDifference=3.4":                                   "handicap 3 of black, komi 0, ranks  ",
		"rules=flower&rankDifference=0.4":                                   "handicap 0, komi 0, ranks  ",
		"rules=flower&rankDifference=3k+1d&weaker=white&komiBy=open":        "handicap 3 of white, komi 0 by open, ranks 1d 3k",
	} {
		s, err := agreed(t, "opponent=people&board=square-13&"+form)
		if strings.Contains(form, "opponent=computer") {
			s, err = agreed(t, "board=square-13&"+form)
		}
		got := fmt.Sprintf("handicap %d", s.Handicap)
		if s.Weaker != board.Empty {
			got += " of " + s.Weaker.String()
		}
		got += fmt.Sprintf(", komi %g", s.Rules.Komi)
		if s.KomiBy != play.KomiGiven {
			got += " by " + string(s.KomiBy)
		}
		if got += ", ranks " + s.Black.Rank + " " + s.White.Rank; got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", form, got, err, want)
		}
	}
}

// FuzzNewGame reads any form or JSON. The result is settings that open a match, or a problem with a
// field and a catalogue key.
func FuzzNewGame(f *testing.F) {
	for _, form := range []string{
		"board=square-9&rules=chinese&handicap=2&komiBy=rules&clock=10m%2B3x30s", "opponent=people&black=Ann&white=Bob&komi=-5.5",
		"komiBy=secret&rules=flower&handicap=3&weaker=white", "rules=flower&rankDifference=3.4", `{"rankDifference":"5k 2d","supply":"9/8"}`,
		`{"board":"rosette-3","komi":1e308,"handicap":-1,"names":{"black":"\u0000"}}`, "%zz",
	} {
		f.Add(form)
	}
	s := offering()
	f.Fuzz(func(t *testing.T, text string) {
		var all []wire.NewGame
		var n wire.NewGame
		if json.Unmarshal([]byte(text), &n) == nil {
			all = append(all, n)
		}
		if values, err := url.ParseQuery(text); err == nil {
			if n, err := ReadForm(values); err == nil {
				all = append(all, n)
			} else {
				checkProblem(t, web.AsProblem(err))
			}
		}
		for _, n := range all {
			settings, err := s.Match.Settings(WantedGame(n), somebody, time.Unix(0, 0))
			if err != nil {
				checkProblem(t, web.AsProblem(err))
			} else if _, err := play.Open(settings, time.Unix(0, 0)); err != nil {
				t.Errorf("%+v: %v", n, err)
			}
		}
	})
}

func checkProblem(t *testing.T, err error) {
	t.Helper()
	p := web.Problem{}
	if !errors.As(err, &p) || p.Status != 422 || len(p.Errors) != 1 || !i18n.Has(p.Code) {
		t.Fatalf("%v is not a problem of a field", err)
	}
	known := slices.ContainsFunc(formFields, func(f struct {
		name string
		at   string
		read func(*wire.NewGame, string) error
	},
	) bool {
		return "body."+f.at == p.Errors[0].Location
	})
	if !known {
		t.Fatalf("no field is called %s", p.Errors[0].Location)
	}
}

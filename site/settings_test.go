package site

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"rosette/game"
)

func TestEveryRulesetOpensAGameOnEveryBoard(t *testing.T) {
	b := build(t, func(o *Options) { o.MaxGamesPerAddress = 1000 }).browser()
	var offered []string
	for _, f := range families {
		for _, r := range f.Rulesets {
			offered = append(offered, r)
			for _, board := range []string{"rosette-5", "square-9"} {
				m := b.match(b.open("opponent=people&board=" + board + "&rules=" + r))
				if m.Rules != rulesTitle("en", r) || m.News.State.Phase != "play" || m.News.State.Komi != preset(t, r).Komi {
					t.Errorf("%s on %s: %s, %s, komi %v", r, board, m.Rules, m.News.State.Phase, m.News.State.Komi)
				}
			}
		}
	}
	known := game.Presets()
	slices.Sort(offered)
	slices.Sort(known)
	if !slices.Equal(offered, known) {
		t.Errorf("the form offers\n%v, there are\n%v", offered, known)
	}
}

func TestTheFormAgreesOnKomiAndHandicap(t *testing.T) {
	b := build(t).browser()
	for form, want := range map[string]match{
		"board=rosette-5&komiBy=divide&komi=9":                    {KomiBy: "divide", Halves: true},
		"board=rosette-5&komiBy=secret&opponent=people":           {KomiBy: "secret", Halves: true},
		"board=rosette-5&rules=flower&komiBy=open":                {KomiBy: "open"},
		"board=rosette-5&rules=flower&komiBy=open&handicap=3":     {KomiBy: "open", Handicap: 3, Weaker: "b"},
		"board=square-9&rules=chinese&handicap=2&komiBy=rules":    {Handicap: 2},
		"board=square-9&rules=new-zealand&handicap=9&komi=&x=1":   {Handicap: 9},
		"board=square-9&rules=japanese&weaker=white&komiBy=rules": {},
	} {
		m := b.match(b.open(form))
		if m.KomiBy != want.KomiBy || m.Halves != want.Halves || m.Handicap != want.Handicap || m.Weaker != want.Weaker {
			t.Errorf("%s: %s, halves %v, handicap %d of %q", form, m.KomiBy, m.Halves, m.Handicap, m.Weaker)
		}
	}
	for form, want := range map[string]float64{
		"board=square-9&rules=chinese&handicap=2":                          0.5,
		"board=square-9&rules=new-zealand&handicap=2":                      0,
		"board=square-9&rules=chinese&komiBy=rules&komi=3":                 7.5, // a number that is not asked for
		"board=square-9&rules=chinese&komiBy=number&komi=3&handicap=4":     3,
		"board=square-9&rules=flower&komiBy=number&komi=4&opponent=people": 4,
	} {
		if m := b.match(b.open(form)); m.News.State.Komi != want {
			t.Errorf("%s: komi %v, want %v", form, m.News.State.Komi, want)
		}
	}
}

func TestChoicesThatContradictEachOtherComeBackAtTheirField(t *testing.T) {
	b := build(t).browser()
	for form, want := range map[string]string{
		"handicap=3":                                `"handicap-wrong" role="alert">Tromp–Taylor has no handicap: choose none, or other rules.`,
		"handicap=12&rules=chinese":                 `"handicap-wrong" role="alert">Handicap &#34;12&#34;: use 0 to 9 stones.`,
		"handicap=2&rules=chinese&komiBy=secret":    `"handicap-wrong" role="alert">A handicap gives Black away`,
		"rules=flower&komi=5.5&komiBy=number":       `"komi-wrong" role="alert">Komi 5.5: under Flower it is paid in stones, so use a whole number.`,
		"rules=house":                               `"rules-wrong" role="alert">No ruleset &#34;house&#34; is offered here`,
		"komiBy=coin":                               `"komiBy-wrong" role="alert">No way to a komi &#34;coin&#34;`,
		"weaker=green":                              `"weaker-wrong" role="alert">No weaker player &#34;green&#34;: use black or white.`,
		"opponent=cat":                              `"opponent-wrong" role="alert">No opponent &#34;cat&#34;: use computer or people.`,
		"opponent=people&black=abcdefghijklmnopqrs": `"black-wrong" role="alert">Name &#34;abcdefghijklmnopqrs&#34;: use up to 16 letters.`,
		"opponent=people&white=a%00b":               `"white-wrong" role="alert">Name`,
		"opponent=people&white=%FF":                 `"white-wrong" role="alert">Name`,
		"opponent=people&black=Ann&white=+Ann":      `"white-wrong" role="alert">Both players are called &#34;Ann&#34;: use two names.`,
	} {
		answer, text := b.post("board=square-9&" + form)
		if answer.StatusCode != http.StatusUnprocessableEntity || strings.Count(text, `class="wrong"`) != 1 || !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", form, answer.Status, want)
		}
	}
	_, text := b.post("board=square-13&opponent=people&black=Ann&white=Bob&rules=japanese-1989&handicap=3&komiBy=open&clock=30m")
	for _, want := range []string{`value="people" checked`, `value="Ann"`, `value="Bob"`, `value="japanese-1989" selected`, `value="3" selected`, `value="open" selected`, `value="30m" selected`, `class="more" open`} {
		if !strings.Contains(text, want) {
			t.Errorf("the form comes back without %s", want)
		}
	}
}

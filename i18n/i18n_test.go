package i18n

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// sameEverywhere lists the texts that are equal in English and another language, because they are
// names, common words, or terminal commands, which are English in every language.
var sameEverywhere = map[string]string{
	"komi.elo":                  "fr es ht",
	"page.game.title":           "fr es ht",
	"account.face.cosmos":       "fr es",
	"account.face.edelweiss":    "fr es",
	"account.face.dahlia":       "fr",
	"account.face.hibiscus":     "fr",
	"bot.title":                 "fr es",
	"lobby.bots.fact":           "fr es",
	"moderation.server.version": "fr",
	"lobby.quick.live":          "fr es ht",
	"shell.moderation":          "de",
	"shell.contact":             "fr",
	"shell.messages":            "fr",
	"chat.messages":             "fr",
	"ui.komi":                   "fr es ht",
	"ui.player.komi":            "fr es ht",
	"page.home.komi":            "fr es ht",
	"newgame.komi":              "fr es ht",
	"newgame.mindsports":        "fr es ht",
	"clock.speed.blitz":         "fr es ht",
	"page.home.handicap":        "fr",
	"ui.handicap.title":         "fr",
	"terminal.command.offer":    "fr es ht de",
	"terminal.command.bid":      "fr es ht de",
	"terminal.command.yield":    "fr es ht de",
	"terminal.command.pass":     "fr es ht de",
	"terminal.command.agree":    "fr es ht de",
	"terminal.command.dispute":  "fr es ht de",
	"terminal.command.void":     "fr es ht de",
	"terminal.command.undo":     "fr es ht de",
	"terminal.command.resign":   "fr es ht de",
	"terminal.command.score":    "fr es ht de",
	"terminal.command.board":    "fr es ht de",
	"terminal.command.help":     "fr es ht de",
	"terminal.command.quit":     "fr es ht de",
	"terminal.command.point":    "fr",
	"terminal.command.dead":     "fr",
	"terminal.command.alive":    "fr",
	"terminal.command.confirm":  "fr",
	"ruleset.goe":               "fr es ht de",
	"ruleset.comment-jouer":     "fr es ht de",
	"ruleset.tromp-taylor":      "fr es ht de",
	"ruleset.family.rosette":    "fr es ht de",
	"ruleset.flower":            "fr es ht de",
	"ruleset.family.go":         "fr es ht de",
	"score.komi":                "fr es ht de",
	"score.total":               "fr es ht",
	"rules.word.ko.SIMPLE":      "fr es",
	"board.points":              "fr",
	"board.base":                "fr",
	"rules.key.komi":            "fr es ht de",
	"rules.komi.title":          "ht de",
	"rules.word.suicide.false":  "es",
	"learn.ko.title":            "ht",
	"rules.seki.title":          "es ht de",
	"rules.key.handicap":        "fr",
	"rules.key.suicide":         "fr",
	"rules.flow.no":             "es",
	"rules.sum.total":           "fr es ht",
	"opponent.iris.name":        "fr es ht de",
	"opponent.lotus.name":       "fr de",
	"opponent.rosa.name":        "fr es de",
	"editor.bin.branch":         "fr",
	"editor.info.DT":            "fr",
	"editor.info.HA":            "fr",
	"editor.info.KM":            "fr es ht",
	"editor.info.SO":            "fr",
	"editor.key.control":        "fr es ht",
	"editor.key.ends":           "ht",
	"editor.key.escape":         "es ht",
	"editor.new.komi":           "fr es ht",
	"editor.node.branches":      "fr",
	"editor.tool.triangle":      "fr",
}

// untranslated lists the areas that a language lacks and shows in English. A language has an area
// completely or not at all. The lists may only shrink; an area that is not listed here, such as
// rules, has every text in every language. German has the rules with their diagrams, and the texts
// for a game in the terminal.
var untranslated = map[string]string{
	"de": "account api bot chat clock coach correspondence editor estimate form hint home how komi learn legend level lobby mail match moderation newgame notice page privacy rating record review settings ui",
}

func TestALanguageHasAnAreaWholeOrIsListedAsLackingIt(t *testing.T) {
	english := load()["en"]
	for _, lang := range Languages()[1:] {
		missing := 0
		for area, texts := range english {
			got, want := load()[lang][area], !slices.Contains(strings.Fields(untranslated[lang]), area)
			if (got != nil) != want {
				t.Errorf("catalog/%s/%s.json is there: %t; by the list of untranslated areas: %t", lang, area, got != nil, want)
			}
			missing += len(texts) - len(got)
			for key := range texts {
				if got != nil && got[key] == nil {
					t.Errorf("%s has no %s", lang, key)
				}
			}
		}
		for area, texts := range load()[lang] {
			for key := range texts {
				if english[area][key] == nil {
					t.Errorf("%s has %s, which English lacks", lang, key)
				}
			}
		}
		for _, area := range strings.Fields(untranslated[lang]) {
			if english[area] == nil {
				t.Errorf("%s lacks %q by the list; there is no such area", lang, area)
			}
		}
		t.Logf("%s lacks %d texts of %d", lang, missing, len(flat("en")))
	}
}

// flat returns a language's texts by key.
func flat(lang string) map[string]text { return flattened()[lang] }

var flattened = sync.OnceValue(func() map[string]map[string]text {
	all := map[string]map[string]text{}
	for _, lang := range Languages() {
		all[lang] = map[string]text{}
		for _, texts := range load()[lang] {
			maps.Copy(all[lang], texts)
		}
	}
	return all
})

func TestEveryTextHasThePluralFormsOfItsLanguageAndIsNotEmpty(t *testing.T) {
	for _, lang := range Languages() {
		for key, forms := range flat(lang) {
			got := slices.Sorted(maps.Keys(forms))
			want := []string{other}
			if len(flat("en")[key]) > 1 {
				want = append(slices.Collect(maps.Keys(localeOf(lang).plural)), other)
				slices.Sort(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s %s has the forms %v, want %v", lang, key, got, want)
			}
			for form, text := range forms {
				if strings.TrimSpace(text) == "" || strings.TrimSpace(text) != text || strings.Contains(text, "  ") {
					t.Errorf("%s %s %s is %q: no text, or room where none belongs", lang, key, form, text)
				}
			}
		}
	}
}

// alwaysMany are texts whose n is never 1.
var alwaysMany = []string{"lobby.device.about", "rating.plot"}

func TestACountOfTimeOrGamesSelectsItsForm(t *testing.T) {
	counted := regexp.MustCompile(`\{n\} (seconds|minutes|hours|days|games|moves|points|stones)\b`)
	for key, forms := range flat("en") {
		if len(forms) == 1 && counted.MatchString(forms[other]) && !slices.Contains(alwaysMany, key) {
			t.Errorf("%s is %q for one, too", key, forms[other])
		}
	}
}

func TestPlaceholdersAndParagraphsAreTheSameInEveryLanguage(t *testing.T) {
	shape := func(text string) string {
		holes := placeholder.FindAllString(text, -1)
		slices.Sort(holes)
		var lines []string
		for line := range strings.SplitSeq(text, "\n") {
			lines = append(lines, map[bool]string{true: "-", false: "p"}[strings.HasPrefix(line, "- ")])
		}
		return strings.Join(slices.Compact(holes), "") + " " + strings.Join(lines, "")
	}
	for key, english := range flat("en") {
		want := shape(english[other])
		for _, lang := range Languages() {
			for form, text := range flat(lang)[key] {
				if got := shape(text); got != want {
					t.Errorf("%s %s %s has %s, English has %s", lang, key, form, got, want)
				}
				if strings.Count(text, "*")%2 != 0 {
					t.Errorf("%s %s %s opens a * that it does not close", lang, key, form)
				}
			}
		}
	}
}

// aWord matches translatable content: a key's name, a number and "{first}, {second}" have none.
var aWord = regexp.MustCompile(`\p{L}{2}`)

func TestNoTextWasLeftInEnglish(t *testing.T) {
	shared := map[string]bool{}
	for key, english := range flat("en") {
		for _, lang := range Languages()[1:] {
			if flat(lang)[key] == nil || !aWord.MatchString(placeholder.ReplaceAllString(english[other], "")) {
				continue
			}
			same := flat(lang)[key][other] == english[other]
			if allowed := slices.Contains(strings.Fields(sameEverywhere[key]), lang); same != allowed {
				t.Errorf("%s %s is %q, in English %q; the list says same: %v", lang, key, flat(lang)[key][other], english[other], allowed)
			}
			shared[key] = shared[key] || same
		}
	}
	for key := range sameEverywhere {
		if !shared[key] {
			t.Errorf("%s is on the list of what languages share, but they do not", key)
		}
	}
}

func TestAcceptLanguageSelectsTheBestLanguage(t *testing.T) {
	for accept, want := range map[string]string{
		"":                           "en",
		"fr":                         "fr",
		"fr-CA,fr;q=0.9,en;q=0.8":    "fr",
		"es-419,es;q=0.9":            "es",
		"ht":                         "ht",
		"ht-HT,fr;q=0.8":             "ht",
		"de-AT,en;q=0.8":             "de",
		"nl":                         "en",
		"nl;q=0.9,es;q=0.5,en;q=0.1": "es",
		"en;q=0.2,fr;q=0.7":          "fr",
		"*":                          "en",
		";;;=,q":                     "en",
		strings.Repeat("x", 5000):    "en",
	} {
		if got := Match(accept); got != want {
			t.Errorf("%.40q gets %s, want %s", accept, got, want)
		}
	}
}

func TestATagFindsALanguageOrNone(t *testing.T) {
	for tag, want := range map[string]string{"en": "en", "FR": "fr", "fr-CA": "fr", "es-AR": "es", "ht": "ht", "hat": "ht", "de-CH": "de"} {
		if got, ok := Find(tag); got != want || !ok {
			t.Errorf("%s finds %q, %v, want %s", tag, got, ok, want)
		}
	}
	for _, tag := range []string{"", "nl", "zh-Hant", "english", "../fr", "nl-BE"} {
		if got, ok := Find(tag); ok {
			t.Errorf("%q finds %s, wants none", tag, got)
		}
	}
}

func TestACountSelectsThePluralFormOfItsLanguage(t *testing.T) {
	for lang, want := range map[string][4]string{
		"en": {"other", "one", "other", "other"},
		"fr": {"one", "one", "one", "other"},
		"es": {"other", "one", "other", "other"},
		"ht": {"other", "other", "other", "other"},
		"de": {"other", "one", "other", "other"},
	} {
		for i, n := range []float64{0, 1, 1.5, 2} {
			if got := localeOf(lang).pluralForm(n); got != want[i] {
				t.Errorf("%s %v takes the form %s, want %s", lang, n, got, want[i])
			}
		}
	}
}

func TestArgumentsAreFormattedAndNotExpanded(t *testing.T) {
	for _, test := range []struct {
		lang, text string
		args       Args
		want       string
	}{
		{"en", "{a} and {b}", Args{"a": "{b}", "b": 6.5}, "{b} and 6.5"},
		{"fr", "{n} points", Args{"n": 6.5}, "6,5 points"},
		{"es", "{n}", Args{"n": -3}, "−3"},
		{"en", "{unknown}", nil, "{unknown}"},
		{"fr", "{color}", Args{"color": "@color.b"}, "Noir"},
		{"fr", "{name}", Args{"name": Verbatim("@color.b")}, "@color.b"},
		{"fr", "{name}", Args{"name": "@nobody"}, "@nobody"},
	} {
		if got := load().fill(localeOf(test.lang), test.text, test.args); got != test.want {
			t.Errorf("%s %q gives %q, want %q", test.lang, test.text, got, test.want)
		}
	}
	if got := T("fr", "no.such.key", nil); got != "no.such.key" {
		t.Errorf("an unknown key gives %q", got)
	}
}

func TestDecimalWritesTheDigitsAskedForAndAMinusSign(t *testing.T) {
	for _, test := range []struct {
		lang     string
		x        float64
		decimals int
		want     string
	}{
		{"en", 6, 1, "6.0"},
		{"en", -20.73, 1, "−20.7"},
		{"fr", 11.55, 0, "12"},
		{"es", 1.46, 1, "1,5"},
		{"ht", -0.04, 1, "0,0"},
		{"en", -0.4, 0, "0"},
		{"en", -0.5, 1, "−0.5"},
	} {
		if got := Decimal(test.lang, test.x, test.decimals); got != test.want {
			t.Errorf("%s writes %v with %d decimals as %q, want %q", test.lang, test.x, test.decimals, got, test.want)
		}
	}
}

func TestAnInvalidCatalogueIsAnError(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":"b","a":"c"}`: `"a" stands twice`,
		`{"a.x":3}`:         "a.x: ",
		`{"b.x":"c"}`:       `a.json: the key "b.x" belongs to the file b.json`,
		`{"a":"b"`:          "EOF",
		``:                  "EOF",
	} {
		if _, err := readFolder(fstest.MapFS{"a.json": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestALanguageOfWhichThereIsOnlyAPartIsNotComplete(t *testing.T) {
	if got := Complete(); !slices.Equal(got, []string{"en", "fr", "es", "ht"}) {
		t.Errorf("complete are %q of %q", got, Languages())
	}
}

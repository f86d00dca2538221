package game

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"rosette/game/board"
	"rosette/internal/goldentest"
)

// oneLine checks that an error is one short line that contains the correction.
func oneLine(t *testing.T, err error, right string) {
	t.Helper()
	text := err.Error()
	if strings.Contains(text, "\n") || utf8.RuneCountInString(text) > 400 || !strings.Contains(text, right) {
		t.Errorf("the error %.400q is not one short line with %q", text, right)
	}
}

func TestEveryPresetIsLegalAndReadsBackAsWritten(t *testing.T) {
	for _, name := range Presets() {
		r, err := ParseRules(name)
		if err != nil || r.Check() != nil || r.Preset != name {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var read Rules
		if err := json.Unmarshal(text, &read); err != nil || read != r {
			t.Errorf("%s reads back as %+v, %v", text, read, err)
		}
		words, err := ParseRules(r.KataGoJSON())
		words.Preset, words.Komi = r.Preset, r.Komi
		if err != nil || words != r {
			t.Errorf("%s reads back as %+v, %v", r.KataGoJSON(), words, err)
		}
		if upper, err := Preset(strings.ToUpper(name)); err != nil || upper != r {
			t.Errorf("%s in capitals is %+v, %v", name, upper, err)
		}
	}
}

func TestThePresetsAreThoseOfTheGoldenFile(t *testing.T) {
	var got strings.Builder
	for _, name := range Presets() {
		r, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s komi %g %s\n", name, r.Komi, r.KataGoJSON())
	}
	goldentest.Text(t, "testdata/presets.golden", got.String())
}

var badRules = []string{
	"", "chess", strings.Repeat("x", 9999), "tromp-taylor\nko SIMPLE", `{`, `{}{}`, `{"ko":}`, `{"ko":"SIMPLE"} more`, `[]`,
	`{"preset":"chess"}`,
	`{"preset":3}`, `{"preset":null}`, `{"komi":"6"}`, `{"komi":null}`, `{"komi":1e999}`, `{"komi":0.25}`, `{"komi":4000}`,
	`{"ko":"SUPER"}`, `{"ko":3}`, `{"ko":null}`, `{"suicide":"yes"}`, `{"suicide":1}`, `{"suicide":null}`, `{"scoring":"STONES"}`,
	`{"score":"AREA","scoring":"TERRITORY"}`, `{"tax":"SOME"}`, `{"whiteHandicapBonus":"N+1"}`, `{"hasButton":1}`, `{"supply":-1}`,
	`{"supply":1.5}`, `{"supply":null}`, `{"supply":{"black":181}}`, `{"supply":{"black":181,"white":0}}`, `{"supply":"181/"}`,
	`{"supply":{"black":181,"white":180,"red":1}}`, `{"supply":"1/2/3"}`, `{"supply":"-1/5"}`,
	`{"ending":"NEVER"}`, `{"handicap":"9"}`, `{"whitePassesLast":"no"}`, `{"firstPassByWhite":true}`,
	`{"supply":150,"scoring":"TERRITORY"}`, `{"supply":150,"preset":"flower"}`, `{"hasButton":true,"scoring":"PASS_STONES"}`,
	`{"hasButton":true,"firstPassByWhite":"HALF_POINT"}`, `{"firstPassByWhite":"FREE"}`, `{"preset":"comment-jouer","whiteHandicapBonus":"N"}`,
	`{"scoring":"AREA","preset":"flower"}`, `{"libertylessRosette":"maybe"}`, `{"friendlyPassOk":[]}`,
	"{\"ko\":[\n1]}", `{"colour":"BLACK"}`, `{"` + strings.Repeat("k", 9999) + `":1}`, `{"ko":"` + strings.Repeat("v", 9999) + `"}`,
	`{"ko":{"a":` + strings.Repeat(`[`, 20) + strings.Repeat(`]`, 20) + `}}`,
	`{"suicide":true,"libertylessRosette":"forbid"}`, `{"preset":"tromp-taylor","libertylessRosette":"forbid"}`,
}

func TestBadRulesAreRefusedInOneLineWithWhatIsRight(t *testing.T) {
	var got strings.Builder
	for _, text := range badRules {
		r, err := ParseRules(text)
		if err == nil {
			t.Errorf("%.60q is accepted as %+v", text, r)
			continue
		}
		oneLine(t, err, "")
		fmt.Fprintf(&got, "%.60q: %s\n", text, err)
	}
	goldentest.Text(t, "testdata/bad-rules.golden", got.String())
}

func TestEachKeyAcceptsItsWordsAndNoOther(t *testing.T) {
	words := map[string][]string{
		"ko": repetitionWords, "libertylessRosette": libertylessWords, "scoring": scoringWords, "tax": taxWords,
		"whiteHandicapBonus": bonusWords, "suicide": {"true", "false"}, "friendlyPassOk": {"true", "false"}, "hasButton": {"true", "false"},
		"firstPassByWhite": firstPassWords, "handicap": handicapWords, "ending": endingWords, "whitePassesLast": {"true", "false"},
		"supply": {"0", "150"},
	}
	start := map[string]Rules{"firstPassByWhite": {Scoring: ScoringPassStones}}
	for _, key := range RuleKeys() {
		if len(words[key]) == 0 {
			t.Errorf("the choice %s is not tested", key)
		}
		for _, word := range words[key] {
			r, err := start[key].Set(key, word)
			if err != nil {
				t.Errorf("%s %s: %v", key, word, err)
				continue
			}
			var is map[string]any
			if err := json.Unmarshal([]byte(r.KataGoJSON()), &is); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(is[key]) != word {
				t.Errorf("%s set to %s is %v", key, word, is[key])
			}
		}
		if _, err := (Rules{}).Set(key, "nonsense"); err == nil {
			t.Errorf("%s takes rubbish", key)
		} else {
			oneLine(t, err, "use ")
		}
	}
	if _, err := (Rules{}).Set("nonsense", "1"); err == nil {
		t.Error("an unknown choice is set")
	}
}

func TestAbsentChoicesComeFromThePreset(t *testing.T) {
	r, err := ParseRules(`{"preset":"tromp-taylor","suicide":false,"komi":-3.5}`)
	if err != nil || r.Repetition != KoPositional || r.Suicide || r.Komi != -3.5 || r.Preset != "tromp-taylor" {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = ParseRules(` {"ko":"simple"} `)
	if want, _ := Preset("mindsports-chinese"); err != nil || r.Repetition != KoSimple || r.Tax != want.Tax || r.Komi != want.Komi {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestEachBoardHasDefaultRules(t *testing.T) {
	for name, want := range map[string]string{"rosette-5": "mindsports-chinese", "square-19": "tromp-taylor", "wheel": "mindsports-chinese"} {
		if got := DefaultRules(graphOf(t, name)).Preset; got != want {
			t.Errorf("%s is played by %s, want %s", name, got, want)
		}
	}
}

func FuzzRules(f *testing.F) {
	for _, text := range badRules {
		if len(text) < 1000 {
			f.Add(text)
		}
	}
	for _, r := range presets {
		f.Add(r.KataGoJSON())
		f.Add(r.Preset)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRules(text)
		if err != nil {
			oneLine(t, err, "")
			return
		}
		if err := r.Check(); err != nil {
			t.Fatalf("%q is accepted, but %v", text, err)
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if read, err := ParseRules(string(again)); err != nil || read != r {
			t.Fatalf("%q is %+v, then %+v, %v", text, r, read, err)
		}
		g := New(board.Rosette(1), r)
		if err := g.Play(0, board.Black); err != nil {
			t.Fatalf("%q: the first play is refused: %v", text, err)
		}
	})
}

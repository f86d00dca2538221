package game

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"
)

// kataGo lists the rulesets that KataGo names: ko, scoring, tax, suicide, hasButton,
// whiteHandicapBonus, friendlyPassOk, komi.
var kataGo = []struct {
	names []string
	komi  float64
	rules string
}{
	{
		[]string{"japanese", "korean", " Japanese ", "KOREAN"},
		6.5,
		`{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`,
	},
	{
		[]string{"chinese", "Chinese"},
		7.5,
		`{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N","friendlyPassOk":true}`,
	},
	{
		[]string{"chineseogs", "chinese_ogs", "chinese-ogs", "chinesekgs", "chinese_kgs", "chinese-kgs"},
		7.5,
		`{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N","friendlyPassOk":true}`,
	},
	{
		[]string{
			"ancientarea", "ancient-area", "ancient_area", "ancient area", "stonescoring", "stone-scoring", "stone_scoring",
			"stone scoring",
		},
		7.5,
		`{"ko":"SIMPLE","scoring":"AREA","tax":"ALL","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}`,
	},
	{
		[]string{"ancientterritory", "ancient-territory", "ancient_territory", "ancient territory"},
		6.5,
		`{"ko":"SIMPLE","scoring":"TERRITORY","tax":"ALL","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`,
	},
	{
		[]string{"agabutton", "aga-button", "aga_button", "aga button"},
		7,
		`{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":true,"whiteHandicapBonus":"N-1","friendlyPassOk":true}`,
	},
	{
		[]string{"aga", "bga", "french", "AGA"},
		7.5,
		`{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N-1","friendlyPassOk":true}`,
	},
	{
		[]string{"nz", "newzealand", "new zealand", "new-zealand", "new_zealand", "NZ"},
		7,
		`{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}`,
	},
	{
		[]string{"tromp-taylor", "tromp_taylor", "tromp taylor", "tromptaylor", "Tromp-Taylor"},
		7.5,
		`{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`,
	},
	{
		[]string{"goe", "ing", "Ing"},
		7.5,
		`{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}`,
	},
}

func TestKataGosPresetsAreThoseOfKataGo(t *testing.T) {
	for _, test := range kataGo {
		var want map[string]any
		if err := json.Unmarshal([]byte(test.rules), &want); err != nil {
			t.Fatal(err)
		}
		for _, name := range test.names {
			r, err := ParseRules(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var got map[string]any
			if err := json.Unmarshal([]byte(r.KataGoJSON()), &got); err != nil {
				t.Fatal(err)
			}
			maps.DeleteFunc(got, func(key string, _ any) bool { return want[key] == nil })
			if !reflect.DeepEqual(got, want) || r.Komi != test.komi {
				t.Errorf("%s is %v with komi %g, in KataGo %v with komi %g", name, got, r.Komi, want, test.komi)
			}
		}
	}
}

func TestKataGosJSONOfRulesIsRead(t *testing.T) {
	for _, test := range kataGo {
		r, err := ParseRules(test.rules)
		if err != nil {
			t.Errorf("%s: %v", test.rules, err)
			continue
		}
		named := preset(t, test.names[0])
		if r.Repetition != named.Repetition || r.Scoring != named.Scoring || r.Tax != named.Tax || r.Suicide != named.Suicide ||
			r.Button != named.Button || r.Bonus != named.Bonus || r.FriendlyPass != named.FriendlyPass {
			t.Errorf("%s is read as %+v, want %+v", test.rules, r, named)
		}
	}
}

// compactly lists KataGo's notation for rulesets in records: without spaces and without default
// values.
var compactly = map[string]string{
	"japanese":          "koSIMPLEscoreTERRITORYtaxSEKIsui0",
	"chinese":           "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1",
	"chinese-ogs":       "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1",
	"stone-scoring":     "koSIMPLEscoreAREAtaxALLsui0fpok1",
	"ancient-territory": "koSIMPLEscoreTERRITORYtaxALLsui0",
	"aga-button":        "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1",
	"aga":               "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1",
	"new-zealand":       "koSITUATIONALscoreAREAtaxNONEsui1fpok1",
	"tromp-taylor":      "koPOSITIONALscoreAREAtaxNONEsui1",
}

func TestCompactRulesOfPresetsAreRead(t *testing.T) {
	for name, text := range compactly {
		r, err := ParseRules(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		named := preset(t, name)
		if r.Repetition != named.Repetition || r.Scoring != named.Scoring || r.Tax != named.Tax || r.Suicide != named.Suicide ||
			r.Button != named.Button || r.Bonus != named.Bonus || r.FriendlyPass != named.FriendlyPass ||
			(r.Ending == EndingAllAlive) != (named.Ending == EndingAllAlive) {
			t.Errorf("%s is read as %+v, want %+v", text, r, named)
		}
		if written, ok := r.Compact(); written != text || !ok || r.Preset != "" {
			t.Errorf("%s of preset %q is written %s (%v)", text, r.Preset, written, ok)
		}
	}
}

func TestEveryChoiceInCompactRulesIsReadAndWritten(t *testing.T) {
	count := 0
	for _, ko := range []string{"SIMPLE", "POSITIONAL", "SITUATIONAL"} {
		for _, rest := range []string{
			"scoreAREA taxNONE sui0", "scoreAREA taxSEKI sui1", "scoreAREA taxALL sui1 button1", "scoreTERRITORY taxNONE sui1",
			"scoreTERRITORY taxSEKI sui0 whbN-1", "scoreTERRITORY taxALL sui1 whbN", "scoreAREA taxNONE sui1 button1 whbN fpok1",
			"scoreTERRITORY taxSEKI sui0 fpok1",
		} {
			apart := "ko" + ko + rest
			text := strings.ReplaceAll(apart, " ", "")
			for _, spelt := range []string{text, apart, " " + strings.ReplaceAll(text, "score", " scoring ") + "komi-3.5 "} {
				r, err := ParseRules(spelt)
				if err != nil {
					t.Fatalf("%s: %v", spelt, err)
				}
				if written, ok := r.Compact(); written != text || !ok {
					t.Errorf("%s is written %s (%v)", spelt, written, ok)
				}
				if strings.Contains(spelt, "komi") != (r.Komi == -3.5) {
					t.Errorf("%s has komi %v", spelt, r.Komi)
				}
				count++
			}
		}
	}
	if count != 72 {
		t.Errorf("%d rulesets tried, want 72", count)
	}
}

func TestRulesThatCompactNotationCannotExpressAreNotWritten(t *testing.T) {
	for name, want := range map[string]bool{
		"chinese": true, "chinese-ogs": true, "stone-scoring": true, "goe": true, // free stones, and agreement
		"flower": false, "comment-jouer": false, "tromp-taylor": false, "kgs-aga": false, "japanese": false, "ikeda-area-3": false,
	} {
		if text, ok := preset(t, name).Compact(); ok != want {
			t.Errorf("%s is written %s, and that is all it is: %v, want %v", name, text, ok, want)
		}
	}
}

func TestParseKataGoFillsInTheDefaultsOfKataGo(t *testing.T) {
	for text, want := range map[string]Rules{
		"taxNONE": {Repetition: KoPositional, Suicide: true, Handicap: HandicapFree, Komi: 7.5},
		"komi6":   {Repetition: KoPositional, Suicide: true, Handicap: HandicapFree, Komi: 6},
		"scoreTERRITORY": {
			Repetition: KoPositional, Suicide: true, Scoring: ScoringTerritory, Tax: TaxSeki, Handicap: HandicapFree,
			Ending: EndingAgreement, Komi: 6.5,
		},
		"button1sui0": {Repetition: KoPositional, Button: true, Handicap: HandicapFree, Komi: 7},
		`{"scoring":"TERRITORY"}`: {
			Repetition: KoPositional, Suicide: true, Scoring: ScoringTerritory, Tax: TaxSeki, Handicap: HandicapFree,
			Ending: EndingAgreement, Komi: 6.5,
		},
		`{"score":"AREA","komi":3}`:          {Repetition: KoPositional, Suicide: true, Handicap: HandicapFree, Komi: 3},
		`{"ending":"AGA"}`:                   {Repetition: KoPositional, Suicide: true, Handicap: HandicapFree, Ending: EndingAGA, Komi: 7.5},
		`{"preset":"flower","suicide":true}`: preset(t, "flower"),
	} {
		if r, err := ParseKataGo(text); err != nil || r != want {
			t.Errorf("%s is %+v (%v), want %+v", text, r, err, want)
		}
	}
}

func TestWrongCompactRulesAreRefusedWithWhatIsRight(t *testing.T) {
	const keys = "komi, ko, scoring, score, tax, sui, button, whb, fpok"
	for text, want := range map[string]string{
		"koSPIGHTscoreAREA":      `rules: ko "SPIGHTscoreAREA": use SIMPLE or POSITIONAL or SITUATIONAL`,
		"koPOSITIONALscoreMOON":  `rules: score "MOON": use AREA or TERRITORY`,
		"koPOSITIONALsui2":       `rules: sui "2": use 0 or 1`,
		"koPOSITIONALsui":        `rules: sui "": use 0 or 1`,
		"koPOSITIONALsize9":      `rules: no choice begins "size9": use ` + keys,
		"koPOSITIONAL komi7,5":   `rules: no choice begins ",5": use ` + keys,
		"koPOSITIONAL komi--1":   `rules: komi "--1": use a whole or half number`,
		"koPOSITIONAL komi7.25":  `komi 7.25: use a whole or half number from -1024 to 1024`,
		"scoreTERRITORYbutton1":  `hasButton true contradicts scoring TERRITORY and PASS_STONES: choose AREA, or hasButton false`,
		"koPOSITIONALwhbN-2sui1": `rules: no choice begins "-2sui1": use ` + keys,
	} {
		_, err := ParseRules(text)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, name := range []string{"ko", "komi", "tax", "kopositional"} {
		if _, err := ParseRules(name); err == nil || !strings.HasPrefix(err.Error(), "no ruleset") {
			t.Errorf("%s: %v, want that there is no such ruleset", name, err)
		}
	}
}

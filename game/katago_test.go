package game

import (
	"encoding/json"
	"maps"
	"reflect"
	"testing"
)

// kataGo is what KataGo means by its names of rulesets: ko, scoring, tax,
// suicide, hasButton, whiteHandicapBonus, friendlyPassOk, komi.
var kataGo = []struct {
	names []string
	komi  float64
	rules string
}{
	{[]string{"japanese", "korean", " Japanese ", "KOREAN"}, 6.5, `{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`},
	{[]string{"chinese", "Chinese"}, 7.5, `{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N","friendlyPassOk":true}`},
	{[]string{"chineseogs", "chinese_ogs", "chinese-ogs", "chinesekgs", "chinese_kgs", "chinese-kgs"}, 7.5, `{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N","friendlyPassOk":true}`},
	{[]string{"ancientarea", "ancient-area", "ancient_area", "ancient area", "stonescoring", "stone-scoring", "stone_scoring", "stone scoring"}, 7.5, `{"ko":"SIMPLE","scoring":"AREA","tax":"ALL","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}`},
	{[]string{"ancientterritory", "ancient-territory", "ancient_territory", "ancient territory"}, 6.5, `{"ko":"SIMPLE","scoring":"TERRITORY","tax":"ALL","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`},
	{[]string{"agabutton", "aga-button", "aga_button", "aga button"}, 7, `{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":true,"whiteHandicapBonus":"N-1","friendlyPassOk":true}`},
	{[]string{"aga", "bga", "french", "AGA"}, 7.5, `{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N-1","friendlyPassOk":true}`},
	{[]string{"nz", "newzealand", "new zealand", "new-zealand", "new_zealand", "NZ"}, 7, `{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}`},
	{[]string{"tromp-taylor", "tromp_taylor", "tromp taylor", "tromptaylor", "Tromp-Taylor"}, 7.5, `{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":false}`},
	{[]string{"goe", "ing", "Ing"}, 7.5, `{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}`},
}

func TestKataGosNamesMeanWhatTheyMeanThere(t *testing.T) {
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
			if err := json.Unmarshal([]byte(r.Words()), &got); err != nil {
				t.Fatal(err)
			}
			maps.DeleteFunc(got, func(key string, _ any) bool { return want[key] == nil })
			if !reflect.DeepEqual(got, want) || r.Komi != test.komi {
				t.Errorf("%s is %v with komi %g, in KataGo %v with komi %g", name, got, r.Komi, want, test.komi)
			}
		}
	}
}

func TestWhatKataGoWritesIsReadInItsOwnWords(t *testing.T) {
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

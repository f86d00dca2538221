package game

import (
	"math"
	"strings"
	"testing"

	"rosette/game/board"
)

// The names come from FF[4] (AGA, GOE, Japanese, NZ), and from records and settings of KGS, OGS, Fox, GoGoD,
// GNU Go, KataGo and mobile programs.
func TestRulesetsAreRecognizedInTheWordsOfOtherPrograms(t *testing.T) {
	for want, names := range map[string]string{
		"japanese": "Japanese|JAPANESE|Japanese Rules|japanese rules |jp|Japan|日本|日本规则|日本規則|日本ルール|日本棋院|日本囲碁規約|" +
			"일본룰|일본 규칙|[Japanese]|Rules (Japanese)|(Japanese)|Japanese (territory)|Nihon Ki-in|Nihon Kiin|Territory|règles japonaises|" +
			"Reglas japonesas|japanische Regeln|Japanese, 6.5 komi|日本规则（贴6目半）|Japanese, territory scoring",
		"chinese": "Chinese|Chinese rules|Chinese Ruleset|CN|中国|中国规则|中國規則|中国围棋规则|중국룰|Chinese (simple ko)|Chinese, Pair Go|Chinese; area|" +
			"Area|Area scoring|règles chinoises|Reglas chinas|chinesische Regeln|The Chinese rules",
		"chinese-ogs":  "Chinese (OGS)|chinese-ogs|ChineseOGS|OGS Chinese",
		"chinese-kgs":  "Chinese (KGS)",
		"korean":       "Korean|Korean Rules|KR|한국|한국룰|韩国规则|韓国ルール",
		"aga":          "AGA|AGA rules|aga|American|AGA Rules (area)|美国规则",
		"bga":          "BGA|British rules",
		"french":       "French|French rules|Règles françaises|FFG",
		"new-zealand":  "NZ|NZGS|New Zealand|New Zealand Rules|new_zealand|NZ rules",
		"goe":          "GOE|Ing|Ing Goe|Ing's rules|Goe (Ing)|Ing SST|应氏规则|應氏計點規則|応氏ルール|응씨룰",
		"tromp-taylor": "Tromp-Taylor|tromp taylor rules|TrompTaylor|TT",

		"kgs-japanese": "kgs-japanese", "japanese-1989": "Japanese 1989 rules", "stone-scoring": "stone scoring",
	} {
		for name := range strings.SplitSeq(names, "|") {
			r, exact, err := RulesNamed(name)
			if err != nil || r.Preset != want {
				t.Errorf("%q is %q (%v), want %s", name, r.Preset, err, want)
			}
			if _, err := Preset(name); exact != (err == nil) {
				t.Errorf("%q: exact %v, and Preset says %v", name, exact, err)
			}
			if r2, err := ParseRules(name); err != nil || r2 != r {
				t.Errorf("ParseRules(%q): %v", name, err)
			}
			if r2, err := ParseKataGo(name); err != nil || r2 != r {
				t.Errorf("ParseKataGo(%q): %v", name, err)
			}
		}
	}
}

func TestOtherTextNamesNoRuleset(t *testing.T) {
	for _, name := range []string{
		"", " ", "Foo", "rules", "规则", "()", "Japanese Chinese", "gomoku", "my rules", "ko", "Chinesisch?!x",
		"chinese,japanese", "Japanese, but with area", "Japanese, area scoring", "Unknown (Chinese)", "Tromp Taylor, Japanese handicap",
		"Japanese (Chinese)", "Chinese (New Zealand)", "[Japanese], Chinese", "日本规则（中国贴目）", "中国规则，日本贴目", "AGA (territory)",
	} {
		if r, _, err := RulesNamed(name); err == nil {
			t.Errorf("%q is %s", name, r.Preset)
		} else if !strings.Contains(err.Error(), "tromp-taylor") {
			t.Errorf("%q: %v does not list the names", name, err)
		}
	}
}

func TestEveryOtherNameIsOfAPreset(t *testing.T) {
	for name, preset := range otherNames {
		if _, err := Preset(preset); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r, err := Preset(name); err == nil {
			t.Errorf("%s is the name of a ruleset, %s, already", name, r.Preset)
		}
	}
}

func TestKomiIsNeverMinusZero(t *testing.T) {
	r, err := ParseRules(`{"preset":"japanese","komi":-0}`)
	if err != nil || math.Signbit(r.Komi) {
		t.Errorf("komi %v: %v", r.Komi, err)
	}
	if r, err = ParseRules("koSIMPLEscoreTERRITORYkomi-0"); err != nil || math.Signbit(r.Komi) {
		t.Errorf("komi %v: %v", r.Komi, err)
	}
	r.Komi = math.Copysign(0, -1)
	if g := New(board.Square(3, 3), r); math.Signbit(g.Rules().Komi) {
		t.Errorf("a game has komi %v", g.Rules().Komi)
	}
}

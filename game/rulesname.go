package game

import (
	"slices"
	"strings"
	"unicode"
)

// RulesNamed returns the ruleset that a text names, also in the words that other programs use:
// "Japanese Rules", "Chinese (OGS)", "日本规则". exact is true for a name that [Preset] accepts.
// The error lists those names.
//
// It tries the whole text, then the text outside brackets, then its part before a comma or semicolon,
// each without words such as "rules". The text in brackets counts if there is no other. A text that
// names two rulesets, such as "Chinese, Japanese", or only one in brackets after other words is
// unknown.
func RulesNamed(text string) (r Rules, exact bool, err error) {
	if r, err = Preset(text); err == nil {
		return r, true, nil
	}
	if r, known := recognized(text); known {
		return r, false, nil
	}
	outside, inside := splitBrackets(text)
	if !slices.ContainsFunc(wordsOf(outside), func(word string) bool { return !fillerWords[word] }) {
		outside, inside = inside, ""
	}
	before, after := outside, ""
	if i := strings.IndexAny(outside, ",;，；、"); i >= 0 {
		before, after = outside[:i], outside[i:]
	}
	if r, known := recognized(outside); known && !contradicts(inside, r) {
		return r, false, nil
	}
	if r, known := recognized(before); known && !contradicts(after+" "+inside, r) {
		return r, false, nil
	}
	return Rules{}, false, err
}

// contradicts reports whether a text names other rules than r.
func contradicts(text string, r Rules) bool {
	words := wordsOf(text)
	for i, word := range words {
		switch word {
		case "area", "territory":
			named, _ := recognized(word)
			if named.Scoring != r.Scoring {
				return true
			}
			continue
		}
		for j := i + 1; j <= min(i+mostNameWords, len(words)); j++ {
			if named, known := recognized(strings.Join(words[i:j], " ")); known && named.Preset != r.Preset &&
				!strings.HasPrefix(named.Preset, r.Preset+"-") {
				return true
			}
		}
		for name, preset := range otherNames {
			if len(name) >= minCJKName && name[0] >= firstCJK && preset != r.Preset && strings.Contains(word, name) {
				return true
			}
		}
	}
	return false
}

const (
	mostNameWords = 3    // in the name of a ruleset
	minCJKName    = 6    // bytes in two characters
	firstCJK      = 0xe1 // first byte of these characters in UTF-8
)

// recognized returns the ruleset for a name in other words.
func recognized(text string) (Rules, bool) {
	words := wordsOf(text)
	named := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return fillerWords[word] })
	short := fillerCharacters.Replace(strings.Join(named, ""))
	for _, name := range []string{strings.Join(words, ""), short} {
		if preset, ok := otherNames[name]; ok {
			name = preset
		}
		if r, err := Preset(name); err == nil {
			return r, true
		}
	}
	return Rules{}, false
}

// wordsOf returns the words in a text, in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// splitBrackets returns the text outside and inside of brackets.
func splitBrackets(text string) (outside, inside string) {
	var parts [2]strings.Builder
	in := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("([{（［【〔「『", r):
			in = 1
			parts[0].WriteByte(' ')
		case strings.ContainsRune(")]}）］】〕」』", r):
			in = 0
		default:
			parts[in].WriteRune(r)
		}
	}
	return parts[0].String(), parts[1].String()
}

// fillerWords has words that surround the name in a text, in lower case.
var fillerWords = map[string]bool{
	"rules": true, "rule": true, "ruleset": true, "set": true, "scoring": true, "counting": true, "count": true,
	"style": true, "go": true, "weiqi": true, "baduk": true, "igo": true, "the": true, "official": true,
	"règles": true, "regles": true, "règle": true, "regle": true, "reglas": true, "regla": true, "regeln": true,
	"regel": true,
}

// fillerCharacters removes the same words from names in Chinese, Japanese and Korean.
var fillerCharacters = strings.NewReplacer(
	"规则", "", "規則", "", "规约", "", "規約", "", "棋规", "", "棋規", "", "棋院", "", "围棋", "", "圍棋", "", "囲碁", "",
	"ルール", "", "규칙", "", "규정", "", "룰", "", "바둑", "", "기원", "", "计点", "", "計點", "", "計点", "", "式", "",
)

// otherNames maps names without separators and [fillerWords] to presets.
var otherNames = func() map[string]string {
	names := map[string]string{}
	for preset, all := range map[string]string{
		"japanese": "jp jpn japan nihon nihonkiin territory 日本 日本国 日规 日規 日 일본 " +
			"japonaises japonaise japonais japonesas japonesa japonés japones japanische japanisch",
		"chinese": "cn chn china area 中国 中國 中规 中規 中 중국 " +
			"chinoises chinoise chinois chinas china chino chinesische chinesisch",
		"korean": "kr kor korea 韩国 韓國 韓国 韩 한국 " +
			"coréennes coréenne coréen coreanas coreana coreano koreanische koreanisch",
		"aga":          "american america usa 美国 美國 américaines americanas amerikanische",
		"bga":          "british uk britanniques británicas britanicas britische",
		"french":       "france ffg françaises françaises française francesas französische",
		"new-zealand":  "nzgs nzgo newzealandgosociety 新西兰 ニュージーランド",
		"goe":          "ings inggoe goeing ingsgoe sst ingsst ingchangki 应氏 應氏 応氏 应 응씨 잉창치",
		"tromp-taylor": "tt tromp",
		"chinese-ogs":  "ogschinese",
	} {
		for name := range strings.FieldsSeq(all) {
			names[name] = preset
		}
	}
	return names
}()

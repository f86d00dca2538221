package site

// A ruleset is a preset as the first page offers it.
type ruleset struct{ Name, Title, About string }

// A family is a group of rulesets.
type family struct {
	Title    string
	Rulesets []ruleset
}

// families are all rulesets; add a line to offer one.
var families = []family{
	{"Rosette", []ruleset{
		{"mindsports-chinese", "MindSports, area", "stones and surrounded points count"},
		{"mindsports-japanese", "MindSports, territory", "surrounded points and prisoners count"},
		{"comment-jouer", "Comment jouer", "area, ko as in a French description"},
		{"flower", "Flower", "a pass costs a stone, komi is agreed"},
	}},
	{"Go", []ruleset{
		{"tromp-taylor", "Tromp–Taylor", "area, every stone is alive at the end"},
		{"chinese", "Chinese", "area, agreement on the dead"},
		{"japanese", "Japanese", "territory, agreement on the dead"},
		{"japanese-1989", "Japanese, 1989", "territory, disputes are played out on a trial board"},
		{"korean", "Korean", "territory, as Japanese"},
		{"aga", "American (AGA)", "area, four passes end it without agreement"},
		{"aga-pass-stones", "American with pass stones", "a pass costs a stone, White passes last"},
		{"bga", "British", "as American"},
		{"french", "French", "as American"},
		{"new-zealand", "New Zealand", "area, suicide allowed, handicap by White’s passes"},
		{"goe", "Ing", "area, suicide allowed"},
		{"ikeda-area-3", "Ikeda’s Area III", "area, White’s first pass is worth half a point"},
		{"aga-button", "American with a button", "the first pass is worth half a point"},
		{"stone-scoring", "Stone scoring", "only stones that could be on the board count"},
		{"ancient-territory", "Ancient territory", "as Japanese, groups pay two points to live"},
	}},
	{"As other servers have them", []ruleset{
		{"kgs-japanese", "KGS Japanese", "territory, agreement on the dead"},
		{"kgs-chinese", "KGS Chinese", "area, a dispute takes the last pass back"},
		{"kgs-aga", "KGS American", "area, a dispute takes the last pass back"},
		{"kgs-new-zealand", "KGS New Zealand", "area, suicide allowed"},
		{"chinese-ogs", "OGS Chinese", "area, no position comes back"},
		{"chinese-kgs", "Chinese after KGS", "area, no position comes back"},
	}},
}

// rulesTitle names a preset as people do.
func rulesTitle(preset string) string {
	for _, f := range families {
		for _, r := range f.Rulesets {
			if r.Name == preset {
				return r.Title
			}
		}
	}
	return preset
}

package site

// A family is a group of rulesets. Its title is the text ruleset.family.NAME, those
// of a ruleset are ruleset.NAME and ruleset.NAME.about.
type family struct {
	Name     string
	Rulesets []string
}

// families are all rulesets that the first page offers.
var families = []family{
	{"rosette", []string{
		"mindsports-chinese", "mindsports-japanese", "comment-jouer", "comment-jouer-150", "flower",
	}},
	{"go", []string{
		"tromp-taylor", "chinese", "japanese", "japanese-1989", "korean", "aga", "aga-pass-stones", "bga", "french",
		"new-zealand", "goe", "ikeda-area-3", "aga-button", "stone-scoring", "ancient-territory",
	}},
	{"servers", []string{
		"kgs-japanese", "kgs-chinese", "kgs-aga", "kgs-new-zealand", "chinese-ogs", "chinese-kgs",
	}},
}

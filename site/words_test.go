package site

import (
	"os"
	"regexp"
	"testing"
)

func TestEveryRefusalHasASentence(t *testing.T) {
	words, err := os.ReadFile("ui/src/words.ts")
	if err != nil {
		t.Fatal(err)
	}
	for file, least := range map[string]int{"../play/refusal.go": 10, "../game/game.go": 5, "wish.go": 2} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		keys := regexp.MustCompile(`(?:Refusal += |Refused(?: =|:) |return )"([a-z-]+)"`).FindAllSubmatch(source, -1)
		if len(keys) < least {
			t.Errorf("%s has %d keys of refusals, at least %d were there", file, len(keys), least)
		}
		for _, key := range keys {
			if !regexp.MustCompile(`(?m)^  '?` + string(key[1]) + `'?: '[A-Z].*\.',$`).Match(words) {
				t.Errorf("words.ts has no sentence for %q of %s", key[1], file)
			}
		}
	}
}

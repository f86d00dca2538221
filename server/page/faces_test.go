package page

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/i18n"
)

func TestEveryOpponentHasAFaceANameAndALineInFourLanguages(t *testing.T) {
	for _, l := range engine.Opponents() {
		if face := string(Face(l.Opponent)); strings.Count(face, "<path") < 6 || !strings.Contains(face, "aria-hidden") {
			t.Errorf("the face of %s is %q", l.Opponent, face)
		}
		for _, lang := range []string{"en", "fr", "es", "ht"} {
			if !i18n.Covers(lang, "opponent") || !i18n.Has("opponent."+l.Opponent+".name") {
				t.Errorf("%s has no name of %s", lang, l.Opponent)
			}
		}
	}
	if len(faces()) != len(engine.Opponents()) || Face("rosette") != "" {
		t.Errorf("%d faces for %d opponents", len(faces()), len(engine.Opponents()))
	}
}

func TestTheBrowserKnowsTheOpponentsByTheSameLevels(t *testing.T) {
	source, err := os.ReadFile("ui/src/common/face.tsx")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, l := range engine.Opponents() {
		want = append(want, fmt.Sprintf("%s: '%s'", l.Name, l.Opponent))
	}
	if row := "{ " + strings.Join(want, ", ") + " }"; !strings.Contains(string(source), row) {
		t.Errorf("face.tsx does not have %s", row)
	}
}

package page

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
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

// beaten matches the frequency in an opponent's line, such as "8 times in 10".
var beaten = regexp.MustCompile(`(\d+)\D+(\d+)\D*$`)

func TestTheLinesOfTheOpponentsSayWhatWasMeasured(t *testing.T) {
	all := engine.Opponents()
	for _, lang := range []string{"en", "fr", "es", "ht"} {
		for i, l := range all {
			other := all[max(1, i)-1]
			if i == 0 {
				other = all[1]
			}
			line := i18n.T(lang, "opponent."+l.Opponent+".about", nil)
			if !strings.Contains(line, i18n.T(lang, "opponent."+other.Opponent+".name", nil)) {
				t.Errorf("%s: %q does not name %s", lang, line, other.Opponent)
			}
			numbers := beaten.FindStringSubmatch(line)
			if l.Dated {
				if numbers != nil || l.ShareAgainst(other) < 0.97 {
					t.Errorf("%s: %q; its figure is of an earlier network, and its share %.2f", lang, line, l.ShareAgainst(other))
				}
				continue
			}
			if numbers == nil {
				t.Errorf("%s: %q names no share", lang, line)
				continue
			}
			won, _ := strconv.Atoi(numbers[1])
			of, _ := strconv.Atoi(numbers[2])
			if got := float64(won) / float64(of); math.Abs(got-l.ShareAgainst(other)) > 0.04 {
				t.Errorf("%s: %q says %.2f, measured %.2f", lang, line, got, l.ShareAgainst(other))
			}
		}
	}
}

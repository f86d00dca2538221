package gtp

import (
	"strings"
	"testing"

	"rosette/game/board"
)

func TestTheAnalysisCommandsForGoGuiAreAnswered(t *testing.T) {
	replace := strings.NewReplacer("%c", "black", "%p", "A5")
	for line := range strings.Lines(goguiAnalyzeCommands) {
		parts := strings.SplitN(strings.TrimSpace(line), "/", 3)
		if len(parts) != 3 || !strings.Contains("plist gfx hpstring string", parts[0]) {
			t.Fatalf("%q is no type, name and command", line)
		}
		s := &Session{Board: board.Square(5, 5), Judge: playoutJudge{}}
		for _, rules := range []string{"chinese", "tromp-taylor"} {
			got := answersTo(t, s, "kata-set-rules "+rules+"\nset_position b a5 w b5\n"+replace.Replace(parts[2]))
			if got[2][0] != '=' {
				t.Errorf("%s under %s is answered by %q", parts[2], rules, got[2])
			}
		}
	}
}

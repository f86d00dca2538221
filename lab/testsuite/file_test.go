package testsuite

import (
	"strings"
	"testing"
)

const (
	head  = `{"exam":1,"board":"rosette-1","rules":{"preset":"mindsports-chinese","ending":"ALL_ALIVE","komi":0},"seed":1,"nodes":9,"games":1,"questions":1}` + "\n"
	right = `{"moves":["B1","B3","B2"],"next":"white","margin":-6,"best":["A1"],"lost":{"A2":12,"A3":12,"pass":12}}` + "\n"
	setUp = `{"black":["B1","B2"],"white":["B3"],"moves":[],"next":"white","margin":-6,"best":["A1"],"lost":{"A2":12,"A3":12,"pass":12}}` + "\n"
)

func TestAFaultyFileIsRefusedInOneLine(t *testing.T) {
	for _, text := range []string{right, setUp} {
		if _, err := Read(strings.NewReader(head + text)); err != nil {
			t.Fatalf("the right one: %v", err)
		}
	}
	changed := func(old, now string) string { return head + strings.Replace(right, old, now, 1) }
	for _, test := range []struct{ text, want string }{
		{"", `this is not a test suite; one begins with a line like {"exam":1,"board":"rosette-2",…}`},
		{"(;FF[4])", `this is not a test suite; one begins with a line like {"exam":1,"board":"rosette-2",…}`},
		{strings.Replace(head, `:1,`, `:2,`, 1), "test suite version 2; this program reads version 1: generate the suite again"},
		{strings.Replace(head, "rosette-1", "rosette-99", 1), `line 1: board "rosette-99" unknown`},
		{strings.Replace(head, "mindsports-chinese", "chess", 1), `line 1: no ruleset "chess"`},
		{strings.Replace(head, `"komi":0`, `"komi":2.5`, 1), "line 1: komi 2.5 and ending ALL_ALIVE; a test suite has komi 0 and ending ALL_ALIVE"},
		{strings.Replace(head, `"ALL_ALIVE"`, `"ALL_ALIVE","scoring":"TERRITORY"`, 1), "line 1: the solver counts area: use rules with scoring AREA"},
		{strings.Replace(head, `"questions":1`, `"questions":0`, 1), "line 1: 0 positions; use at least one"},
		{head, "0 positions where the first line promises 1: it has been cut or changed; copy it again"},
		{head + right + right, "2 positions where the first line promises 1: it has been cut or changed; copy it again"},
		{head + right[:40], "line 2: not a position; the file is truncated or modified: copy it again"},
		{changed("B3", "B1"), "line 2: move 2, B1, is illegal: occupied"},
		{changed("B3", "Z3"), `line 2: no point "Z3" on rosette-1`},
		{changed(`"B3","B2"`, `"pass","pass"`), "line 2: move 3 ends the game; no move is left to test"},
		{changed(`["A1"]`, `["A1","A1"]`), "line 2: move A1 is listed 2 times in best and lost; list each legal move once"},
		{changed(`"A3":12,`, ``), "line 2: move A3 is listed 0 times in best and lost; list each legal move once"},
		{changed(`["A1"]`, `["A1","B2"]`), "line 2: B2 is listed in best or lost and illegal: occupied"},
		{changed(`"A3":12`, `"A3":0`), "line 2: A3 loses 0 points; use at least one, or list it among the best moves"},
		{changed("-6", "-7"), "line 2: margin -7; a board of 6 points gives -6 to 6"},
		{changed("white", "black"), "line 2: black to move; after 3 moves white is"},
		{head + `{"moves":["B1","B3","B2"],"next":"white","margin":-6,"best":["A1","A2","A3"],"lost":{"pass":12}}`, "line 2: no test: a position needs a best move and a move that loses points"},
		{head + strings.Replace(setUp, `"B2"]`, `"B1"]`, 1), "line 2: B1 is set up as a stone; each is a point of its own"},
		{head + strings.Replace(setUp, `"B2"]`, `"pass"]`, 1), "line 2: pass is set up as a stone; each is a point of its own"},
		{head + strings.Replace(setUp, `"B2"]`, `"B2","A3","A1","A2"]`, 1), "line 2: the black chain at B1 has no liberty"},
		{head + `{"moves":["` + strings.Repeat("A", maxLineBytes) + `"]}`, "line 2: bufio.Scanner: token too long"},
	} {
		_, err := Read(strings.NewReader(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.300s\nis refused with %v, want %s", test.text, err, test.want)
		}
	}
}

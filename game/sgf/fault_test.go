package sgf

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestTheTableOfFaultsIsInTheDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../docs/records.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, row := range Faults {
		fmt.Fprintf(&table, "| %s | `%s` | %s | %s |\n", row.Grade, row.Fault, row.What, row.Done)
	}
	if !strings.Contains(string(text), table.String()) {
		t.Errorf("docs/records.md has another table than\n%s", table.String())
	}
}

// examples has for each SGF fault a file with only that fault.
var examples = map[Fault]string{
	FaultNoGame:           "a letter",
	FaultTooLarge:         "(;AB" + strings.Repeat("[aa]", 4001) + ")", // more than small allows
	FaultCutOff:           "(;SZ[9]",
	FaultCharset:          "(;CA[SJIS]C[\x88\xcd\x8c\xe9x\x81\xff])",
	FaultCharsetGuessed:   "(;C[caf\xe9])",
	FaultNoBoard:          "(;SZ[26];B[zz])",
	FaultRules:            "(;KM[6.3])",
	FaultNoPoint:          "(;SZ[9];B[jj])",
	FaultNoLiberty:        "(;SZ[9]AB[aa]AW[ba][ab])",
	FaultStrayProperty:    "(;SZ[9](;B[aa])C[x])",
	FaultNoValue:          "(;SZ[9]C;B[aa])",
	FaultBadName:          "(;sz[9])",
	FaultRulesUnknown:     "(;RU[Martian])",
	FaultKomiUnit:         "(;KM[375])",
	FaultIllegalMove:      "(;SZ[9];B[aa];W[aa])",
	FaultMissingSemicolon: "(SZ[9])",
	FaultParentheses:      "(;SZ[9]))",
	FaultStrayNode:        "(;SZ[9](;B[aa]);W[bb])",
	FaultStrayText:        "(;SZ[9]=)",
	FaultTwice:            "(;SZ[9]AB[aa]AB[bb])",
	FaultManyValues:       "(;PW[Ann][Anna])",
	FaultTwoMoves:         "(;SZ[9];B[aa]W[bb])",
	FaultSetupBesideMove:  "(;SZ[9];B[aa]AB[bb])",
	FaultSetupTwice:       "(;SZ[9]AB[aa][aa])",
	FaultNotInRoot:        "(;SZ[9];SZ[9])",
	FaultHandicap:         "(;SZ[9]HA[99])",
	FaultHandicapStones:   "(;SZ[9]HA[2]AB[cc])",
	FaultValue:            "(;SZ[9]MN[one])",
	FaultForm:             "(;SZ[9]RE[Black wins])",
	FaultExclusive:        "(;SZ[9]DM[1]UC[1])",
	FaultSecondInfo:       "(;PB[Ann];PW[Bob])",
	FaultTerritoryTwice:   "(;SZ[9]TB[aa]TW[aa])",
	FaultMark:             "(;SZ[9]CR[jj])",
	FaultTextBefore:       "From: me\n(;SZ[9])",
	FaultTextAfter:        "(;SZ[9])\n-- me",
	FaultFreeText:         "(;TM[1:00(5x1:00)])",
	FaultNoMove:           "(;SZ[9]TE[1])",
	FaultMarkTwice:        "(;SZ[9]CR[aa]SQ[aa])",
	FaultTurn:             "(;SZ[9];B[aa];B[bb])",
}

// Each file must have its fault and no other.
func TestEveryFaultIsFoundOnceAndWithItsGrade(t *testing.T) {
	elsewhere := map[Fault]bool{FaultBadLine: true, FaultNoEnd: true} // only in other formats
	for _, row := range Faults {
		file, has := examples[row.Fault]
		if has == elsewhere[row.Fault] {
			t.Errorf("%s: an example is missing or too many", row.Fault)
		}
		if !has {
			continue
		}
		var found []Problem
		c, err := Parse(strings.NewReader(file), small)
		if p := (Problem{}); errors.As(err, &p) {
			found = append(found, p)
		} else if err != nil {
			t.Fatal(err)
		} else {
			found = Check(c)
		}
		if len(found) != 1 || found[0].Fault != row.Fault || found[0].Grade() != row.Grade || found[0].More != 0 {
			t.Errorf("%q: found %v (%v), want one %s", file, graded(found), found, row.Fault)
		}
	}
	if len(grades) != len(Faults) || grades[FaultTurn] != Note || grades[FaultNoGame] != Error {
		t.Errorf("the grades are %v", grades)
	}
}

func TestASummaryIsTheWorstProblemAndTheNumberOfOthers(t *testing.T) {
	note := Problem{Fault: FaultTurn, Message: "n"}
	warning := Problem{Line: 3, Fault: FaultTwice, Message: "w", More: 2}
	worst := Problem{Fault: FaultCutOff, Message: "e"}
	for _, c := range []struct {
		problems []Problem
		want     string
	}{
		{nil, ""},
		{[]Problem{note, note}, ""},
		{[]Problem{note, warning}, "line 3: warning: w … and 2 more like it"},
		{[]Problem{worst, note}, "error: e"},
		{[]Problem{warning, worst}, "error: e; and 3 other problems, see rosette sgf check"},
		{[]Problem{worst, worst, note}, "error: e; and 1 other problem, see rosette sgf check"},
	} {
		if got := Summary(c.problems); got != c.want {
			t.Errorf("%v: %q, want %q", c.problems, got, c.want)
		}
	}
}

package sgf

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rosette/internal/goldentest"
)

// The test writes the table with -update.
func TestTheTableOfPropertiesIsInTheDocumentation(t *testing.T) {
	const file, begin, end = "../../docs/records.md", "<!-- properties -->\n", "<!-- end of properties -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no %q and %q", file, begin, end)
	}
	goldentest.Text(t, file, before+begin+propertyTable()+end+after)
}

// propertyTable returns the table of properties, in Markdown.
func propertyTable() string {
	var table strings.Builder
	table.WriteString("| property | value | node | requirement |\n|--|--|--|--|\n")
	for _, row := range propertyTypes {
		ids := "`" + strings.Join(strings.Fields(row.ids), "` `") + "`"
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", ids, row.as.values(), placeNames[row.as.place],
			strings.Join(row.as.requirements(), "; "))
	}
	return table.String()
}

var kindNames = [...]string{
	none: "none", number: "number", real: "real", double: "1 or 2", color: "B or W", simpleText: "line", text: "text",
	point: "point", move: "point or pass", stone: "point", boardSize: "number or number:number",
}

var placeNames = [...]string{
	anywhere: "any", atRoot: "root", inSetup: "set-up", inMove: "move", gameInfo: "game information",
}

// values returns the type of the values, such as "list of point:line".
func (d description) values() string {
	what := kindNames[d.kind]
	if d.compose {
		what += ":" + kindNames[d.second]
	}
	switch {
	case d.form == elist:
		return "list of " + what + ", or empty"
	case d.form == list:
		return "list of " + what
	case d.bare:
		return what + ", or empty"
	}
	return what
}

// requirements returns what else a value must fulfil.
func (d description) requirements() (all []string) {
	if d.bounded && d.more == "" {
		all = append(all, fmt.Sprintf("%d to %d", d.least, d.most))
	}
	if d.syntax != nil {
		all = append(all, d.syntax.form)
	}
	if d.once != nil {
		all = append(all, "a point once in "+strings.Join(d.once.ids, ", "))
	}
	if len(d.apart) > 0 {
		all = append(all, "one of "+strings.Join(d.apart, ", ")+" in a node")
	}
	if d.differs {
		all = append(all, "two different points; a pair once")
	}
	if d.more != "" {
		all = append(all, d.more)
	}
	return all
}

// Each value breaks FF[4] or is written as other programs write it. Authorities: properties.html
// ("prop"), sgf4.html ("basic") and go.html ("go") of the FF[4] specification at red-bean.com/sgf.
func TestValuesOutsideTheGrammarAreReported(t *testing.T) {
	for _, c := range []struct {
		properties string
		fault      Fault
		want       string // message, "" for none
	}{
		// basic, property value types: Color is B or W; Real has a decimal point; no white space
		{"PL[2]", FaultForm, "PL[2]: read as W; write [W]"},
		{"PL[B]", "", ""},
		{"KM[6,5]", FaultForm, "KM[6,5]: read as 6.5; write [6.5]"},
		// no unit but points is known to FF[4]; docs/records.md has the reading
		{"KM[375]", FaultKomiUnit, "KM[375] is read as 7.5 points; write KM[7.5]"},
		{"KM[200]", FaultKomiUnit, "KM[200] is read as 2 points; write KM[2]"},
		{"KM[7.25]", FaultKomiUnit, "KM[7.25] is read as 7.5 points; write KM[7.5]"},
		{"V[-.5]", FaultForm, "V[-.5]: read as -0.5; write [-0.5]"},
		{"V[+12]", "", ""},
		{";B[ dd ]", FaultForm, "B[ dd ]: blanks around the value; write [dd]"},
		{";B[ ]", FaultForm, "B[ ]: blanks around the value; write []"},
		// basic, compressed point lists: upper left to lower right, no rectangle of one point, points once
		{"AB[ef:dd]", FaultForm, "AB[ef:dd]: read as dd:ef; write [dd:ef]"},
		{"AB[ee:ee]", FaultForm, "AB[ee:ee]: read as ee; write [ee]"},
		{"VW[aa:aa]", FaultForm, "VW[aa:aa]: read as aa; write [aa]"},
		{"VW[aa:cc][bb]", FaultMarkTwice, "VW names bb again after VW; name it once"},
		{"DD[aa:bb][cc]", "", ""},
		// prop, TB and TW: illegal to list a point in both
		{"TB[aa]TW[aa]", FaultTerritoryTwice, "TW names aa again after TB; name it once"},
		{"TB[aa]TW[ab]", "", ""},
		// prop, DM, UC, GB, GW: must not be mixed within a node
		{"GB[1]GW[1]", FaultExclusive, "GW and GB exclude each other in a node; keep one"},
		{"DM[1]UC[1]", FaultExclusive, "UC and DM exclude each other in a node; keep one"},
		// prop, move annotation: BM, TE, DO and IT are mutually exclusive
		{";B[aa]TE[1]BM[1]", FaultExclusive, "BM and TE exclude each other in a node; keep one"},
		{";B[aa]DO[]HO[1]", "", ""},
		// prop, AR and LN: not from a point to itself, and not twice
		{"AR[aa:aa]", FaultMark, "AR[aa:aa]: it joins a point to itself; use two points"},
		{"LN[aa:bb][aa:bb]", FaultMarkTwice, "LN has [aa:bb] twice; write it once"},
		{"AR[aa:bb][bb:aa]", "", ""},
		// prop, LB: points must be unique
		{"LB[aa:x][aa:y]", FaultMarkTwice, "LB names aa again after LB; name it once"},
		// prop, RE: mandatory form, the score is optional
		{"RE[Black wins]", FaultForm, "RE[Black wins]: not in FF[4]'s form; use B+3.5, W+R, B+T, W+F, B+ for an unknown margin, 0 for a draw, Void or ?"},
		{"RE[b+resign]", FaultForm, "RE[b+resign]: not in FF[4]'s form; write [B+R]"},
		{"RE[jigo]", FaultForm, "RE[jigo]: not in FF[4]'s form; write [0]"},
		{"RE[B+]", "", ""},
		{"RE[W+Forfeit]", "", ""},
		{"RE[?]", "", ""},
		// prop, DT: mandatory form and its shortcuts
		{"DT[27.11.2026]", FaultForm, "DT[27.11.2026]: not in FF[4]'s form; use YYYY-MM-DD, YYYY-MM or YYYY, and a comma before another date"},
		{"DT[2026/11/27]", FaultForm, "DT[2026/11/27]: not in FF[4]'s form; write [2026-11-27]"},
		{"DT[2026-02-30]", FaultForm, "DT[2026-02-30]: not in FF[4]'s form; use YYYY-MM-DD, YYYY-MM or YYYY, and a comma before another date"},
		{"DT[1996-05,06]", "", ""},
		{"DT[1996-12-27,28,1997-01-03,04]", "", ""},
		{"DT[1996,1997]", "", ""},
		// prop, ST, PM and FF: ranges; FG: flags
		{"ST[9]", FaultValue, "ST[9]: out of range; use 0 to 3"},
		{"PM[9]", FaultValue, "PM[9]: out of range; use 0 to 2"},
		{"FF[9]", FaultValue, "FF[9]: out of range; use 1 to 4"},
		{"FG[8:x]", FaultValue, "FG[8:x]: no sum of flags; use a sum of 1, 2, 4, 256, 512 and 32768"},
		// prop, HA: 2 or more, set up with AB
		{"HA[9]", FaultHandicapStones, "HA[9], but no stones are set up; add AB"},
		{"HA[2]AB[cc]", FaultHandicapStones, "HA[2] and a set-up of 1 stone differ; correct one"},
		{"HA[1]", FaultFreeText, "HA[1] is an even game to other programs, which use 2 or more; omit it"},
		{"HA[2];B[aa];B[bb];W[cc]", "", ""},
		{"HA[2];AB[aa][bb]", "", ""},
		{"HA[2]AB[aa][bb][cc]AW[dd]", "", ""},
		{"HA[2]RU[AGA]AB[aa:ba]", "", ""},
		// prop, SZ: no compose type for a square; the default is 19
		{"SZ[]", FaultFreeText, "SZ is empty; omit it"},
		{"SZ[9:9]", FaultForm, "SZ[9:9]: read as 9; write [9]"},
		{"SZ[19x19]", FaultForm, "SZ[19x19]: read as 19; write [19]"},
		{"SZ[9,13]", FaultForm, "SZ[9,13]: read as 9:13; write [9:13]"},
		{"SZ[09]GM[01]", "", ""},
		{"GM[]", FaultFreeText, "GM is empty; omit it"},
		// basic, properties: each once in a node
		{"SZ[9]SZ[13]", FaultTwice, "SZ stands twice in one node; keep one"},
		{"AB[aa]AB[bb]", FaultTwice, "AB stands twice in one node; join its values"},
		{";W[aa]W[bb]", FaultTwice, "W stands twice in one node; make a node for each move"},
		// prop, AP: name and version
		{"AP[Tool]", FaultFreeText, "AP[Tool]: no version; write [name:version]"},
		// basic, game-info: one node on any path
		{"PB[Ann];B[aa](;RE[0])(;RE[?])", FaultSecondInfo, "RE is game information, and node 1 above has some; use one node"},
		{";B[aa](;RE[0])(;RE[?])", "", ""},
	} {
		found := Check(read(t, "(;"+c.properties+")"))
		switch {
		case c.want == "" && len(found) > 0:
			t.Errorf("%s: %v", c.properties, problemTexts(found))
		case c.want != "" && (len(found) == 0 || found[0].Fault != c.fault || found[0].Message != c.want):
			t.Errorf("%s: %v, want %s: %s", c.properties, graded(found), c.fault, c.want)
		}
	}
}

func TestOddSizesAreRead(t *testing.T) {
	for sz, want := range map[string]string{
		"": "square-19", "19x19": "square-19", "9,13": "square-9x13", "9:9": "square-9", "019": "square-19",
	} {
		root := read(t, "(;GM[01]SZ["+sz+"];B[aa])").Trees[0]
		c, err := CoordinatesOf(root)
		if err != nil || c.Name() != want {
			t.Errorf("SZ[%s]: %v", sz, err)
			continue
		}
		Modernize(root)
		if found := Check(read(t, root.String())); len(found) > 0 {
			t.Errorf("SZ[%s] becomes %s: %v", sz, root, problemTexts(found))
		}
	}
	for _, sz := range []string{"x", "9:", "1:2:3", "0"} {
		if c, err := CoordinatesOf(read(t, "(;SZ["+sz+"])").Trees[0]); err == nil && sz != "9:" {
			t.Errorf("SZ[%s] is read as %s", sz, c.Name())
		}
	}
}

package match

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rosette/game/sgf"
	"rosette/i18n"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
)

// record sends a file and returns the parsed record.
func (b *browser) record(file string) (r GameRecord) {
	b.Helper()
	answer, text := b.do("POST", "/api/records", file, "Content-Type", "application/octet-stream")
	if err := json.Unmarshal([]byte(text), &r); err != nil || answer.StatusCode != http.StatusOK {
		b.Fatalf("%.60q: %s %s: %v", file, answer.Status, text, err)
	}
	return r
}

func TestARecordIsReadAsATreeOfPositions(t *testing.T) {
	b := build(t).browser()
	r := b.record("(;FF[4]GM[1]SZ[3]PB[Ann]BR[3d]PW[Bob]RE[B+R]KM[0.5];B[ab];W[ac](;B[bc]C[Taken.]TR[ab])(;B[ba]LB[aa:x]))")
	if r.Black != "Ann 3d" || r.White != "Bob" || r.Result != "B+R" || r.Komi != 0.5 || r.Games != 1 || len(r.Nodes) != 5 || r.Board.Name != "square-3" {
		t.Fatalf("the record is %+v", r)
	}
	parents := []int{-1, 0, 1, 2, 2}
	for i, n := range r.Nodes {
		if n.Parent != parents[i] || n.Moved != (i > 0) || n.Position.Ply != min(i, 3) {
			t.Errorf("node %d is %+v", i, n)
		}
	}
	if took := r.Nodes[3]; took.Comment != "Taken." || len(took.Position.Captured) != 1 || took.Position.Captured[0] != "A1" || len(took.Marks) != 1 || took.Marks[0].Kind != "triangle" {
		t.Errorf("the capture is %+v", took)
	}
	if other := r.Nodes[4]; len(other.Marks) != 1 || other.Marks[0].Text != "x" || len(other.Position.Captured) != 0 {
		t.Errorf("the variation is %+v", other)
	}
}

func TestARecordHasItsClock(t *testing.T) {
	b := build(t).browser()
	r := b.record("(;GM[1]SZ[3]TM[60]OT[3x30 byo-yomi];B[ab]BL[51.25];W[ac]WL[7]OW[2];B[bc])")
	want := []wire.TimeLeft{{Main: 51250, Period: 30000, Whole: 30000, Periods: 3}, {Period: 30000, Whole: 30000, Periods: 2}}
	for i, n := range r.Nodes {
		if known := i == 1 || i == 2; known != (n.Left != nil) || known && *n.Left != want[i-1] {
			t.Errorf("node %d has %+v", i, n.Left)
		}
	}
	if r.Clock != "1m+3x30s" {
		t.Errorf("the clock is %q", r.Clock)
	}
	if r := b.record("(;SZ[3]TM[60]OT[as in Japan];B[ab]BL[51])"); r.Clock != "" || r.Nodes[1].Left != nil {
		t.Errorf("an unknown clock is %q, %v", r.Clock, r.Nodes[1].Left)
	}
}

func TestARecordThatMergesGamesIsAboutTheFirstAndHasANodeForEachMove(t *testing.T) {
	r := build(t).browser().record("(;GM[1]SZ[3](;PB[Ann]PW[Bob]RU[Chinese]KM[2]RE[W+1]EV[Cup]W[ac]B[ab];B[bc])(;PB[Cem]KM[3];B[aa]))")
	if r.Black != "Ann" || r.White != "Bob" || r.Result != "W+1" || r.Komi != 2 || r.Rules != "chinese" || r.Event != "Cup" {
		t.Errorf("the record is %+v", r)
	}
	var plies []int
	for _, n := range r.Nodes {
		plies = append(plies, n.Position.Ply)
	}
	if want := []int{0, 1, 2, 3, 0, 1}; !slices.Equal(plies, want) {
		t.Errorf("the moves of the nodes are %v, want %v", plies, want)
	}
}

func TestARecordStatesWhatWasAssumed(t *testing.T) {
	b := build(t).browser()
	r := b.record("(;FF[4]CA[UTF-8]GM[1]SZ[9]RU[日本规则]DT[1846-09-11];B[aa])")
	want := sgf.Reading{
		Charset:  sgf.Assumption{How: sgf.Named, Value: "UTF-8"},
		Rules:    sgf.Assumption{How: sgf.Recognized, Value: "japanese", Written: "日本规则", Text: `japanese (written "日本规则")`},
		Komi:     sgf.Assumption{How: sgf.Default, Value: "0", Why: sgf.ReasonOld, Text: "0 (none named, and it was played before 1950)"},
		Handicap: sgf.Assumption{How: sgf.Default, Value: "0", Why: sgf.ReasonEven},
		Size:     sgf.Assumption{How: sgf.Named, Value: "square-9"},
		Turn:     sgf.Assumption{How: sgf.Named, Value: "black"},
	}
	if r.Reading != want || r.Rules != "japanese" || r.Komi != 0 || len(r.Problems) != 0 {
		t.Errorf("the record is %+v", r)
	}
	if r = b.record("(;GM[1]SZ[9]RU[Foo]KM[375])"); r.Rules != "japanese" || r.Komi != 7.5 || len(r.Problems) != 2 ||
		r.Problems[0].Kind != "unknown" || r.Problems[1].Kind != "komi" {
		t.Errorf("the record is %+v", r)
	}
}

func TestWhatIsWrongWithARecordIsGraded(t *testing.T) {
	b := build(t).browser()
	r := b.record("(;GM[1]SZ[3];B[aa];W[aa];B[zz])(;GM[1])")
	if len(r.Problems) == 0 || r.Games != 2 || r.Nodes[2].Wrong == nil || *r.Nodes[2].Wrong != r.Problems[0] {
		t.Errorf("the record is %+v", r)
	}
	if !strings.Contains(r.SGF, ";B[zz])") || !strings.Contains(r.SGF, ")\n(;GM[1]FF[4]") {
		t.Errorf("the games are written as %s", r.SGF)
	}
	if outside := r.Nodes[3]; outside.Moved || outside.Position.Ply != 2 || outside.Wrong == nil || outside.Wrong.Kind != "point" {
		t.Errorf("the move outside of the board is %+v", outside)
	}
	if wrong := r.Problems[0]; wrong.Kind != "illegal" || wrong.Grade != "warning" || !strings.Contains(wrong.Text, "W[aa]: white at A3 is illegal") {
		t.Errorf("the illegal move is %+v", wrong)
	}
	for file, want := range map[string][2]string{ // the code, and text in the cause
		"no record":                      {"record.unreadable", "no SGF: a game begins with"},
		"(;GM[1]SZ[99:98];B[aa])":        {"record.no-board", "a board of 99×98; use 1 to 25 lines a side"},
		strings.Repeat("(", maxRecord+1): {"api.too-large", ""},
	} {
		p, _ := b.refused("POST", "/api/records", file, "Content-Type", "application/octet-stream")
		if p.Code != want[0] || p.Detail == "" || !strings.Contains(p.Cause, want[1]) {
			t.Errorf("%.30s: %+v, want %s", file, p, want)
		}
	}
}

func TestEveryFaultOfAFileIsSaidInGeneral(t *testing.T) {
	for _, row := range sgf.Faults {
		if row.Fault == sgf.FaultNoGame { // nothing is shown then
			continue
		}
		key := "record.fault." + row.Fault.Kind()
		if i18n.T("ht", key, nil) == key {
			t.Errorf("%s has no text %s", row.Fault, key)
		}
	}
}

// The codes without a text are of requests that the page does not make: it shows one text for them.
func TestEveryRefusalOfTheEditorHasAText(t *testing.T) {
	rest := []string{"chapter", "closed", "id", "kind", "node", "order", "property"}
	code := regexp.MustCompile(`(?:\brefusal\{|\bRefusal += +)"([a-z-]+)"`)
	found := 0
	for _, pattern := range []string{"../../../study/*.go", "../../../study/editor/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range code.FindAllStringSubmatch(string(source), -1) {
				found++
				if key := "editor.refusal." + match[1]; i18n.T("ht", key, nil) == key && !slices.Contains(rest, match[1]) {
					t.Errorf("%s has no text %s", name, key)
				}
			}
		}
	}
	if found < 30 {
		t.Errorf("%d refusals are found; the search for them is out of date", found)
	}
}

// The response is too large for the slim connections of a site.
func TestALongRecordIsShownInPart(t *testing.T) {
	s := serverOf(options{rules: rules{match.ServiceOptions{Host: newMemoryHost()}}, shared: shared{Sessions: &memorySessions{actors: map[string]string{}}}})
	for moves, want := range map[string]int{
		strings.Repeat(";B[];W[]", maxRecordNodes):      maxRecordNodes,
		strings.Repeat(";B[]TR[aa:yy]", maxRecordNodes): 1 + maxRecordMarks/625, // 30 MB otherwise
	} {
		q := httptest.NewRequest("POST", "http://localhost/api/records", strings.NewReader("(;GM[1]SZ[25]"+moves+")"))
		q.Header.Set("Content-Type", "application/octet-stream")
		w := httptest.NewRecorder()
		s.Guard(s.Handler(s.Fail, s), s.Fail).ServeHTTP(w, q)
		var r GameRecord
		if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
			t.Fatalf("%d: %v", w.Code, err)
		}
		if len(r.Nodes) != want || !r.More {
			t.Errorf("%d nodes, want %d; more: %t", len(r.Nodes), want, r.More)
		}
	}
}

// FuzzRecord sends any file. The response is a record or a problem, never a fault.
func FuzzRecord(f *testing.F) {
	f.Add([]byte("(;FF[4]GM[1]SZ[3];B[ab];W[ac](;B[bc]C[\xff]TR[ab])(;B[ba]LB[aa:x]))"))
	f.Add([]byte("(;GM[1975]SZ[11:6]XB[3];B[aa]AE[aa];PL[W])"))
	f.Add([]byte("\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE"))
	s := serverOf(options{rules: rules{match.ServiceOptions{Host: newMemoryHost()}}, shared: shared{Sessions: &memorySessions{actors: map[string]string{}}, Limits: web.Limits{Requests: 1 << 30, Positions: 1 << 30}}})
	handler := s.Guard(s.Handler(s.Fail, s), s.Fail)
	f.Fuzz(func(t *testing.T, file []byte) {
		r := httptest.NewRequest("POST", "http://localhost/api/records", strings.NewReader(string(file)))
		r.Header.Set("Content-Type", "application/octet-stream")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 || w.Code >= 400 && w.Header().Get("Content-Type") != web.ProblemType {
			t.Errorf("%q: %d %s", file, w.Code, w.Body)
		}
	})
}

// Text from a clipboard is Unicode already, so CA does not count (FF[4], CA: the charset that is
// "used for" the file; https://www.red-bean.com/sgf/properties.html#CA).
func TestPastedTextIsUnicode(t *testing.T) {
	const text = "(;GM[1]FF[4]CA[ISO-8859-1]SZ[9]PB[José]PW[Zoë];B[ee])"
	b := build(t).browser()
	if r := b.record("\ufeff" + text); r.Black != "José" || r.White != "Zoë" || len(r.Problems) > 0 {
		t.Errorf("with a byte order mark: %s – %s, %v", r.Black, r.White, r.Problems)
	}
	var r GameRecord
	answer, body := b.do("POST", "/api/records?charset=utf-8", text, "Content-Type", "application/octet-stream")
	if err := json.Unmarshal([]byte(body), &r); err != nil || r.Black != "José" || r.White != "Zoë" || !strings.Contains(r.SGF, "CA[UTF-8]") {
		t.Errorf("with ?charset: %s, %+v, %v", answer.Status, r, err)
	}
	answer, body = b.do("POST", "/api/records?charset=klingon", text, "Content-Type", "application/octet-stream")
	if answer.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "no charset of that name; use UTF-8") {
		t.Errorf("with an unknown charset: %s %s", answer.Status, body)
	}
}

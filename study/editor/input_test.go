package editor

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// sentence fails for a text that is not one short line.
func sentence(t *testing.T, text, kind string) {
	t.Helper()
	if text == "" || kind == "" || len(text) > 400 || strings.ContainsAny(text, "\n\r") || !utf8.ValidString(text) {
		t.Errorf("kind %q: %q", kind, text)
	}
}

// A refused request changes nothing, every response is JSON, and every refusal and fault is one line
// with a kind.
func FuzzDo(f *testing.F) {
	for _, request := range []string{
		`{"command":"play","point":3}`,
		`{"command":"open","text":"(;GM[1]SZ[5];B[aa])","log":[{"kind":"edit","operations":[{"kind":"remove","node":"2"}]}]}`,
		`{"command":"setup","points":[1,2,99],"color":"w"}`,
		`{"command":"open","file":"KDtCW2Fh","charset":"big5"}`,
		`{"command":"new","new":{"board":"square-3x30","rules":"x","komi":1e9,"handicap":99,"title":"\u202e]"}}`,
		`{"command":"import","text":"(;GM[1]SZ[5]AB[aa]ZZ[x];B[zz](;W[])(;LB[aa:x]TR[q]))"}`,
		`{"command":"info","info":{"KM":"x","RU":"\n"},"view":{"columns":-1,"rows":999999,"column":-9}}`,
		`{"command":"annotate","annotation":"good","value":2}`,
		`{"command":"export","format":"html"}`,
		`{"command":"comment","text":"\ud800<script>"}`,
		`{"command":"move-chapter","by":-9223372036854775808}`,
		`{"command":"find","text":"A","back":true}`,
	} {
		f.Add(request)
	}
	f.Fuzz(func(t *testing.T, request string) {
		s := session{t, New(rand.New(rand.NewPCG(1, 1)).Uint64)}
		s.do(Request{Command: Open, Text: "(;GM[1]SZ[5];B[aa];W[bb](;B[cc])(;B[dd]))"})
		s.do(Request{Command: Play})
		before := s.sgfText()
		var out Response
		if err := json.Unmarshal(s.e.Do([]byte(request)), &out); err != nil || out.State == nil {
			t.Fatal(err)
		}
		after := s.sgfText()
		if out.Refused != nil {
			sentence(t, out.Refused.Text, out.Refused.Code)
			if len(out.Edits) > 0 || !strings.Contains(request, `open`) && after != before {
				t.Errorf("%+v, but %s became %s", out.Refused, before, after)
			}
		}
		for _, fault := range out.Problems {
			sentence(t, fault.Text, fault.Kind)
		}
		if fault := out.State.Node.Wrong; fault != nil {
			sentence(t, fault.Text, fault.Kind)
		}
		if len(out.Edits) > 0 {
			s.do(Request{Command: Undo})
			s.do(Request{Command: Redo})
			if again := s.sgfText(); again != after {
				t.Errorf("undone and repeated, %s became %s", after, again)
			}
		}
	})
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestHugeFilesAreRefusedInOneSentence(t *testing.T) {
	for _, c := range []struct{ name, text, code string }{
		{"a million nodes", "(;GM[1]" + strings.Repeat(";", 1e6) + ")", "too-large"},
		{"a million nodes in variations", "(;GM[1]" + strings.Repeat("(;)", 1e6) + ")", "too-large"},
		{"50 MB", "(;GM[1]C[" + strings.Repeat("a", 50<<20) + "])", "too-large"},
		{"deep variations", strings.Repeat("(;", 20_000) + strings.Repeat(")", 20_000), "too-large"},
		{"a million values", "(;AB" + strings.Repeat("[aa]", 1e6) + ")", "too-large"},
		{"a million games", strings.Repeat("(;)", 1e6), "too-large"},
		{"300 games", strings.Repeat("(;)", 300), "chapters"},
		{"only ]", strings.Repeat("]", 4e6), "unreadable"},
		{"only (", strings.Repeat("(", 4e6), "unreadable"},
		{"nothing", "\x00", "unreadable"},
	} {
		s := newSession(t)
		request, err := json.Marshal(Request{Command: Open, File: []byte(c.text)})
		if err != nil {
			t.Fatal(err)
		}
		var out Response
		bytes := allocated(func() { err = json.Unmarshal(s.e.Do(request), &out) })
		if err != nil || out.Refused == nil || out.Refused.Code != c.code || out.State != nil {
			t.Errorf("%s: %v, %+v; want %s", c.name, err, out.Refused, c.code)
			continue
		}
		sentence(t, out.Refused.Text, out.Refused.Code)
		if most := uint64(320<<20 + 3*len(c.text)); bytes > most {
			t.Errorf("%s: %d bytes allocated; the most is %d", c.name, bytes, most)
		}
	}
}

// A line of 50,000 nodes has no variations, whose depth is limited to 10,000 parentheses.
func TestLargeFilesOpen(t *testing.T) {
	closed := func(text string, n int) string { return strings.Repeat(text, n) + strings.Repeat(")", n) }
	for _, c := range []struct {
		name, text string
		nodes      int
	}{
		{"one line", "(;GM[1]SZ[9]" + strings.Repeat(";B[ee];W[]", 24_999) + ";B[aa])", 50_000},
		{"9,999 variations deep", "(;GM[1]SZ[9]" + closed("(;B[ee]", 9_998) + ")", 9_999},
		{"closing brackets", "(;GM[1]SZ[9]C[" + strings.Repeat("\\]", 1e6) + "]" + strings.Repeat("]", 1e5) + ")", 1},
		{"rectangles", "(;GM[1]SZ[19]AB" + strings.Repeat("[aa:ss]", 50_000) + ")", 1},
		{"1,000 children", "(;GM[1]SZ[9]" + strings.Repeat("(;B[ee])", 1_000) + ")", 1_001},
	} {
		s := newSession(t)
		bytes := allocated(func() {
			out := s.do(Request{Command: Open, File: []byte(c.text), View: &View{Columns: 20, Rows: 10}})
			if out.State.Nodes != c.nodes {
				t.Errorf("%s: %d nodes; want %d", c.name, out.State.Nodes, c.nodes)
			}
			s.do(Request{Command: Last, View: &View{Columns: 20, Rows: 10}})
			s.do(Request{Command: Comment, Text: "the end"})
			s.do(Request{Command: Undo})
			s.do(Request{Command: Step, By: -1})
		})
		if most := uint64(1 << 30); bytes > most {
			t.Errorf("%s: %d bytes allocated; the most is %d", c.name, bytes, most)
		}
	}
}

// Texts stay as they are in a record, and never become markup in a page.
func TestTextsAreNeverMarkup(t *testing.T) {
	const script = `<script>alert(1)</script><img src=x onerror="alert('1')">&lt;`
	const bidi = "\u202eabc\u2066 a\u0301\u0301\u0301 \u200b"
	var file strings.Builder
	file.WriteString("(;GM[1]SZ[9]")
	for _, id := range strings.Fields("GN PB PW EV C N LB US SO") {
		value := script + bidi
		if id == "LB" {
			value = "aa:" + strings.ReplaceAll(value, ":", "\\:")
		}
		fmt.Fprintf(&file, "%s[%s]", id, value)
	}
	file.WriteString(";B[ee]C[" + script + "];W[<b>]N[" + script + "])")
	s := newSession(t)
	out := s.do(Request{Command: Open, Text: file.String()})
	if out.State.Node.Comment != script+bidi {
		t.Errorf("comment %q", out.State.Node.Comment)
	}
	if text := s.sgfText(); strings.Count(text, script) != 11 || strings.Count(text, bidi) != 9 {
		t.Errorf("exported as %s", text)
	}
	page := s.do(Request{Command: Export, Format: "html"}).File.Text
	if strings.Contains(page, "<script") || strings.Contains(page, "<img") || strings.Contains(page, "<b>") || !strings.Contains(page, "&lt;script&gt;") {
		t.Errorf("a page with markup: %s", page)
	}
}

func TestANodeHas400Marks(t *testing.T) {
	s := newSession(t)
	s.do(Request{Command: Open, Text: "(;GM[1]SZ[19])"})
	for i := range maxMarks {
		s.do(Request{Command: DrawLine, Mark: Arrow, Point: at(i % 361), To: at((i + 1 + i/361) % 361)})
	}
	if out := s.send(Request{Command: DrawLine, Mark: Arrow, Point: at(0), To: at(200)}); out.Refused == nil || out.Refused.Code != "marks" || len(out.Edits) > 0 {
		t.Errorf("one more arrow: %+v", out.Refused)
	}
	s.do(Request{Command: DrawLine, Mark: Arrow, Point: at(0), To: at(1)}) // the same again goes away
	s.do(Request{Command: Clear})
	var file strings.Builder
	for range 1000 { // a file may have more
		file.WriteString("[aa:bb]")
	}
	if out := s.do(Request{Command: Open, Text: "(;GM[1]SZ[19]LN" + file.String() + ")"}); len(out.State.Node.Lines) == 0 {
		t.Errorf("lines of a file: %+v", out.State.Node)
	}
	if out := s.send(Request{Command: Mark, Mark: Circle, Point: at(0)}); out.Refused == nil || out.Refused.Code != "marks" {
		t.Errorf("one more mark: %+v", out.Refused)
	}
}

package match

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/play/view"
	"rosette/server/http/web"
	"rosette/server/match"
)

// line requests the positions of a line.
func (b *browser) line(body string) (line view.Line) {
	b.Helper()
	answer, text := b.do("POST", "/api/positions", body)
	if err := json.Unmarshal([]byte(text), &line); err != nil || answer.StatusCode != http.StatusOK {
		b.Fatalf("%s: %s %s: %v", body, answer.Status, text, err)
	}
	return line
}

func TestPositionsOfALineAreAnsweredWithoutAGame(t *testing.T) {
	b := build(t).browser()
	line := b.line(`{"start":{"board":"square-9"},"moves":["E5","pass","E6"]}`)
	if len(line.Positions) != 4 || line.Positions[3].Last != "E6" || line.Positions[2].Last != "pass" || line.Positions[2].Passes != 1 || line.Refused != nil {
		t.Errorf("a line is %+v", line)
	}
	line = b.line(`{"start":{"board":"square-3","setup":{"b":["A2","B1"],"w":["C3"]},"next":"w"},"moves":["A1","B2"],"from":0}`)
	if at := line.Positions[0]; at.Stones != "..wb...b." || at.ToMove != "w" || line.Refused == nil || *line.Refused != (view.IllegalMove{Ply: 0, Reason: "superko"}) {
		t.Errorf("a set-up is %+v, %+v", line.Positions[0], line.Refused)
	}
	line = b.line(`{"start":{"board":"square-3","rules":"tromp-taylor","supply":"1","komi":2.5},"moves":["A1","B1","A2"]}`)
	if line.Refused == nil || line.Refused.Reason != "no-stones" || line.Positions[2].Left == nil {
		t.Errorf("one stone each: %+v", line)
	}
}

func TestALongLineComesInParts(t *testing.T) {
	b := build(t).browser()
	moves, err := json.Marshal(strings.Fields(strings.Repeat("pass ", 999)))
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[int]int{0: 400, 400: 400, 800: 200, 999: 1, 1000: 0} {
		line := b.line(`{"start":{"board":"square-3"},"moves":` + string(moves) + `,"from":` + strconv.Itoa(from) + `}`)
		if len(line.Positions) != want || want > 0 && line.Positions[0].Ply != from {
			t.Errorf("from %d: %d positions, want %d", from, len(line.Positions), want)
		}
	}
}

func TestWhatIsWrongWithALineIsNamed(t *testing.T) {
	b := build(t).browser()
	for body, want := range map[string]string{
		`{"start":{"board":"cube"},"moves":[]}`:                                                    "422 form.board",
		`{"start":{"board":"square-3","rules":"house"},"moves":[]}`:                                "422 form.ruleset",
		`{"start":{"board":"square-3","supply":"-1"},"moves":[]}`:                                  "422 form.supply",
		`{"start":{"board":"square-3","komi":0.3},"moves":[]}`:                                     "422 form.rules",
		`{"start":{"board":"square-3","setup":{"b":["A1"],"w":["A1"]}},"moves":[]}`:                "422 record.setup",
		`{"start":{"board":"square-3","setup":{"b":["Z1"],"w":[]}},"moves":[]}`:                    "422 record.setup",
		`{"start":{"board":"square-3","next":"green"},"moves":[]}`:                                 "422 api.wrong-value",
		`{"start":{"board":"square-3"}}`:                                                           "422 api.missing-field",
		`{"start":{"board":"square-3"},"moves":[],"from":-1}`:                                      "422 api.out-of-range",
		`{"start":{"board":"square-3"},"moves":[` + strings.Repeat(`"A1",`, 2000) + `"A1"]}`:       "422 api.out-of-range",
		`{"start":{"board":"square-3"},"moves":["` + strings.Repeat(`A`, maxPositionsBody) + `"]}`: "413 api.too-large",
	} {
		if p, _ := b.refused("POST", "/api/positions", body); strconv.Itoa(p.Status)+" "+p.Code != want || p.Detail == "" {
			t.Errorf("%.80s: %d %s %s, want %s", body, p.Status, p.Code, p.Detail, want)
		}
	}
}

func TestAPositionIsDrawnWithoutAGame(t *testing.T) {
	b := build(t).browser()
	const body = `{"start":{"board":"square-3"},"moves":["B2","pass"]}`
	for query, want := range map[string][2]string{
		"":            {"image/png", "\x89PNG"},
		"?format=png": {"image/png", "\x89PNG"},
		"?format=svg": {"image/svg+xml", "<svg"},
	} {
		answer, text := b.do("POST", "/api/positions/picture"+query, body)
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != want[0] || !strings.Contains(text[:min(len(text), 400)], want[1]) {
			t.Errorf("%q: %s %s %.80q", query, answer.Status, answer.Header.Get("Content-Type"), text)
		}
	}
	for path, want := range map[string]string{
		"/api/positions/picture":            "refusal.occupied",
		"/api/positions/picture?format=gif": "api.wrong-value",
	} {
		if p, _ := b.refused("POST", path, `{"start":{"board":"square-3"},"moves":["B2","B2"]}`); p.Code != want || strings.HasSuffix(path, "gif") && !strings.HasSuffix(p.Detail, "query.format must be one of these: svg, png.") {
			t.Errorf("%s: %d %s %q, want %s", path, p.Status, p.Code, p.Detail, want)
		}
	}
}

func TestLinesAreLimitedForAnAddress(t *testing.T) {
	now := time.Unix(1e9, 0)
	b := build(t, func(o *options) { o.Limits.Positions, o.Now = 2, func() time.Time { return now } }).browser()
	const body = `{"start":{"board":"square-3"},"moves":[]}`
	b.line(body)
	b.line(body)
	if p, answer := b.refused("POST", "/api/positions", body); p.Code != "api.too-many-requests" || answer.Header.Get("Retry-After") != "30" {
		t.Errorf("the third one is %d %s, %s", p.Status, p.Code, answer.Header.Get("Retry-After"))
	}
}

// FuzzPositions sends any body. The response is a line or a problem, never a fault.
func FuzzPositions(f *testing.F) {
	f.Add(`{"start":{"board":"rosette-3","setup":{"b":["A4"],"w":[]},"next":"w"},"moves":["B5","pass","w C5"],"from":1}`)
	f.Add(`{"start":{"board":"square-2","rules":"japanese","supply":"3/2","komi":-0.5},"moves":["A1","B2","A2","B1","A1"]}`)
	f.Add(`{"start":{"board":"square-0"},"moves":["\u0000"],"from":99999999999}`)
	s := serverOf(options{rules: rules{match.ServiceOptions{Host: newMemoryHost()}}, shared: shared{Sessions: &memorySessions{actors: map[string]string{}}, Limits: web.Limits{Requests: 1 << 30, Positions: 1 << 30}}})
	handler := s.Guard(s.Handler(s.Fail, s), s.Fail)
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequest("POST", "http://localhost/api/positions", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 || w.Code >= 400 && w.Header().Get("Content-Type") != web.ProblemType {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	})
}

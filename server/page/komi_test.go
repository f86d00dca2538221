package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"rosette/engine"
	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// emptyShell returns a shell that serves no requests.
func emptyShell() *shell.Shell { return NewShell(web.New(web.Options{}), nil) }

// carried returns the embedded findings.
func carried(t *testing.T) map[string]*komiResult {
	t.Helper()
	found, _, err := findingsHere()
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("no board has been measured")
	}
	return found
}

// figured formats a number for a language without the catalogue.
func figured(lang string, x float64) string {
	text := strings.Replace(fmt.Sprintf("%.1f", x), "-", "−", 1)
	if lang != "en" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// missingWords returns the keys without a text and the unfilled placeholders on a page.
func missingWords(page string) []string {
	page = regexp.MustCompile(`/assets/[^"]+`).ReplaceAllString(page, "")
	return regexp.MustCompile(`\b(?:komi|rules)\.[a-z]+[.\w]*|\{[a-z]+\}`).FindAllString(page, -1)
}

func TestTheDocumentOfFairKomiNamesEveryGuess(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("../..", "docs", "komi.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range guessesOf("rosette-5") {
		if want := fmt.Sprintf("%v (`%s`", g.komi, g.preset); !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
			t.Errorf("docs/komi.md does not say %q", want)
		}
	}
}

func TestABoardWithoutAFileIsNotYetMeasuredAndHasTheGuessOnly(t *testing.T) {
	p := newKomiPage("en", nil, earlier{})
	if len(p.Boards) != 0 || len(p.Rows) != len(komiBoards) {
		t.Fatalf("%d boards and %d rows", len(p.Boards), len(p.Rows))
	}
	marks := 0
	for i, name := range komiBoards {
		row := p.Rows[i]
		var guesses []string
		for _, g := range row.Cells[0].Guesses {
			guesses = append(guesses, g.Text)
		}
		want := map[bool]string{true: "4.5 5.5 7.5", false: ""}[name >= "rosette-5"]
		if got := strings.Join(guesses, " "); row.Measured || got != want || row.Cells[1].Text != "not yet measured" {
			t.Errorf("%s has the guesses %q, wants %q; fair komi is %q", name, got, want, row.Cells[1].Text)
		}
		marks += len(guesses)
	}
	bars := string(p.Bars)
	if n := strings.Count(bars, ">not yet measured</text>"); n != len(komiBoards) || strings.Contains(bars, `class="reach"`) || strings.Count(bars, `class="mark guess`) != marks {
		t.Errorf("%d bars are not yet measured, wants %d, with %d guesses: %s", n, len(komiBoards), marks, bars)
	}
}

// changed returns a file for rosette-4 with a change.
func changed(t *testing.T, change func(map[string]any)) []byte {
	t.Helper()
	text, err := komiFiles.ReadFile("komi/rosette-3.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	all["conditions"].(map[string]any)["board"] = "rosette-4"
	change(all)
	if text, err = json.Marshal(all); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAFileThatIsCutOrOfAnotherBoardIsNamedAndTheOthersStand(t *testing.T) {
	whole := changed(t, func(map[string]any) {})
	third := changed(t, func(all map[string]any) { all["conditions"].(map[string]any)["board"] = "rosette-3" })
	if found, err := readFindings(fstest.MapFS{"rosette-4.json": {Data: whole}, "rosette-3.json": {Data: third}}); err != nil || len(found) != 2 {
		t.Fatal(err)
	}
	part := func(all map[string]any, key string) map[string]any { return all[key].(map[string]any) }
	row := func(all map[string]any) map[string]any { return all["rows"].([]any)[1].(map[string]any) }
	for want, text := range map[string][]byte{
		"unexpected end of JSON":             whole[:bytes.LastIndexByte(whole[:len(whole)/2], ',')+1],
		"invalid character":                  append([]byte("fair komi "), whole...),
		"it is of rosette-5":                 changed(t, func(all map[string]any) { part(all, "conditions")["board"] = "rosette-5" }),
		`it holds "match"`:                   changed(t, func(all map[string]any) { part(all, "conditions")["kind"] = "match" }),
		"does not say who played":            changed(t, func(all map[string]any) { delete(all, "origin") }),
		"by what rules":                      changed(t, func(all map[string]any) { delete(part(all, "conditions"), "rules") }),
		"cannot parse":                       changed(t, func(all map[string]any) { part(all, "origin")["date"] = "today" }),
		"are missing":                        changed(t, func(all map[string]any) { delete(all, "whole") }),
		"does not hold it":                   changed(t, func(all map[string]any) { part(all, "komi")["low"] = 1000 }),
		"do not add up":                      changed(t, func(all map[string]any) { row(all)["wins"] = 1000 }),
		"stand behind":                       changed(t, func(all map[string]any) { row(all)["komi"] = -1000 }),
		"games are counted of 1":             changed(t, func(all map[string]any) { all["games"] = 1 }),
		"0 games are counted":                changed(t, func(all map[string]any) { all["rows"] = []any{} }),
		"rosette lab komi --board rosette-4": changed(t, func(all map[string]any) { part(all, "conditions")["rules"] = 3 }),
	} {
		found, err := readFindings(fstest.MapFS{"rosette-3.json": {Data: third}, "rosette-4.json": {Data: text}})
		if err == nil || !strings.HasPrefix(err.Error(), "komi/rosette-4.json: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, wants one line of komi/rosette-4.json with %q", err, want)
		}
		if len(found) != 1 || found["rosette-3"] == nil {
			t.Errorf("%s: %d findings are left", want, len(found))
		}
	}
	_, err := readFindings(fstest.MapFS{"rosette-2.json": {Data: whole}, "notes.txt": {}})
	if err == nil || !strings.Contains(err.Error(), "komi/rosette-2.json is of no board") || !strings.Contains(err.Error(), "komi/notes.txt") {
		t.Errorf("of a board that the page has not: %v", err)
	}
}

func TestWhateverTheGamesTellThePageHasWordsForIt(t *testing.T) {
	part := func(all map[string]any, key string) map[string]any { return all[key].(map[string]any) }
	nothing := map[string]any{"low": nil, "at": nil, "high": nil}
	found := map[string]*komiResult{}
	for name, change := range map[string]func(map[string]any){
		"rosette-3": func(all map[string]any) {
			all["unknown"] = "too few"
			all["komi"] = nothing
			all["slope"] = nothing
			delete(all, "whole")
			delete(all, "half")
		},
		"rosette-4": func(all map[string]any) { part(all, "komi")["low"] = nil; all["beyond"] = true },
		"rosette-5": func(all map[string]any) {
			part(all, "komi")["high"] = nil
			all["step"] = 2
			part(all, "half")["komi"] = []float64{4.5, 5.5}
		},
		"rosette-6": func(all map[string]any) {
			part(part(all, "conditions"), "rules")["suicide"] = true
			part(all, "margins")["mean"] = -35.7
			player := part(part(all, "origin"), "player")
			player["network"], player["level"] = nil, "7"
		},
		"rosette-7": func(all map[string]any) {
			player := part(part(all, "origin"), "player")
			player["network"] = map[string]any{"name": "b4c48", "hash": "0123"}
			player["seconds"] = 1.5
			player["threads"] = 2
		},
	} {
		text := changed(t, func(all map[string]any) {
			part(all, "conditions")["board"] = name
			change(all)
		})
		some, err := readFindings(fstest.MapFS{name + ".json": {Data: text}})
		if err != nil {
			t.Fatal(err)
		}
		found[name] = some[name]
	}
	for lang, want := range map[string][]string{
		"en": {"White is ahead by 35.7", "not clear from the games yet", "outside of the komi", "up to ", "from ", "4.5 or 5.5", "gives the same winners", "mindsports-chinese with other choices", "level 7", "network b4c48 (0123)", "1.5 seconds a move", "2 threads"},
		"fr": {"Blanc devance de 35,7", "ne le disent pas encore", "hors des komi", "jusqu’à ", "à partir de ", "4,5 ou 5,5", "même façon", "mindsports-chinese, avec d’autres choix", "niveau 7", "réseau b4c48", "1,5 seconde par coup"},
		"es": {"Blanco aventaja en 35,7", "aún no lo dicen", "fuera de los komi", "hasta ", "desde ", "4,5 o 5,5", "deciden igual", "nivel 7", "red b4c48", "1,5 segundos por jugada"},
		"ht": {"Blan devan ak 35,7", "poko di l", "andeyò komi", "jiska ", "apati ", "4,5 oswa 5,5", "deside menm jan", "nivo 7", "rezo b4c48", "1,5 segonn"},
	} {
		page, err := emptyShell().Render("komi", shell.Address{}, newKomiPage(lang, found, earlier{}))
		if err != nil {
			t.Fatal(err)
		}
		text := html.UnescapeString(string(page))
		for _, words := range want {
			if !strings.Contains(text, words) {
				t.Errorf("%s: the page does not say %q", lang, words)
			}
		}
		if n := strings.Count(text, `class="mark guess own"`); n != 2 {
			t.Errorf("%s: %d guesses are for the rules that were measured, wants those of two boards", lang, n)
		}
		if n := strings.Count(text, `<path class="open"`); n != 2 {
			t.Errorf("%s: %d bars have an open end, wants 2", lang, n)
		}
		if missing := missingWords(text); len(missing) > 0 {
			t.Errorf("%s: words are missing: %q", lang, missing)
		}
	}
}

func TestTheCurveCrossesHalfAtFairKomiAndABarMayBeOpen(t *testing.T) {
	for name, f := range carried(t) {
		if !f.known() {
			continue
		}
		share, more := f.curve().BlackScore(f.Komi.At), f.curve().BlackScore(f.Komi.At+1)
		if math.Abs(share-0.5) > 1e-9 || more >= share {
			t.Errorf("%s: Black wins %v at fair komi, %v with a point more", name, share, more)
		}
	}
	f := &komiResult{Komi: engine.Interval{Low: math.Inf(-1), At: 5, High: 5}}
	open := string(intervalChart("en", map[string]*komiResult{"rosette-3": f}))
	if strings.Count(open, `<path class="open"`) != 1 || !strings.Contains(open, `class="reach" x1="0.00%"`) {
		t.Errorf("a bar without a lower end is %s", open)
	}
	if got := fairInWords("fr", f); got != "5,0 (jusqu’à 5,0)" {
		t.Errorf("in words it is %q", got)
	}
	f.Unknown = "too few"
	if got := fairInWords("en", f); got != "not clear from the games yet" {
		t.Errorf("what is unknown reads %q", got)
	}
}

func TestThePlayerIsNamedByWhatThought(t *testing.T) {
	learned := engine.KomiPlayer{Level: "full", Seconds: 0.2, Threads: 2}
	if err := json.Unmarshal([]byte(`{"network":{"name":"b4c48","hash":"0123456789abcdef"}}`), &learned); err != nil {
		t.Fatal(err)
	}
	for want, p := range map[string]engine.KomiPlayer{
		"playouts, 100 visits a move":                             {Level: "full", Visits: 100, Threads: 1},
		"level 5, 1 second a move":                                {Level: "5", Seconds: 1, Threads: 1},
		"network b4c48 (01234567), 0.2 seconds a move, 2 threads": learned,
	} {
		if got := playerInWords("en", p); got != want {
			t.Errorf("%q, wants %q", got, want)
		}
	}
}

func TestTheKomiOfNewGamesIsTheMeasuredOne(t *testing.T) {
	found := carried(t)
	for _, name := range komiBoards {
		want := play.MeasuredKomi{}
		if f := found[name]; f != nil && f.known() {
			rounded := func(x float64) float64 { return math.Round(100*x) / 100 }
			want = play.MeasuredKomi{Low: rounded(f.Komi.Low), At: rounded(f.Komi.At), High: rounded(f.Komi.High)}
		}
		if got := play.MeasuredKomiOn(name); got != want {
			t.Errorf("%s: package play has %+v, measured %+v", name, got, want)
		}
	}
}

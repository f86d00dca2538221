package page_test

import (
	"compress/gzip"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/store"
)

func TestTheGamePageIsLight(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open("board=rosette-12&color=black")
	m, _ := b.match(id)
	names := m.Board.Names
	for i := range 100 {
		s.move(id, board.Colors[i%2], names[5*i])
	}
	answer, page := b.do("GET", "/games/"+id, "", "Accept-Encoding", "gzip")
	if answer.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal("the page is not compressed")
	}
	weight := len(page)
	unpacked, err := gzip.NewReader(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	loaded := regexp.MustCompile(`<meta property="og:[^>]*>`).ReplaceAllString(string(text), "") // the picture of a shared link is for other sites
	files := regexp.MustCompile(`/assets/[^"]+`).FindAllString(loaded, -1)
	if len(files) != 5 {
		t.Errorf("the page asks for %v", files)
	}
	for _, file := range files {
		answer, data := b.do("GET", file, "", "Accept-Encoding", "gzip")
		if answer.StatusCode != 200 || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %s %s", file, answer.Status, answer.Header.Get("Cache-Control"))
		}
		weight += len(data)
	}
	t.Logf("the page of a game on the largest board weighs %d bytes", weight)
	if weight > 100_000 {
		t.Errorf("the page of a game weighs %d bytes, at most 100000", weight)
	}
}

func TestAFileIsServedPlainToWhoCannotUnpack(t *testing.T) {
	b := build(t).browser()
	for accept, packed := range map[string]bool{"identity": false, "gzip": true, "br, gzip;q=0.5": true, "gzip;q=0, br": false} {
		answer, text := b.do("GET", emptyShell().URL("game.js"), "", "Accept-Encoding", accept)
		if (answer.Header.Get("Content-Encoding") == "gzip") != packed {
			t.Errorf("%s: %q", accept, answer.Header.Get("Content-Encoding"))
		}
		if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") || len(text) == 0 {
			t.Errorf("%s: %d bytes of %s", accept, len(text), kind)
		}
	}
	if answer, text := b.do("GET", "/assets/game.000000000000.js", ""); answer.StatusCode != 404 || !strings.Contains(text, "Reload the page") {
		t.Errorf("an old name: %s %s", answer.Status, text)
	}
	if answer, text := b.do("HEAD", "/", ""); answer.StatusCode != 200 || text != "" {
		t.Errorf("HEAD: %s %q", answer.Status, text)
	}
}

func TestAPageThatIsTheSameForAllIsRenderedOnceAndAskedAboutByItsTag(t *testing.T) {
	b := build(t).browser()
	for _, path := range []string{"/", "/rules?lang=fr", "/komi?lang=ht", "/api"} {
		first, text := b.do("GET", path, "", "Accept-Encoding", "identity")
		tag := first.Header.Get("ETag")
		if tag == "" || first.Header.Get("Content-Encoding") != "" || !strings.Contains(strings.Join(first.Header.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%s: %v", path, first.Header)
		}
		if again, same := b.do("GET", path, "", "Accept-Encoding", "identity"); again.Header.Get("ETag") != tag || same != text {
			t.Errorf("%s is not the same twice", path)
		}
		if known, body := b.do("GET", path, "", "If-None-Match", tag); known.StatusCode != 304 || body != "" {
			t.Errorf("%s: %s with %d bytes to a browser that has it", path, known.Status, len(body))
		}
	}
}

func TestAPageOfALongGameReadsTheLogOnce(t *testing.T) {
	s := build(t)
	reads := s.Store.(interface{ Use() store.Use }).Use
	b := s.browser()
	id := b.open("board=square-9&opponent=people")
	for i := range 500 {
		s.move(id, board.Black, "E5")
		if _, err := s.Matches.Do(t.Context(), id, play.Command{Kind: play.Undo, By: board.Black, ID: strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
	}
	before := reads().Reads
	for range 20 {
		if _, f := b.match(id); f.Seq != 1001 {
			t.Fatalf("the page is at %d", f.Seq)
		}
	}
	if n := reads().Reads - before; n > 1 {
		t.Errorf("20 pages read the log %d times", n)
	}
}

package site

import (
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"

	"rosette/game/board"
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
	files := regexp.MustCompile(`/assets/[^"]+`).FindAllString(string(text), -1)
	if len(files) != 4 {
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
		answer, text := b.do("GET", loadAssets().URL("game.js"), "", "Accept-Encoding", accept)
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

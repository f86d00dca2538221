package page_test

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"rosette/game/sgf"
)

func TestAGameIsAFileAtAnyTime(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=square-9&opponent=people&black=Ann&white=Bob")
	for path, want := range map[string][2]string{
		"game.sgf":        {"application/x-go-sgf", "(;"},
		"board.svg":       {"image/svg+xml", "<svg"},
		"board.svg?ply=0": {"image/svg+xml", "<svg"},
		"board.png":       {"image/png", "\x89PNG"},
	} {
		answer, text := b.do("GET", "/games/"+id+"/"+path, "")
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != want[0] || !strings.Contains(text[:min(len(text), 400)], want[1]) {
			t.Errorf("%s: %s %s %.80q", path, answer.Status, answer.Header.Get("Content-Type"), text)
		}
		if path == "game.sgf" {
			c, err := sgf.Parse(bytes.NewReader([]byte(text)), sgf.Options{})
			if err != nil || c.Trees[0].Info("PB") != "Ann" || c.Trees[0].Info("PW") != "Bob" || c.Trees[0].Info("RE") != "" {
				t.Errorf("the record is %s: %v", text, err)
			}
		}
	}
	for path, want := range map[string]int{
		"/games/" + id + "/board.svg?ply=1":  http.StatusBadRequest,
		"/games/" + id + "/board.svg?ply=-1": http.StatusOK, // the last position, as in an estimate
		"/games/" + id + "/board.svg?ply=-2": http.StatusUnprocessableEntity,
		"/games/" + id + "/board.png?ply=x":  http.StatusUnprocessableEntity,
		"/games/none/game.sgf":               http.StatusNotFound,
	} {
		if answer, _ := b.do("GET", path, ""); answer.StatusCode != want {
			t.Errorf("%s: %s, want %d", path, answer.Status, want)
		}
	}
	secret := b.open("board=square-9&opponent=people&komiBy=secret")
	if answer, _ := b.do("GET", "/games/"+secret+"/game.sgf", ""); answer.StatusCode != http.StatusConflict {
		t.Errorf("a game whose komi is not settled: %s", answer.Status)
	}
}

func TestALinkToAGameIsShownWithItsBoard(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=square-9&opponent=people")
	for path, want := range map[string]string{"/games/" + id: "/games/" + id + "/board.png", "/rules": emptyShell().URL("card.jpg")} {
		_, text := b.do("GET", path, "")
		found := regexp.MustCompile(`<meta property="og:image" content="([^"]*)">`).FindAllStringSubmatch(text, -1)
		if len(found) != 1 || !strings.HasSuffix(found[0][1], want) {
			t.Errorf("%s is shown with %v, want %s", path, found, want)
		}
	}
}

func TestARecordForAnyViewerHasASquareBoardAndNoMoves(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-3&opponent=people&black=Ann&white=Bob")
	answer, text := b.do("GET", "/games/"+id+"/game.sgf?viewer=true", "")
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status, text)
	}
	for _, want := range []string{"GM[1]", "SZ[11]", "LN[", "PB[Ann]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the record lacks %s: %s", want, text)
		}
	}
}

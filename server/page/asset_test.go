package page_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/page/ui"
	"rosette/server/store"
)

func TestPagesAreLight(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open("board=rosette-12&color=black")
	m, _ := b.match(id)
	names := m.Board.Names
	for i := range 100 {
		s.move(id, board.Colors[i%2], names[5*i])
	}
	for path, most := range map[string]int{"/games/" + id: 100_000, "/": 60_000} {
		gzip, files := b.weigh(path, "gzip")
		small, _ := b.weigh(path, "gzip, br")
		t.Logf("%s with its %d files weighs %d bytes by gzip and %d by Brotli", path, files, gzip, small)
		if files < 3 || small > most || float64(small) > 0.95*float64(gzip) {
			t.Errorf("%s with its %d files weighs %d bytes, at most %d; by gzip %d", path, files, small, most, gzip)
		}
	}
}

func TestAPageNamesItsSounds(t *testing.T) {
	b := build(t).browser()
	for _, path := range []string{"/settings", "/learn", "/games/" + b.open("board=rosette-3&color=black")} {
		_, text := b.do("GET", path, "")
		names := regexp.MustCompile(`/assets/[a-z0-9]+\.[0-9a-f]+\.wav`).FindAllString(text, -1)
		if len(names) != 7 {
			t.Errorf("%s names %d sounds: %q", path, len(names), names)
		}
		for _, name := range names {
			answer, data := b.do("GET", name, "", "Accept-Encoding", "identity")
			if kind := answer.Header.Get("Content-Type"); kind != "audio/wav" || len(data) > 6<<10 {
				t.Errorf("%s: %d bytes of %q", name, len(data), kind)
			}
		}
	}
}

// weigh returns the total size in bytes of a page and the files that it loads, for a browser that
// accepts some encodings, and the number of files. A file's address does not depend on the
// encoding.
func (b *browser) weigh(path, accept string) (bytes, files int) {
	_, text := b.do("GET", path, "", "Accept-Encoding", "identity")
	// The picture for a shared link is for other sites.
	text = regexp.MustCompile(`<meta property="og:[^>]*>`).ReplaceAllString(text, "")
	// The sounds are loaded with the first move.
	text = regexp.MustCompile(`<template id="sounds"[^>]*>`).ReplaceAllString(text, "")
	names := slices.Compact(slices.Sorted(slices.Values(regexp.MustCompile(`/assets/[^"]+`).FindAllString(text, -1))))
	for _, name := range append(names, path) {
		answer, data := b.do("GET", name, "", "Accept-Encoding", accept)
		if kept := answer.Header.Get("Cache-Control"); answer.StatusCode != 200 || name != path && !strings.Contains(kept, "immutable") {
			b.Errorf("%s: %s %s", name, answer.Status, kept)
		}
		bytes += len(data)
	}
	return bytes, len(names)
}

func TestAFileIsSentInTheEncodingThatTheBrowserPrefers(t *testing.T) {
	b := build(t).browser()
	url := emptyShell().URL("game.js")
	_, plain := b.do("GET", url, "", "Accept-Encoding", "identity")
	tags := map[string]string{}
	for accept, want := range map[string]string{
		"identity": "", "gzip": "gzip", "br": "br", "gzip, deflate, br, zstd": "br", "*": "br", "BR": "br",
		"br;q=0.5, gzip": "gzip", "br, gzip;q=0.5": "br", "gzip;q=0.8,br;q=0.80": "br", "br;q=0, *": "gzip", "gzip;q=0, br;q=0": "",
		"gzip;q=0, *;q=0.1": "br", "gzip;q=0.5, identity": "", "br;q=2": "", "br;q=x, gzip": "gzip", "zstd": "", "br;q=0.000": "",
	} {
		answer, text := b.do("GET", url, "", "Accept-Encoding", accept)
		tag := answer.Header.Get("ETag")
		if got := answer.Header.Get("Content-Encoding"); got != want || answer.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: encoded as %q, Vary %q, want %q", accept, got, answer.Header.Get("Vary"), want)
		}
		if tags[want] != "" && tags[want] != tag {
			t.Errorf("%s: the tag is %s, not %s", accept, tag, tags[want])
		}
		tags[want] = tag
		if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") || decoded(t, want, text) != plain {
			t.Errorf("%s: %d bytes of %s are not the file", accept, len(text), kind)
		}
		for encoding, known := range tags {
			again, _ := b.do("GET", url, "", "Accept-Encoding", accept, "If-None-Match", known)
			if (again.StatusCode == 304) != (encoding == want) || again.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s: %s to a browser that has %s", accept, again.Status, known)
			}
		}
	}
	if len(tags) != 3 || tags[""] == tags["br"] || tags["br"] == tags["gzip"] || tags[""] == tags["gzip"] {
		t.Errorf("the tags of the encodings are %v", tags)
	}
	for _, name := range []string{"words.fr.json", "style.css"} { // compressed on first request, and in dist
		url := emptyShell().URL(name)
		_, plain := b.do("GET", url, "", "Accept-Encoding", "identity")
		answer, text := b.do("GET", url, "", "Accept-Encoding", "br")
		if answer.Header.Get("Content-Encoding") != "br" || decoded(t, "br", text) != plain || len(text) > len(plain)/2 {
			t.Errorf("%s: %d bytes as %q of %d", name, len(text), answer.Header.Get("Content-Encoding"), len(plain))
		}
	}
}

// decoded returns a body without its encoding.
func decoded(t *testing.T, encoding, body string) string {
	t.Helper()
	plain, err := io.Reader(strings.NewReader(body)), error(nil)
	switch encoding {
	case "br":
		plain = brotli.NewReader(plain)
	case "gzip":
		plain, err = gzip.NewReader(plain)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheEditorsProgramIsSentAsItIsStoredOrPlain(t *testing.T) {
	b := build(t).browser()
	_, page := b.do("GET", "/record", "", "Accept-Encoding", "identity")
	name := regexp.MustCompile(`/assets/editor\.[0-9a-f]+\.wasm`).FindString(page)
	script := regexp.MustCompile(`/record/editorworker\.[0-9a-f]+\.js`).FindString(page)
	if name == "" || script == "" {
		t.Fatalf("the page names the program %q and the worker %q", name, script)
	}
	bundled, err := ui.Dist.ReadFile("dist/editor.wasm.br")
	if err != nil {
		t.Fatal(err)
	}
	plain := decoded(t, "br", string(bundled))
	if !strings.HasPrefix(plain, "\x00asm\x01\x00\x00\x00") {
		t.Fatalf("the bundled program begins with %q", plain[:8])
	}
	tags := map[string]string{}
	for accept, want := range map[string]string{"gzip, deflate, br, zstd": "br", "br;q=0.1": "br", "gzip": "", "identity": "", "": "", "br;q=0, *": ""} {
		answer, text := b.do("GET", name, "", "Accept-Encoding", accept)
		body := map[string]string{"br": string(bundled), "": plain}[want]
		h := answer.Header
		if h.Get("Content-Type") != "application/wasm" || h.Get("Content-Encoding") != want || h.Get("Vary") != "Accept-Encoding" || text != body {
			t.Errorf("%q: %s, %d bytes, %v", accept, answer.Status, len(text), h)
		}
		if h.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%q: %s", accept, h.Get("Cache-Control"))
		}
		tags[want] = h.Get("ETag")
	}
	if again, body := b.do("GET", name, "", "Accept-Encoding", "br", "If-None-Match", tags["br"]); tags["br"] == tags[""] || again.StatusCode != 304 || body != "" {
		t.Errorf("%s with %d bytes to a browser that has the program; tags %v", again.Status, len(body), tags)
	}
	for path, want := range map[string]web.Policy{"/record": {WebAssembly: true}, script: {WebAssembly: true}, name: {}, "/": {}, "/worker.js": {}} {
		wanted := http.Header{}
		want.Set(wanted)
		answer, _ := b.do("GET", path, "")
		if got := answer.Header.Get("Content-Security-Policy"); answer.StatusCode != 200 || got != wanted.Get("Content-Security-Policy") {
			t.Errorf("%s: %s, %s", path, answer.Status, got)
		}
	}
}

// A deaf client takes a response and drops it.
type deaf struct{ header http.Header }

func (d deaf) Header() http.Header          { return d.header }
func (deaf) Write(body []byte) (int, error) { return len(body), nil }
func (deaf) WriteHeader(int)                {}

func TestTheProgramIsDecompressedOnceForAll(t *testing.T) {
	s := emptyShell()
	name := strings.TrimPrefix(s.URL("editor.wasm"), "/assets/")
	ask := func() {
		r := httptest.NewRequest("GET", "/assets/"+name, nil)
		r.SetPathValue("name", name)
		s.Asset(deaf{http.Header{}}, r)
	}
	ask()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		ask()
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("100 clients without Brotli take %d bytes", n)
	}
}

func TestAFileThatIsGoneIsExplained(t *testing.T) {
	b := build(t).browser()
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
		if known, body := b.do("GET", path, "", "Accept-Encoding", "identity", "If-None-Match", tag); known.StatusCode != 304 || body != "" {
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
	s.Project()
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

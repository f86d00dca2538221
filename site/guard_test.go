package site

import (
	"net/http"
	"strings"
	"testing"
)

func TestOnlyOurOwnNamesAreAnswered(t *testing.T) {
	b := build(t, func(o *Options) { o.Hosts = []string{"Go.Example.org:8080"} }).browser()
	for host, want := range map[string]int{
		"localhost:8080": 200, "127.0.0.1:9": 200, "127.8.8.8": 200, "[::1]:80": 200, "go.example.org": 200, "GO.example.org.:443": 200, "192.0.2.8:80": 200, "[2001:db8::1]:80": 200,
		"evil.example": 421, "localhost.evil.example": 421, "go.example.org.evil.example:80": 421,
	} {
		if answer, text := b.do("GET", "/", "", "Host", host); answer.StatusCode != want || want == 421 && !strings.Contains(text, host) {
			t.Errorf("Host %s: %s, want %d", host, answer.Status, want)
		}
	}
	if answer, _ := b.do("GET", "/assets/"+loadAssets().names["game.js"], "", "Host", "evil.example"); answer.StatusCode != 421 {
		t.Errorf("a file for a foreign host: %s", answer.Status)
	}
}

func TestAnotherSiteCannotOpenGames(t *testing.T) {
	b := build(t).browser()
	for _, headers := range [][]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Origin", "null"}} {
		if answer, text := b.post("board=rosette-5", headers...); answer.StatusCode != http.StatusForbidden || answer.Header.Get("Set-Cookie") != "" || !strings.Contains(text, "another site") {
			t.Errorf("%v: %s", headers, answer.Status)
		}
	}
	if answer, text := b.post("board=rosette-5", "Origin", b.URL); answer.StatusCode != http.StatusSeeOther {
		t.Errorf("our own page: %s %s", answer.Status, text)
	}
}

func TestAnotherSiteCannotListen(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-5&color=black")
	for _, origin := range []string{"https://evil.example", "null", "http://127.0.0.1:1"} {
		if line, answer := b.dial(id, "", "Origin", origin); line != nil {
			t.Errorf("Origin %s: %s", origin, answer.Status)
		} else if answer.StatusCode != http.StatusForbidden {
			t.Errorf("Origin %s: %s", origin, answer.Status)
		}
	}
	if line, _ := b.dial(id, "", "Origin", b.URL); line == nil {
		t.Error("our own page may not listen")
	}
}

func TestEveryAnswerIsLockedDown(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-5")
	for _, path := range []string{"/", "/games/" + id, "/nothing", "/assets/none.js"} {
		answer, text := b.do("GET", path, "")
		for name, want := range headers {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		for _, inline := range []string{"style=", "onclick=", "<style", "<script>"} {
			if strings.Contains(text, inline) {
				t.Errorf("%s has %s, which its own policy forbids", path, inline)
			}
		}
	}
}

func TestLimitsCountAnIPv6SubscriberAsOne(t *testing.T) {
	s := &site{}
	for from, want := range map[string]string{
		"[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64", "[2001:db8:1:2::9]:81": "2001:db8:1:2::/64",
		"192.0.2.1:5": "192.0.2.1", "[::ffff:192.0.2.1]:5": "192.0.2.1", "pipe": "pipe",
	} {
		if got := s.address(&http.Request{RemoteAddr: from}); got != want {
			t.Errorf("%s counts as %s, want %s", from, got, want)
		}
	}
}

func TestOnlyAProxyOfOursIsBelieved(t *testing.T) {
	r := &http.Request{RemoteAddr: "127.0.0.1:9", Header: http.Header{
		"X-Forwarded-For":   {"203.0.113.9, 198.51.100.4", "192.0.2.77:1234"},
		"X-Forwarded-Proto": {"https"},
	}}
	alone, behind := &site{}, &site{Options: Options{TrustProxy: true}}
	if alone.address(r) != "127.0.0.1" || alone.secure(r) {
		t.Errorf("without a proxy the request counts as %s, secure %v", alone.address(r), alone.secure(r))
	}
	if behind.address(r) != "192.0.2.77" || !behind.secure(r) {
		t.Errorf("behind a proxy the request counts as %s, secure %v", behind.address(r), behind.secure(r))
	}
	r.Header = http.Header{"X-Forwarded-For": {"2001:db8:1:2::9"}, "X-Forwarded-Proto": {"http"}}
	if behind.address(r) != "2001:db8:1:2::/64" || behind.secure(r) {
		t.Errorf("behind a proxy the request counts as %s, secure %v", behind.address(r), behind.secure(r))
	}
	r.Header = nil
	if behind.address(r) != "127.0.0.1" {
		t.Errorf("a proxy that says nothing: %s", behind.address(r))
	}
}

func TestAWrongMethodIsToldTheRightOnes(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=rosette-5")
	for path, allow := range map[string]string{
		"/": "GET, HEAD", "/games": "GET, HEAD, POST", "/games/" + id: "GET, HEAD", "/games/" + id + "/feed": "GET, HEAD", "/assets/x.js": "GET, HEAD",
	} {
		answer, text := b.do("DELETE", path, "")
		if answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") != allow || !strings.Contains(text, "Use "+allow) {
			t.Errorf("DELETE %s: %s, Allow %q", path, answer.Status, answer.Header.Get("Allow"))
		}
	}
	if answer, _ := b.do("GET", "/games", ""); answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/" {
		t.Errorf("GET /games: %s", answer.Status)
	}
}

package account_test

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"rosette/play/conditional"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/match"
)

func TestATokenActsWithinItsScopes(t *testing.T) {
	s := open(t, generous)
	b := s.member("Ana")
	secret := func(label, scopes string) string {
		var made accounthttp.Secret
		if err := json.Unmarshal([]byte(b.Must("POST", "/api/account/tokens", `{"label":"`+label+`","scopes":[`+scopes+`]}`)), &made); err != nil {
			t.Fatal(err)
		}
		return made.Secret
	}
	program := s.Browser()
	program.Bearer = secret("reads", `"read"`)
	program.Must("GET", "/api/users/ana", "")
	for request, want := range map[string]string{
		"GET /api/account":                      "403 account.token.nothing",
		"POST /api/account/tokens":              "403 account.token.nothing",
		"DELETE /api/session":                   "403 account.token.nothing",
		"PUT /api/account/relations/follow/ana": "403 account.token.nothing",
		"GET /api/account/export":               "403 account.token.nothing",
	} {
		method, path, _ := strings.Cut(request, " ")
		if got := program.Refusal(method, path, `{"label":"x","scopes":["read"]}`); got != want {
			t.Errorf("%s: %s, want %s", request, got, want)
		}
	}
	text := b.Must("GET", "/api/account/tokens", "")
	var tokens []accounthttp.Token
	if err := json.Unmarshal([]byte(text), &tokens); err != nil || len(tokens) != 1 || strings.Contains(text, program.Bearer) {
		t.Fatalf("%s, %v", text, err)
	}
	if noon := s.Clock.Now().UnixMilli(); tokens[0].Used != noon {
		t.Errorf("used at %d, want %d", tokens[0].Used, noon)
	}
	s.Clock.Advance(90 * time.Minute)
	s.member("Ben").Must("DELETE", "/api/account/tokens/"+tokens[0].ID, "") // not Ben's token
	program.Must("GET", "/api/users/ana", "")
	if text := b.Must("GET", "/api/account/tokens", ""); !strings.Contains(text, fmt.Sprintf(`"used":%d`, tokens[0].Used+time.Hour.Milliseconds())) {
		t.Errorf("used 90 minutes after noon: %s", text)
	}
	b.Must("DELETE", "/api/account/tokens/"+tokens[0].ID, "")
	if got := program.Refusal("GET", "/api/users/ana", ""); got != "401 account.token.unknown" {
		t.Error(got)
	}
	b.Must("POST", "/api/account/confirm", `{"password":"correct horse"}`)
	for body, want := range map[string]string{
		`{"label":"","scopes":["read"]}`:          "422 account.token.label",
		`{"label":"x","scopes":[]}`:               "422 account.token.scopes",
		`{"label":"x","scopes":["read","admin"]}`: "422 account.token.no-scope",
	} {
		if got := b.Refusal("POST", "/api/account/tokens", body); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	p := b.Problem(b.Do("POST", "/api/account/tokens", `{"label":"x","scopes":["read","admin"]}`))
	if len(p.Errors) != 1 || p.Errors[0].Location != "body.scopes" || !strings.Contains(p.Errors[0].Message, "admin") {
		t.Errorf("an unknown scope: %+v", p.Errors)
	}
}

func TestFollowsBlocksAndNotesArePrivate(t *testing.T) {
	s := open(t, generous)
	ana, ben := s.member("Ana"), s.member("Ben")
	ana.Must("PUT", "/api/account/relations/follow/ben", "")
	ana.Must("PUT", "/api/account/relations/block/ben", "")
	ana.Must("PUT", "/api/account/notes/ben", `{"text":"plays \u202efast"}`)
	if text := ana.Must("GET", "/api/users/Ben", ""); !strings.Contains(text, `"yours":{"blocks":true,"note":"plays fast"}`) {
		t.Error(text)
	}
	if text := ben.Must("GET", "/api/users/Ana", ""); strings.Contains(text, "yours") || strings.Contains(text, "block") {
		t.Errorf("Ben sees %s", text)
	}
	id := func(name string) string {
		u, err := s.Accounts.UserByName(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return u.Actor()
	}
	for _, pair := range [][2]string{{id("Ana"), id("Ben")}, {id("Ben"), id("Ana")}} {
		if blocked, err := s.Accounts.Blocked(t.Context(), pair[0], pair[1]); err != nil || !blocked {
			t.Errorf("%v: %t, %v", pair, blocked, err)
		}
	}
	if got := ana.Refusal("PUT", "/api/account/relations/block/ana", ""); got != "422 account.relation.self" {
		t.Error(got)
	}
	if got := ana.Refusal("PUT", "/api/account/relations/block/nobody", ""); got != "404 account.nobody" {
		t.Error(got)
	}
	ana.Must("DELETE", "/api/account/relations/block/ben", "")
	ana.Must("PUT", "/api/account/notes/ben", `{"text":""}`)
	if text := ana.Must("GET", "/api/users/Ben", ""); strings.Contains(text, "yours") {
		t.Error(text)
	}
}

func TestAnExportHoldsAllThatOneHas(t *testing.T) {
	s := open(t, generous)
	s.Account.Records = func(_ context.Context, _ account.Visitor, each func(string, match.Record) error) error {
		return each("one", match.Record{SGF: []byte("(;FF[4])"), Name: "2026-11-27-Ana-Ben"})
	}
	s.Account.Said = func(_ context.Context, actor string) ([]accounthttp.SentLine, error) {
		return []accounthttp.SentLine{{Room: "room/lounge", Text: "hello from a " + actor[:4]}}, nil
	}
	s.Account.Conditional = func(_ context.Context, _ account.Visitor, id string) ([]conditional.Line, error) {
		return []conditional.Line{{"B2 in " + id, "C3"}}, nil
	}
	b := s.member("Ana")
	s.member("Ben")
	b.Must("PUT", "/api/account/notes/ben", `{"text":"a note"}`)
	b.Must("POST", "/api/account/tokens", `{"label":"my program","scopes":["play"]}`)
	data := b.Must("GET", "/api/account/export", "")
	file, err := zip.NewReader(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]string{}
	for _, f := range file.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		held[f.Name] = string(text)
	}
	if held["games/2026-11-27-Ana-Ben-one.sgf"] != "(;FF[4])" || len(held) != 2 {
		t.Errorf("%q", held)
	}
	for _, want := range []string{`"Ben": "a note"`, `"my program"`, `"name": "Ana"`, `"hello from a user"`, `"B2 in one"`} {
		if !strings.Contains(held["account.json"], want) {
			t.Errorf("account.json lacks %s:\n%s", want, held["account.json"])
		}
	}
	if strings.Contains(held["account.json"], "argon2") {
		t.Error("account.json has the hash of the password")
	}
}

func TestWhoIsSignedOutIsTold(t *testing.T) {
	s := open(t, generous)
	accounts, told := s.Accounts, 0
	accounts.OnSessionsEnded = func(string) { told++ }
	for i, request := range []string{
		`* DELETE /api/session `,
		`* POST /api/account/close {"password":"correct horse"}`,
		`PUT /api/account/password {"old":"correct horse","new":"another horse"}`,
		`DELETE /api/account/sessions `,
	} {
		request, here := strings.CutPrefix(request, "* ")
		method, rest, _ := strings.Cut(request, " ")
		path, body, _ := strings.Cut(rest, " ")
		name := "Ana" + string(rune('a'+i))
		asks := s.member(name)
		u, err := accounts.UserByName(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		sessions, err := accounts.Store.SessionsOf(t.Context(), u.Actor())
		if err != nil || len(sessions) != 1 {
			t.Fatalf("%+v, %v", sessions, err)
		}
		if !here {
			asks = s.Browser()
			asks.Must("POST", "/api/session", named(name, "correct horse"))
		}
		who, before := account.Identity{Session: sessions[0], User: u}, told
		if holds, err := accounts.Holds(t.Context(), who); !holds || err != nil {
			t.Errorf("before %s: %t, %v", request, holds, err)
		}
		asks.Must(method, path, body)
		if holds, err := accounts.Holds(t.Context(), who); holds || err != nil || told == before {
			t.Errorf("after %s: %t, %v, told %d times", request, holds, err, told-before)
		}
	}
}

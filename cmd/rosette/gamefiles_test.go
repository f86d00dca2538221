package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rosette/game/sgf"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/record"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/store"
)

// token returns a user's new token.
func (w *world) token(t *testing.T, who string, scopes ...account.Scope) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"label": "x", "scopes": scopes})
	if err != nil {
		t.Fatal(err)
	}
	answer := w.answer(who, "POST /api/account/tokens "+string(text))
	var made struct{ Secret string }
	if err := json.Unmarshal(answer.Body.Bytes(), &made); err != nil || answer.Code != http.StatusCreated {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return made.Secret
}

// A caller is a client with a cookie or a token.
type caller struct {
	cookie  *http.Cookie
	token   string
	browser bool // accepts pages
}

// get requests a path.
func (w *world) get(c caller, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
	if c.cookie != nil {
		r.AddCookie(c.cookie)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.browser {
		r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	}
	out := httptest.NewRecorder()
	w.handler.ServeHTTP(out, r)
	return out
}

// gameFiles are a game's files with their media types.
var gameFiles = map[string]string{
	"game.sgf": "application/x-go-sgf", "board.svg": "image/svg+xml", "board.svg?ply=1": "image/svg+xml", "board.png": "image/png",
}

func TestATokenReadsTheFilesThatItsOwnerMayRead(t *testing.T) {
	w := newWorld(t)
	callers := map[string]caller{
		"nobody":                 {},
		"guest":                  {cookie: w.keys["guest"]},
		"owner's session":        {cookie: w.keys["player"]},
		"owner's token":          {token: w.token(t, "player", account.ScopeRead)},
		"owner's token to play":  {token: w.token(t, "player", account.ScopePlay)},
		"stranger's token":       {token: w.token(t, "member", account.ScopeRead)},
		"stranger's session":     {cookie: w.keys["member"]},
		"nobody's token":         {token: "rosette_" + strings.Repeat("a", 32)},
		"stranger in a browser":  {cookie: w.keys["member"], browser: true},
		"no one's page by token": {token: w.token(t, "member", account.ScopeRead), browser: true},
	}
	for visibility, want := range map[string]map[string]int{
		"public": {"owner's token to play": 403, "nobody's token": 401},
		"private": {
			"nobody": 403, "guest": 403, "owner's token to play": 403, "stranger's token": 403, "stranger's session": 403,
			"nobody's token": 401, "stranger in a browser": 403, "no one's page by token": 403,
		},
	} {
		id := w.play(t, w.settingsOf(visibility), "C1", "F5")
		for name, c := range callers {
			code := want[name]
			if code == 0 {
				code = http.StatusOK
			}
			for file, kind := range gameFiles {
				got := w.get(c, "/games/"+id+"/"+file)
				if code != http.StatusOK {
					kind = web.ProblemType
					if c.browser && c.token == "" {
						kind = "text/html"
					}
				}
				if media, _, err := mime.ParseMediaType(got.Header().Get("Content-Type")); got.Code != code || media != kind || err != nil {
					t.Errorf("%s, %s, %s: %d %s, want %d %s", visibility, name, file, got.Code, media, code, kind)
				}
			}
		}
		page := w.get(callers["owner's token"], "/games/"+id)
		if page.Code != http.StatusForbidden || page.Header().Get("Content-Type") != web.ProblemType {
			t.Errorf("a token gets the page of a game: %d %s", page.Code, page.Header())
		}
	}
}

func TestTheDocumentHasTheFilesOfAGame(t *testing.T) {
	var document struct {
		Paths map[string]map[string]struct {
			Security   []map[string][]string
			Parameters []struct{ Name, In string }
			Responses  map[string]struct{ Content map[string]any }
		}
	}
	if err := json.Unmarshal(newWorld(t).answer("", "GET /api/openapi.json").Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	for file, kind := range gameFiles {
		file, _, query := strings.Cut(file, "?")
		o := document.Paths["/games/{id}/"+file]["get"]
		if o.Responses["200"].Content[kind] == nil || o.Responses["403"].Content[web.ProblemType] == nil || fmt.Sprint(o.Security) != "[map[token:[read]] map[session:[]] map[]]" {
			t.Errorf("%s: %+v", file, o)
		}
		if query && (len(o.Parameters) < 2 || o.Parameters[1].Name != "ply") {
			t.Errorf("%s takes %+v", file, o.Parameters)
		}
	}
}

// timed matches the properties of times, which depend on the speed of this machine.
var timed = regexp.MustCompile(`([BW]L)\[\d+(?:\.\d+)?\]`)

// newStoredWorld returns a world whose database is in a folder, for commands that open it.
func newStoredWorld(t *testing.T) (w *world, folder string) {
	t.Helper()
	folder = t.TempDir()
	stored, err := store.OpenSQLite(filepath.Join(folder, "rosette.db"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stored.Close() })
	return newWorldOn(t, stored), folder
}

// A rated game with a clock has the same record at every door: players, ranks, dates, place, clock
// and times.
func TestARecordIsTheSameAtEveryDoor(t *testing.T) {
	w, folder := newStoredWorld(t)
	w.rated(t, "player", "opponent@198.51.100.7", 6)
	id, _ := w.rated(t, "player", "opponent@198.51.100.7", 6)
	files := map[string]string{"page": w.get(caller{}, "/games/"+id+"/game.sgf").Body.String()}
	all := w.get(caller{}, "/api/users/player/games.sgf")
	files["list"], _, _ = strings.Cut(all.Body.String(), "\n(")
	if name := all.Header().Get("Content-Disposition"); !regexp.MustCompile(`^attachment; filename="\d{4}-\d\d-\d\d-player-games\.sgf"$`).MatchString(name) {
		t.Error(name)
	}
	var line struct{ SGF string }
	first, _, _ := strings.Cut(w.get(caller{}, "/api/users/player/games.ndjson").Body.String(), "\n")
	if err := json.Unmarshal([]byte(first), &line); err != nil {
		t.Fatal(err)
	}
	files["line"] = line.SGF
	out := filepath.Join(folder, "records")
	var said bytes.Buffer
	if status := run(t.Context(), []string{"database", "export", "--data", folder, "-o", out, id}, nil, &said, &said); status != 0 {
		t.Fatal(said.String())
	}
	names, err := filepath.Glob(out + "/*-player-opponent-" + id + ".sgf")
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	files["export"] = contents(t, names[0])
	for door, text := range files {
		if text = strings.TrimSpace(text); text != strings.TrimSpace(files["page"]) {
			t.Errorf("%s: %s, on the page %s", door, text, files["page"])
		}
	}
	root := parsed(t, files["page"])
	for id, want := range map[string]string{
		"AP": "Rosette:.*", "PB": "player", "PW": "opponent", "BR": `\d+k\?`, "WR": `\d+k\?`, "DT": `\d{4}-\d\d-\d\d(,.*)?`, "PC": "Rosette game " + id,
		"GN": `player – opponent, \d{4}-\d\d-\d\d`, "TM": "600", "OT": "", "RE": `W\+R`, "KM": `-?\d+(\.5)?`,
	} {
		if got := sgf.SimpleText(root.Raw(id)); !regexp.MustCompile("^" + want + "$").MatchString(got) {
			t.Errorf("%s[%s], want %s", id, got, want)
		}
	}
	control, ok := record.Control(root)
	if at := timed.FindAllString(files["page"], -1); len(at) != 6 || !ok || control.Kind != clock.Absolute || control.Main.Minutes() != 10 {
		t.Errorf("the times are %v, the clock %v", at, control)
	}
	for player, found := range map[string]bool{"PLAY": true, "Player": true, "member": false} {
		said.Reset()
		run(t.Context(), []string{"database", "list", "--data", folder, "--player", player}, nil, &said, &said)
		if strings.Contains(said.String(), id) != found {
			t.Errorf("--player %s: %s", player, &said)
		}
	}
}

// parsed returns a record's only game.
func parsed(t *testing.T, text string) *sgf.Node {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil || len(c.Trees) != 1 || c.Err() != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c.Trees[0]
}

func TestAnExportedGameAgainstTheComputerNamesTheAccount(t *testing.T) {
	w, folder := newStoredWorld(t)
	w.play(t, play.Settings{Black: play.Seat{Kind: play.SeatUser, ID: w.seats["player"].ID, Name: "Player"}, White: play.Seat{Kind: play.SeatBot, ID: "1", Name: "Daisy"}})
	var said bytes.Buffer
	if status := run(t.Context(), []string{"database", "export", "--data", folder, "-o", "-", "--player", "daisy", "--public-url", "https://go.example.org/"}, nil, &said, os.Stderr); status != 0 {
		t.Fatal(status)
	}
	root := parsed(t, said.String())
	if root.Raw("PB") != "player" || root.Raw("PW") != "Daisy" || !strings.HasPrefix(root.Raw("PC"), "https://go.example.org/games/") {
		t.Error(said.String())
	}
}

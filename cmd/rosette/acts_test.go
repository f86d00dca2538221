package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/play"
	"rosette/play/clock"
	"rosette/server"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/moderation"
	"rosette/server/store"
	"rosette/server/store/location"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// newWorld returns a world in memory.
func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, storetest.Open(t))
}

// passwordOfAll returns a password hash for all users, computed once because hashing is slow.
var passwordOfAll = sync.OnceValues(func() (string, error) {
	return (&account.Hasher{Cost: account.UsualCost}).Hash(context.Background(), "the right one")
})

// actsByRequest are moderators' acts as requests and forms. GAME is a rated game.
const actsByRequest = `
POST /api/admin/mutes {"name":"player","hours":24,"reason":"spam"}
DELETE /api/admin/mutes?actor=user/ben
POST /api/admin/lines/hide {"room":"room/lounge","number":1,"reason":"spam"}
POST /api/admin/reports/r1/close {"outcome":"acted","reason":"muted"}
PUT /api/admin/people/player/role {"role":"moderator"}
PUT /api/admin/people/opponent/name {"name":"another"}
DELETE /api/admin/people/member?reason=spam
DELETE /api/chat/rooms/room1
POST /api/games/GAME/annul {"reason":"a bot"}
POST /admin/games/GAME do=reinstate&reason=a+mistake
POST /admin/line room=room/lounge&number=2&do=hide&reason=spam
POST /admin/reports/r2 outcome=dismissed&reason=nothing
`

// newConsole returns a console on a store.
func newConsole(t *testing.T, s store.Store) console {
	t.Helper()
	o, err := server.NewConsole(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Close)
	return console{o, t.Context(), io.Discard}
}

// actsOnConsole are moderators' acts as commands.
func actsOnConsole(game string) map[string]func(console) error {
	return map[string]func(console) error{
		"role":         func(o console) error { return o.role([]string{"player", "moderator"}) },
		"close":        func(o console) error { return o.close([]string{"member", "spam"}) },
		"bot":          func(o console) error { return o.makeBot([]string{"ben"}) },
		"rename":       func(o console) error { return o.rename([]string{"opponent", "another"}) },
		"mute":         func(o console) error { return o.mute([]string{"player", "24", "spam"}) },
		"unmute":       func(o console) error { return o.unmute([]string{"ben"}) },
		"close-report": func(o console) error { return o.closeReport([]string{"r1", "acted", "muted"}) },
		"hide":         func(o console) error { return o.hide([]string{"room/lounge", "1", "spam"}) },
		"close-room":   func(o console) error { return o.closeRoom([]string{"room1"}) },
		"annul":        func(o console) error { return o.annul([]string{game, "a bot"}) },
	}
}

// moderated is a world in SQLite with reports, lines, rooms and a mute.
type moderated struct {
	*world
	*testing.T
	db     *store.SQLite
	folder string
}

func newModerated(t *testing.T) moderated {
	t.Helper()
	folder := t.TempDir()
	db, err := store.OpenSQLite(filepath.Join(folder, location.DatabaseFile), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := moderated{newWorldOn(t, db), t, db, folder}
	w.game = w.play(t, play.Settings{Rated: true, Clock: clock.Control{Kind: clock.Absolute, Main: time.Hour}, Black: w.seats["player"], White: w.seats["opponent"]})
	ben := account.User{ID: "ben", Key: account.Key("ben"), Created: time.Now(), Details: account.Details{Name: "ben"}}
	w.check(tables.Accounts(db).Create(t.Context(), ben))
	w.check(tables.Moderation(db).SetMute(t.Context(), moderation.Mute{Actor: ben.Actor(), Name: "ben", Until: time.Now().Add(time.Hour)}))
	for i := range 2 {
		_, err := tables.Chat(db).AddLine(t.Context(), chat.Line{Room: "room/lounge", Actor: ben.Actor(), Name: "ben", Text: "spam", At: time.Now()})
		w.check(err)
		r := moderation.Report{ID: fmt.Sprint("r", i+1), Kind: moderation.Spam, By: w.seats["player"].Actor(), Accused: ben.Actor(), State: moderation.Open}
		w.check(tables.Moderation(db).Report(t.Context(), r))
	}
	w.check(tables.Rooms(db).Make(t.Context(), chat.Room{ID: "room1", Title: "Spam", Owner: ben.Actor(), Made: time.Now()}, 1))
	return w
}

func (w moderated) check(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// state returns all rows that acts can change.
func (w moderated) state() (rows []string) {
	w.Helper()
	for _, table := range []string{"users", "moderation_mutes", "moderation_reports", "chat_lines", "chat_rooms", "belongings", "events"} {
		for row, err := range store.List(w.Context(), w.db, "SELECT * FROM "+table, scanAll) {
			w.check(err)
			rows = append(rows, table+" "+row)
		}
	}
	slices.Sort(rows)
	return rows
}

// scanAll returns all columns as text.
func scanAll(rows *sql.Rows) (string, error) {
	names, err := rows.Columns()
	columns := make([]any, len(names))
	for i := range columns {
		columns[i] = new(sql.NullString)
	}
	if err == nil {
		err = rows.Scan(columns...)
	}
	text := ""
	for _, column := range columns {
		text += column.(*sql.NullString).String + "|"
	}
	return text, err
}

// entries returns the length of the moderators' log.
func (w moderated) entries() int {
	w.Helper()
	all, err := tables.Moderation(w.db).Entries(w.Context(), 0, 100)
	w.check(err)
	return len(all)
}

// acts checks that do changes nothing while log entries cannot be written, and otherwise changes
// something and adds one entry.
func (w moderated) acts(what string, do func() error) {
	w.Helper()
	before, entries := w.state(), w.entries()
	rename := func(from, to string) {
		_, err := store.Do(w.Context(), w.db, "ALTER TABLE "+from+" RENAME TO "+to)
		w.check(err)
	}
	rename("moderation_log", "elsewhere")
	err := do()
	rename("elsewhere", "moderation_log")
	if err == nil {
		w.Errorf("%s: done without its entry", what)
	}
	if now := w.state(); !slices.Equal(now, before) {
		w.Errorf("%s: something is left of it without its entry:\n%s\nbefore:\n%s", what, strings.Join(now, "\n"), strings.Join(before, "\n"))
	}
	if err := do(); err != nil {
		w.Errorf("%s: %v", what, err)
	}
	if n := w.entries() - entries; n != 1 || slices.Equal(w.state(), before) {
		w.Errorf("%s: %d entries, changed: %t", what, n, !slices.Equal(w.state(), before))
	}
}

func TestAnActOfAModeratorIsDoneWithItsEntryOrNotAtAll(t *testing.T) {
	w := newModerated(t)
	for row := range strings.Lines(strings.TrimSpace(actsByRequest)) {
		row = strings.TrimSpace(row)
		w.acts(row, func() error {
			if answer := w.answer("admin", row); answer.Code >= http.StatusBadRequest {
				return fmt.Errorf("%d %s", answer.Code, answer.Body)
			}
			return nil
		})
	}
}

func TestAnActOfTheOperatorIsDoneWithItsEntryOrNotAtAll(t *testing.T) {
	w := newModerated(t)
	admin := newConsole(t, w.db)
	for name, do := range actsOnConsole(w.game) {
		w.acts(name, func() error { return do(admin) })
	}
	w.acts("reinstate", func() error { return admin.reinstate([]string{w.game, "a mistake"}) })
}

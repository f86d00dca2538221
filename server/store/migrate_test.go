package store_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/lobby"
	"rosette/server/moderation"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// testdata/v1.db was written by the program at commit 1ec0b76. It holds five games over HTTP and
// the socket, and the journals from the tests of package play. The cookies of the five games:
var cookiesOfVersion1 = map[string]string{
	"r5qgu6ry35ymviyy5w7zyunumq": "4p62wd3fxgfxevi2hdoyo27cri", // against level 1, with an undo
	"3h2vd5f2eb2s3gwt5eoqnpc63e": "3d4szm3nv7zhcwi6s63xpedis4", // White against level 3 with a clock, resigned
	"offhwpbv77xt4euy4phdv3t7ou": "feadw5wy2y3jhxdxvuaq7grg4y", // two people here, divide and choose, byo-yomi
	"d7t3xqj3qamok35i2zo3raq2ve": "2nybpr2pdxa4qjasx7nm32h6wm", // two people here, a handicap
	"n2qe2awk5xq3mlew5yobh75w4q": "73ubx7qeg2k7cfzod26uzopxky", // two people here, an auction, with a clock
}

// version1 returns the path of a copy of the fixture.
func version1(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/v1.db")
	check(t, err)
	path := filepath.Join(t.TempDir(), "rosette.db")
	check(t, os.WriteFile(path, text, 0o600))
	return path
}

func TestADatabaseOfVersion1IsPlayedOn(t *testing.T) {
	s := open(t, version1(t))
	matches := store.Matches{Log: s}
	n, playedOn := 0, 0
	for id, err := range matches.All(t.Context()) {
		check(t, err)
		n++
		events, err := matches.Events(t.Context(), id, 0)
		check(t, err)
		m, err := play.Replay(events)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if m.Over() {
			continue
		}
		more, err := m.Decide(play.Command{Kind: play.Resign, By: board.White}, events[len(events)-1].At)
		check(t, err)
		check(t, matches.Append(t.Context(), id, m.Seq(), more, play.Schedule{}))
		playedOn++
	}
	if n != 71 || playedOn < 30 {
		t.Errorf("%d matches, %d of them played on", n, playedOn)
	}
	p := store.NewProjector(s, quiet())
	check(t, p.CatchUp(t.Context()))
	over, err := s.Games().Finished(t.Context(), 100, 0)
	if err != nil || len(over) != n {
		t.Errorf("%d finished games, %v", len(over), err)
	}
}

func TestAKeyOfVersion1FindsItsGuest(t *testing.T) {
	s := open(t, version1(t))
	for id, secret := range cookiesOfVersion1 {
		sum := sha256.Sum256([]byte(secret))
		key := hex.EncodeToString(sum[:])
		session, err := tables.Accounts(s).Session(t.Context(), key)
		actor := session.Actor
		if err != nil || actor != "guest/"+key[:32] {
			t.Errorf("%s: %q, %v", id, actor, err)
		}
		events, err := store.Matches{Log: s}.Events(t.Context(), id, 0)
		check(t, err)
		if seats := events[0].Settings; seats.Black.Actor() != actor && seats.White.Actor() != actor {
			t.Errorf("%s: %+v, %+v, and the key is of %s", id, seats.Black, seats.White, actor)
		}
	}
}

func TestTheColumnsOfVersion1SayWhoAndWhen(t *testing.T) {
	s := open(t, version1(t))
	records, err := s.Since(t.Context(), 0, 10_000)
	check(t, err)
	seq := map[string]int{}
	for i, r := range records {
		seq[r.Stream]++
		if r.Position != int64(i)+1 || r.Seq != seq[r.Stream] || r.Version != 1 || r.At.Year() < 2024 || r.Kind == "" {
			t.Errorf("%+v at %d", r, i)
		}
		if r.Kind == "played" && bytes.Contains(r.Body, []byte(`"id":"`)) && r.Actor == "" {
			t.Errorf("nobody played %s", r.Body)
		}
	}
	game := read(t, s, "match/offhwpbv77xt4euy4phdv3t7ou") // one person has both seats
	if game[1].Actor != game[2].Actor || !strings.HasPrefix(game[1].Actor, "guest/") {
		t.Errorf("%q, %q", game[1].Actor, game[2].Actor)
	}
	game = read(t, s, "match/r5qgu6ry35ymviyy5w7zyunumq")
	if game[2].Actor != "bot/1" || game[0].Actor != "" {
		t.Errorf("%q, %q", game[2].Actor, game[0].Actor)
	}
	last, err := s.Alive(t.Context(), time.Now(), time.Second)
	if err != nil || last.Year() != 2026 {
		t.Errorf("last seen alive at %v, %v", last, err)
	}
	bots, clocks := 0, 0
	for one, err := range (store.Matches{Log: s}).Schedules(t.Context()) {
		check(t, err)
		if one.Bot {
			bots++
		}
		if !one.Deadline.IsZero() {
			clocks++
		}
		if one.ID == "3h2vd5f2eb2s3gwt5eoqnpc63e" {
			t.Error("a finished match has a schedule")
		}
	}
	if bots == 0 || clocks < 2 {
		t.Errorf("%d matches wait for a bot, %d for a clock", bots, clocks)
	}
}

func TestBeforeAMigrationABackupIsWritten(t *testing.T) {
	path := version1(t)
	var log bytes.Buffer
	s, err := store.OpenSQLite(path, slog.New(slog.NewTextHandler(&log, nil)))
	check(t, err)
	check(t, s.Close())
	backup := path + ".v1-backup"
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, backup) {
		t.Errorf("the log says %q", text)
	}
	log.Reset()
	open(t, path)
	if log.Len() > 0 {
		t.Errorf("the second time the log says %q", log.String())
	}
	report, err := store.Check(t.Context(), store.File(backup))
	if err != nil || report.Tables != 1 || report.Sound != 71 || report.Err() != nil {
		t.Errorf("the backup: %+v, %v", report, err)
	}
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	open(t, fresh)
	if _, err := os.Stat(fresh + ".v0-backup"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a new database has a backup: %v", err)
	}
}

// migrated opens a database and returns its log output.
func migrated(t *testing.T, path string) string {
	t.Helper()
	var log bytes.Buffer
	s, err := store.OpenSQLite(path, slog.New(slog.NewTextHandler(&log, nil)))
	check(t, err)
	check(t, s.Close())
	return log.String()
}

func TestAMigrationTrustsABackupOnlyIfItHoldsTheSameGames(t *testing.T) {
	whole, err := os.ReadFile("testdata/v1.db")
	check(t, err)
	path := version1(t)
	migrated(t, path)
	before, err := os.Stat(path + ".v1-backup")
	check(t, err)
	check(t, os.WriteFile(path, whole, 0o600)) // an interrupted migration, or an older copy
	if text := migrated(t, path); !strings.Contains(text, "backup="+path+".v1-backup\n") {
		t.Errorf("the log says %q", text)
	}
	if after, err := os.Stat(path + ".v1-backup"); err != nil || !os.SameFile(before, after) {
		t.Errorf("the backup of the same games was replaced: %v", err)
	}
	check(t, os.WriteFile(path, whole, 0o600))
	sqlOn(t, path, `DELETE FROM events WHERE match NOT LIKE 'n2%'`)
	if text := migrated(t, path); !strings.Contains(text, "backup="+path+".v1-backup-2\n") {
		t.Errorf("the log says %q", text)
	}
	check(t, os.WriteFile(path, whole, 0o600))
	check(t, os.WriteFile(path+".v1-backup", whole[:len(whole)/2], 0o600))
	if text := migrated(t, path); !strings.Contains(text, "backup="+path+".v1-backup-3\n") {
		t.Errorf("beside a damaged backup the log says %q", text)
	}
	for file, games := range map[string]int{path + ".v1-backup-2": 1, path + ".v1-backup-3": 71} {
		if r, err := store.Check(t.Context(), store.File(file)); err != nil || r.Tables != 1 || r.Sound != games || r.Err() != nil {
			t.Errorf("%s: %+v, %v", file, r, err)
		}
	}
}

func TestTwoServersThatMigrateOneDatabaseAtTheSameTimeLoseNothing(t *testing.T) {
	for range 2 {
		path := version1(t)
		stores := make([]*store.SQLite, 3)
		var all sync.WaitGroup
		for i := range stores {
			all.Go(func() {
				var err error
				if stores[i], err = store.OpenSQLite(path, quiet()); err != nil && strings.Contains(err.Error(), "\n") {
					t.Errorf("not in a sentence: %v", err)
				} else if err != nil {
					t.Logf("refused: %v", err)
				}
			})
		}
		all.Wait()
		opened := 0
		for _, s := range stores {
			if s == nil {
				continue
			}
			opened++
			if records, err := s.Since(t.Context(), 0, 10_000); err != nil || len(records) != 684 {
				t.Errorf("%d records, %v", len(records), err)
			}
			check(t, s.Close())
		}
		if opened == 0 {
			t.Error("nobody could open it")
		}
		backups, err := filepath.Glob(path + ".v1-backup*")
		check(t, err)
		for _, file := range append(backups, path) {
			if r, err := store.Check(t.Context(), store.File(file)); err != nil || r.Sound != 71 || r.Err() != nil {
				t.Errorf("%s: %+v, %v", file, r, err)
			}
		}
		if len(backups) == 0 {
			t.Error("no backup")
		}
	}
}

func TestADatabaseOfANewerProgramIsRefusedInASentence(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	check(t, open(t, path).Close())
	sqlOn(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	_, err := store.OpenSQLite(path, quiet())
	want := regexp.MustCompile(`written by a newer version of this program \(tables 99, known \d+\); use that version$`)
	if err == nil || !want.MatchString(err.Error()) || strings.Contains(err.Error(), "\n") {
		t.Errorf("opened: %v", err)
	}
	if _, err := store.Check(t.Context(), store.File(path)); err == nil || !want.MatchString(err.Error()) {
		t.Errorf("checked: %v", err)
	}
}

// testdata/v4.db was written by the program at commit c8eb0f6: a game between two people on one
// device, with this session secret.
const (
	secretOfVersion4 = "dqczbanbtdaglk5327gclajhva"
	gameOfVersion4   = "tmbn6ghh3c5o3h3zkaulcqkffi"
)

func TestADatabaseOfVersion4IsCheckedAndPlayedOn(t *testing.T) {
	whole, err := os.ReadFile("testdata/v4.db")
	check(t, err)
	path := filepath.Join(t.TempDir(), "rosette.db")
	check(t, os.WriteFile(path, whole, 0o600))
	if r, err := store.Check(t.Context(), store.File(path)); err != nil || r.Tables != 4 || r.Sound != 1 || r.Err() != nil {
		t.Errorf("before the migration: %+v, %v", r, err)
	}
	s := open(t, path)
	session, err := tables.Accounts(s).Session(t.Context(), account.KeyHash(secretOfVersion4))
	if err != nil || !strings.HasPrefix(session.Actor, "guest/") || session.Created.IsZero() {
		t.Errorf("%+v, %v", session, err)
	}
	games, err := s.Games().Of(t.Context(), session.Actor, true, 10, 0)
	if err != nil || len(games) != 1 || games[0].ID != gameOfVersion4 {
		t.Errorf("%+v, %v", games, err)
	}
}

// testdata/v8.db was written by the program at commit 6618ea23: two people with accounts, a rated
// game that the second has resigned, a correspondence game with a line of chat, and a link to a
// game.
const (
	ratedOfVersion8   = "onc5nz25v4eeebxklxmwcm3xhu"
	runningOfVersion8 = "jlavpamrinltv5ommnj2pw3cty"
	linkOfVersion8    = "sdzpgooaadp2rlvfq6coujskhm"
)

func TestADatabaseOfVersion8IsCheckedAndPlayedOn(t *testing.T) {
	whole, err := os.ReadFile("testdata/v8.db")
	check(t, err)
	path := filepath.Join(t.TempDir(), "rosette.db")
	check(t, os.WriteFile(path, whole, 0o600))
	if r, err := store.Check(t.Context(), store.File(path)); err != nil || r.Tables != 8 || r.Sound != 2 || r.Err() != nil {
		t.Errorf("before the migration: %+v, %v", r, err)
	}
	s := open(t, path)
	marie, err := tables.Accounts(s).UserByKey(t.Context(), account.Key("Marie"))
	if err != nil || marie.Name != "Marie" || marie.Password == "" {
		t.Fatalf("%+v, %v", marie, err)
	}
	if sessions, err := tables.Accounts(s).SessionsOf(t.Context(), marie.Actor()); err != nil || len(sessions) != 1 {
		t.Errorf("sessions %+v, %v", sessions, err)
	}
	if after, err := s.Ratings().After(t.Context(), ratedOfVersion8); err != nil || len(after) != 2 {
		t.Errorf("ratings %+v, %v", after, err)
	}
	if lines, err := tables.Chat(s).Lines(t.Context(), chat.Players.Room(runningOfVersion8), 10); err != nil || len(lines) != 1 || lines[0].Text != "bonjour" {
		t.Errorf("lines %+v, %v", lines, err)
	}
	if o, err := tables.Offers(s).Offer(t.Context(), linkOfVersion8); err != nil || o.State != lobby.Open || o.Maker.Actor() != marie.Actor() {
		t.Errorf("offer %+v, %v", o, err)
	}
	matches := store.Matches{Log: s}
	events, err := matches.Events(t.Context(), runningOfVersion8, 0)
	check(t, err)
	m, err := play.Replay(events)
	check(t, err)
	more, err := m.Decide(play.Command{Kind: play.Play, By: board.White, Point: "C4"}, events[len(events)-1].At)
	check(t, err)
	check(t, matches.Append(t.Context(), runningOfVersion8, m.Seq(), more, play.Schedule{}))
}

// testdata/v17.db.gz was written by the program's packages at commit 52bbd2ab: two people with
// accounts, a rated game that Ben has resigned, a game in progress with a line of chat and a hidden
// line.
const (
	anaOfVersion17 = "r4hf2b7dg5h2s2m76wvat57jtq"
	benOfVersion17 = "h6zeih4gb5ljubmz3s6srj2nhe"
)

func TestADatabaseOfVersion17HasItsGamesAccountsRatingsAndChat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	unpack(t, "testdata/v17.db.gz", path)
	if r := checked(t, path); r.Err() != nil || r.Tables != 17 || r.Games != 2 || r.Sound != 2 {
		t.Errorf("%+v", r)
	}
	s := open(t, path)
	check(t, store.NewProjector(s, quiet()).CatchUp(t.Context()))
	u, err := tables.Accounts(s).UserByKey(t.Context(), account.Key("ana"))
	if err != nil || u.ID != anaOfVersion17 || u.Name != "Ana" || u.Password == "" {
		t.Errorf("account %+v, %v", u, err)
	}
	ana := store.Player{Actor: play.Seat{Kind: play.SeatUser, ID: anaOfVersion17}.Actor(), Name: "Ana"}
	ben := store.Player{Actor: play.Seat{Kind: play.SeatUser, ID: benOfVersion17}.Actor(), Name: "Ben"}
	guest := store.Player{Actor: "guest/" + strings.Repeat("0", 31) + "c", Name: "Guest c"}
	for running, want := range map[bool]store.Game{
		false: {ID: "rated", Rated: true, Over: true, Result: "B+R", Black: ana, White: ben},
		true:  {ID: "running", Black: ben, White: guest},
	} {
		games, err := s.Games().Of(t.Context(), ben.Actor, running, 10, 0)
		if err != nil || len(games) != 1 {
			t.Fatalf("games %+v, %v", games, err)
		}
		g := games[0]
		got := store.Game{ID: g.ID, Rated: g.Rated, Over: g.Over, Result: g.Result, Black: g.Black, White: g.White}
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		events, err := store.Matches{Log: s}.Events(t.Context(), g.ID, 0)
		check(t, err)
		if m, err := play.Replay(events); err != nil || m.Seq() != g.Seq {
			t.Errorf("%s: %v", g.ID, err)
		}
	}
	after, err := s.Ratings().After(t.Context(), "rated")
	if err != nil || len(after) != 2 || after[0].Actor != ben.Actor || after[0].Points != 1258.524 ||
		after[1].Points != 1741.476 {
		t.Errorf("ratings %+v, %v", after, err)
	}
	lines, err := tables.Chat(s).Lines(t.Context(), chat.Players.Room("running"), 10)
	if err != nil || len(lines) != 2 || lines[0].Text != "bonjour" || lines[0].Actor != ben.Actor || lines[0].Hidden ||
		!lines[1].Hidden {
		t.Errorf("chat %+v, %v", lines, err)
	}
}

// unpack writes the content of a gzip file to a new file.
func unpack(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	check(t, err)
	defer in.Close()
	content, err := gzip.NewReader(in)
	check(t, err)
	whole, err := io.ReadAll(content)
	check(t, err)
	check(t, os.WriteFile(to, whole, 0o600))
}

// testdata/people17.db.gz was written by the program at commit fe64bb68. Marie has an e-mail
// address, a browser with web push, a room with a line from her and one from Jean, a message to the
// moderator Mona and a link to a game. Jean has reported her line, and Mona has muted him for 30
// days.
const (
	roomOfPeople = "ogdhqphhxofmk4f6hroocijsgi"
	linkOfPeople = "o7pq4qj4eur5flcs6dysqeslry"
)

func TestTablesKeepTheirRowsUnderTheNamesOfFeatures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	unpack(t, "testdata/people17.db.gz", path)
	s := open(t, path)
	ctx, mute := t.Context(), time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC)
	marie, err := tables.Accounts(s).UserByKey(ctx, account.Key("Marie"))
	check(t, err)
	var got []string
	add := func(values ...any) { got = append(got, strings.TrimSpace(fmt.Sprintln(values...))) }
	rooms, err := tables.Rooms(s).Rooms(ctx, 10)
	check(t, err)
	add(len(rooms), "room", rooms[0].Title, rooms[0].ID == roomOfPeople)
	lines, err := tables.Chat(s).Lines(ctx, chat.Room{ID: roomOfPeople}.Topic(), 10)
	check(t, err)
	add(len(lines), "lines", lines[0].Text)
	conversations, err := tables.Rooms(s).Conversations(ctx, marie.ID, 10)
	check(t, err)
	add(len(conversations), "conversation")
	offer, err := tables.Offers(s).Offer(ctx, linkOfPeople)
	check(t, err)
	add("offer", offer.State, offer.Maker.Actor() == marie.Actor())
	mutes, err := tables.Moderation(s).Mutes(ctx, mute, 10)
	check(t, err)
	add(len(mutes), "mute", mutes[0].Name)
	reports, err := tables.Moderation(s).Reports(ctx, true, moderation.Report{}, 10)
	check(t, err)
	add(len(reports), "report", reports[0].Kind)
	entries, err := tables.Moderation(s).Entries(ctx, math.MaxInt32, 10)
	check(t, err)
	add(len(entries), "entries")
	devices, err := tables.Notices(s).Devices(ctx, marie.Actor())
	check(t, err)
	add(len(devices), "device")
	position, err := tables.Notices(s).LogPosition(ctx)
	check(t, err)
	add("position", position)
	letters, err := tables.Letters(s).Due(ctx, mute, nil, 10)
	check(t, err)
	add(len(letters), "letter")
	want := "1 room Six stones true, 2 lines bonjour, 1 conversation, offer open true, 1 mute Jean, " +
		"1 report insults, 2 entries, 1 device, position 0, 1 letter"
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Before version 19, the room for general talk was called lobby.
func TestLinesInTheFormerLobbyAreInTheLounge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	unpack(t, "testdata/people17.db.gz", path)
	sqlOn(t, path,
		`UPDATE chat_lines SET room = 'room/lobby' WHERE room = 'room/`+roomOfPeople+`'`,
		`INSERT INTO belongings SELECT id, 'room', 'lobby', 0, '{}' FROM users`,
		`UPDATE reports SET body = REPLACE(body, '"room":"room/`+roomOfPeople+`"', '"room":"room/lobby"')`,
		`INSERT INTO moderator_acts VALUES (9, 0, '{"act":"hide","about":"room/lobby","quote":"bonjour"}')`,
	)
	s := open(t, path)
	lounge := chat.Room{ID: chat.Lounge}
	lines, err := tables.Chat(s).Lines(t.Context(), lounge.Topic(), 10)
	if err != nil || len(lines) != 2 || lines[0].Text != "bonjour" {
		t.Errorf("lines %+v, %v", lines, err)
	}
	marie, err := tables.Accounts(s).UserByKey(t.Context(), account.Key("Marie"))
	check(t, err)
	if joined, err := tables.Accounts(s).Has(t.Context(), marie.ID, account.KindRoom, lounge.ID); !joined || err != nil {
		t.Errorf("Marie has joined: %t, %v", joined, err)
	}
	reports, err := tables.Moderation(s).Reports(t.Context(), true, moderation.Report{}, 10)
	if err != nil || len(reports) != 1 || reports[0].Room != lounge.Topic() {
		t.Errorf("reports %+v, %v", reports, err)
	}
	entries, err := tables.Moderation(s).Entries(t.Context(), math.MaxInt32, 1)
	if err != nil || len(entries) != 1 || entries[0].About != lounge.Topic() {
		t.Errorf("entries %+v, %v", entries, err)
	}
}

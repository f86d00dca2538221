package store_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/play"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// playGames appends n matches with some events each.
func playGames(t testing.TB, s store.Log, n int) {
	t.Helper()
	rules, err := game.Preset("mindsports-chinese")
	check(t, err)
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	for i := range n {
		seat := play.Seat{Kind: play.SeatGuest, ID: fmt.Sprintf("%032x", i), Name: "Ada"}
		opened, err := play.Open(play.Settings{Board: "rosette-5", Rules: rules, Black: seat, White: seat}, now)
		check(t, err)
		m, events := play.NewMatch(), []play.Event{opened}
		m.Apply(opened)
		for _, point := range []string{"E5", "F6", "A6", "D4", "F7"} {
			made, err := m.Decide(play.Command{Kind: play.Play, By: m.ToMove(), Point: point}, now)
			check(t, err)
			m.Apply(made[0])
			events = append(events, made...)
		}
		check(t, store.Matches{Log: s}.Append(t.Context(), fmt.Sprintf("game-%03d", i), 0, events, play.Schedule{}))
	}
}

// made returns the path of a closed database with n games.
func made(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, path)
	playGames(t, s, n)
	check(t, s.Close())
	return path
}

// files returns the names and bytes of the files in the folder that contains path.
func files(t testing.TB, path string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	check(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		check(t, err)
		all = append(all, e.Name()+string(text))
	}
	return all
}

// checked returns the report on a readable database.
func checked(t testing.TB, path string) store.Report {
	t.Helper()
	report, err := store.Check(t.Context(), store.File(path))
	check(t, err)
	return report
}

// lastMigration returns the number of the last migration.
func lastMigration(t testing.TB) (n int) {
	t.Helper()
	files, err := os.ReadDir("migration")
	check(t, err)
	_, err = fmt.Sscanf(files[len(files)-1].Name(), "%d", &n)
	check(t, err)
	return n
}

func TestCheckChangesNothing(t *testing.T) {
	for name, one := range map[string]struct {
		path          string
		tables, games int
	}{"version 1": {version1(t), 1, 71}, "now": {made(t, 3), lastMigration(t), 3}} {
		before := files(t, one.path)
		r := checked(t, one.path)
		if r.Err() != nil || int(r.Tables) != one.tables || r.Games != one.games || r.Sound != one.games || r.Database != nil {
			t.Errorf("%s: %+v", name, r)
		}
		if !slices.Equal(files(t, one.path), before) {
			t.Errorf("%s: the files are not as before", name)
		}
	}
}

func TestCheckReadsWhatAServerHasJustWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, path)
	playGames(t, s, 5)
	if r := checked(t, path); r.Err() != nil || r.Sound != 5 {
		t.Errorf("%+v", r)
	}
	keep(t, s, "another stream", 0, 1) // and the server continues
}

func TestCheckNamesTheGamesThatCannotBeReplayed(t *testing.T) {
	path := made(t, 6)
	sqlOn(t, path,
		`UPDATE events SET body = '{' WHERE stream = 'match/game-000' AND seq = 3`,
		`UPDATE events SET kind = 'granted' WHERE stream = 'match/game-001' AND seq = 2`,
		`UPDATE events SET version = 99 WHERE stream = 'match/game-002' AND seq = 4`,
		`UPDATE streams SET seq = 7 WHERE stream = 'match/game-003'`,
		`DELETE FROM events WHERE stream = 'match/game-004' AND seq = 2`,
	)
	r := checked(t, path)
	var got []string
	for _, d := range r.Damaged {
		got = append(got, fmt.Sprint(d.Game, " ", d.Event))
		if d.Error == "" || strings.Contains(d.Error, "\n") {
			t.Errorf("%s: %q", d.Game, d.Error)
		}
	}
	want := []string{"game-000 3", "game-001 0", "game-002 4", "game-003 0", "game-004 2"}
	if !slices.Equal(got, want) || r.Sound != 1 || r.Games != 6 || r.Err() == nil {
		t.Errorf("%v of %d, %d sound, %v", got, r.Games, r.Sound, r.Err())
	}
	if len(r.Database) != 1 || !strings.Contains(r.Database[0], "35 records") {
		t.Errorf("%q", r.Database)
	}
}

func TestCheckComparesTheListsWithTheGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, path)
	playGames(t, s, 3)
	p := store.NewProjector(s, quiet())
	check(t, p.CatchUp(t.Context()))
	playGames(t, shifted{s, "later"}, 1) // a projector that is behind is not an error
	if r := checked(t, path); r.Err() != nil {
		t.Errorf("%+v", r)
	}
	check(t, s.Close())
	for _, statement := range []string{
		`UPDATE games SET result = 'B+R', ended = 1 WHERE id = 'game-001'`,
		`DELETE FROM game_seats WHERE game = 'game-002'`,
	} {
		sqlOn(t, path, statement)
		r := checked(t, path)
		if r.Err() == nil || len(r.Database) != 1 || !strings.Contains(r.Database[0], "run rosette database rebuild") || r.Sound != 4 {
			t.Errorf("%s: %+v", statement, r)
		}
		s := open(t, path)
		check(t, store.NewProjector(s, quiet()).Rebuild(t.Context()))
		check(t, s.Close())
		if r := checked(t, path); r.Err() != nil {
			t.Errorf("rebuilt: %+v", r)
		}
	}
}

// While a server writes, a check reads one snapshot of the database.
func TestCheckSeesOneMoment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, path)
	playGames(t, s, 2)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 2)
	p := store.NewProjector(s, quiet())
	go func() { done <- p.Run(ctx) }()
	go func() {
		for i := 0; ctx.Err() == nil; i++ {
			if err := s.Append(t.Context(), fmt.Sprint("stream/", i%3), i/3, storetest.Records(i/3, 1, "a"), play.Schedule{}); err != nil {
				done <- err
				return
			}
			check(t, p.CatchUp(t.Context()))
		}
		done <- nil
	}()
	owner := store.StreamOwner{Prefix: "stream/", Check: func([]store.Record) error { return nil }}
	for range 10 {
		if r, err := store.Check(t.Context(), store.File(path), owner); err != nil || r.Err() != nil {
			t.Errorf("%+v, %v", r, err)
		}
	}
	stop()
	for range 2 {
		check(t, <-done)
	}
}

// Every page of a database is damaged in turn. The check reads all pages that SQLite can still
// read, and reports every damage.
func TestCheckGoesOnAfterABadPage(t *testing.T) {
	const games, page = 50, 4096
	path := made(t, games)
	text, err := os.ReadFile(path)
	check(t, err)
	partial := 0
	for at := page; at < len(text); at += page {
		bad := slices.Clone(text)
		for i := range page {
			bad[at+i] ^= byte(i*7 + 1)
		}
		there := filepath.Join(t.TempDir(), "rosette.db")
		check(t, os.WriteFile(there, bad, 0o600))
		r, err := store.Check(t.Context(), store.File(there))
		switch {
		case err != nil:
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("page %d: %v", at/page+1, err)
			}
		case r.Err() == nil:
			t.Errorf("page %d is damaged, and the report is %+v", at/page+1, r)
		case r.Games >= games*3/4 && r.Sound > games/2:
			partial++
		}
	}
	if pages := len(text)/page - 1; partial < pages/2 {
		t.Errorf("most games were still checked with %d of %d pages damaged in turn", partial, pages)
	}
}

// copyTo copies files to a new folder, under the name of a database.
func copyTo(t testing.TB, path string, ends ...string) string {
	t.Helper()
	there := filepath.Join(t.TempDir(), "rosette.db")
	for _, end := range ends {
		text, err := os.ReadFile(path + end)
		check(t, err)
		check(t, os.WriteFile(there+end, text, 0o600))
	}
	return there
}

func TestADatabaseCopiedWithoutItsWriteAheadLogIsRecognized(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, path)
	for _, games := range []int{0, 5, 60} {
		playGames(t, shifted{s, fmt.Sprint(games)}, games)
		alone, both := copyTo(t, path, ""), copyTo(t, path, "", "-wal")
		r := checked(t, alone)
		if !r.Copied || r.Err() == nil || len(r.Database) == 0 || !strings.Contains(r.Database[0], "rosette database backup") {
			t.Errorf("after %d games: %+v", games, r)
		}
		if err := store.Backup(t.Context(), alone, alone+".backup"); err == nil || !strings.Contains(err.Error(), "write-ahead log") {
			t.Errorf("backup: %v", err)
		}
		to := filepath.Join(t.TempDir(), "rosette.db")
		if _, err := store.Restore(t.Context(), alone, to, false, time.Now()); err == nil || !strings.Contains(err.Error(), "write-ahead log") {
			t.Errorf("restore: %v", err)
		}
		if r := checked(t, both); r.Copied || r.Err() != nil {
			t.Errorf("with its write-ahead log: %+v", r)
		}
	}
	check(t, s.Close())
	if r := checked(t, copyTo(t, path, "")); r.Err() != nil || r.Sound != 65 {
		t.Errorf("after the server has stopped: %+v", r)
	}
}

func TestAFileIsCompleteOnlyAfterTheLastProcessHasClosedIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	first, second := open(t, path), open(t, path)
	playGames(t, first, 2)
	check(t, first.Close())
	if r := checked(t, copyTo(t, path, "")); !r.Copied {
		t.Errorf("after the first: %+v", r)
	}
	check(t, second.Close())
	if r := checked(t, copyTo(t, path, "")); r.Copied || r.Err() != nil || r.Sound != 2 {
		t.Errorf("after the last: %+v", r)
	}
}

// shifted renames streams.
type shifted struct {
	store.Log
	by string
}

func (s shifted) Append(ctx context.Context, stream string, after int, records []store.Record, sch play.Schedule) error {
	return s.Log.Append(ctx, stream+s.by, after, records, sch)
}

func TestWhatIsNoDatabaseIsNotChecked(t *testing.T) {
	dir := t.TempDir()
	empty, text := filepath.Join(dir, "empty.db"), filepath.Join(dir, "text.db")
	check(t, os.WriteFile(empty, nil, 0o600))
	check(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600))
	for path, want := range map[string]string{
		dir: "this is a folder", empty: "no tables", text: "not a database", filepath.Join(dir, "gone.db"): "no such file",
	} {
		if r, err := store.Check(t.Context(), store.File(path)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %+v, %v", path, r, err)
		}
	}
}

func TestMatchesAreReadWithoutChangingTheFile(t *testing.T) {
	for path, id := range map[string]string{made(t, 2): "game-001", version1(t): "offhwpbv77xt4euy4phdv3t7ou"} {
		before := files(t, path)
		all, err := store.ReadMatches(t.Context(), store.File(path), []string{id})
		if err != nil || len(all[id]) < 5 || all[id][0].Settings == nil {
			t.Errorf("%s: %d events, %v", id, len(all[id]), err)
		}
		if _, err := store.ReadMatches(t.Context(), store.File(path), []string{"none"}); !errors.Is(err, play.ErrNoMatch) {
			t.Errorf("an unknown match: %v", err)
		}
		if !slices.Equal(files(t, path), before) {
			t.Error("the files are not as before")
		}
	}
}

func TestAnInterruptedMigrationIsSaid(t *testing.T) {
	path := made(t, 1)
	sqlOn(t, path, `DELETE FROM goose_db_version WHERE version_id > 2`)
	if _, err := store.Check(t.Context(), store.File(path)); err == nil || !strings.Contains(err.Error(), "its migration was interrupted") {
		t.Errorf("%v", err)
	}
}

func TestCheckCountsGamesThatWereRemoved(t *testing.T) {
	path := made(t, 3)
	s := open(t, path)
	p := store.NewProjector(s, slog.New(slog.DiscardHandler))
	check(t, p.CatchUp(t.Context()))
	gone, err := tables.RemoveGuestGames(t.Context(), s, time.Now())
	check(t, err)
	playGames(t, s, 2)
	check(t, p.CatchUp(t.Context()))
	check(t, s.Close())
	report, err := store.Check(t.Context(), store.File(path))
	if err != nil || report.Err() != nil || report.Removed != len(gone) || len(gone) != 3 || report.Games != 2 || report.Sound != 2 {
		t.Errorf("%+v, %v; %v were removed", report, err, gone)
	}
}

func TestCheckLetsTheOwnerOfAStreamCheckIt(t *testing.T) {
	path := made(t, 1)
	s := open(t, path)
	keep(t, s, "study/1", 0, 2)
	check(t, s.Close())
	errStudy := errors.New("a chapter\nis missing")
	for name, c := range map[string]struct {
		owners []store.StreamOwner
		want   []string
	}{
		"nobody":   {nil, []string{`stream "study/1": unknown kind of stream; a newer version of the program may have written it`}},
		"another":  {[]store.StreamOwner{{Prefix: "study", Check: nil}}, []string{`stream "study/1": unknown kind of stream; a newer version of the program may have written it`}},
		"pleased":  {[]store.StreamOwner{{Prefix: "study/", Check: func([]store.Record) error { return nil }}}, nil},
		"offended": {[]store.StreamOwner{{Prefix: "study/", Check: func([]store.Record) error { return errStudy }}}, []string{`stream "study/1": a chapter is missing`}},
	} {
		r, err := store.Check(t.Context(), store.File(path), c.owners...)
		if err != nil || !slices.Equal(r.Database, c.want) || (r.Err() != nil) != (c.want != nil) || r.Games != 1 || r.Sound != 1 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

func TestCheckReadsVerdicts(t *testing.T) {
	path := made(t, 1)
	s := open(t, path)
	keep(t, s, store.ModerationStream, 0, 1)
	check(t, s.Close())
	if r := checked(t, path); r.Err() == nil || len(r.Database) != 1 || !strings.HasPrefix(r.Database[0], `stream "moderation": event 1: `) {
		t.Errorf("%+v", r)
	}
}

//go:build unix

package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rosette/play"
	"rosette/server/store"
	"rosette/server/store/postgres"
	"rosette/server/store/postgrestest"
	"rosette/server/store/storetest"
	"rosette/server/store/transfer"
)

// version8 returns a file with accounts, ratings, offers and chat.
func version8(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../testdata/v8.db")
	check(t, err)
	path := filepath.Join(t.TempDir(), "rosette.db")
	check(t, os.WriteFile(path, text, 0o600))
	s, err := store.OpenSQLite(path, quiet())
	check(t, err)
	p := store.NewProjector(s, quiet())
	check(t, errors.Join(p.CatchUp(t.Context()), s.Close()))
	return path
}

// contents returns all rows in all tables.
func contents(t *testing.T, from store.Source) map[string][][]any {
	t.Helper()
	f, err := from(t.Context())
	check(t, err)
	defer f.Close()
	names, err := f.Tables(t.Context())
	check(t, err)
	all := map[string][][]any{}
	for _, name := range names {
		columns := "*"
		if name == "log" {
			columns = "position, alive" // column closed belongs to the file
		}
		for rows, err := range f.Rows(t.Context(), "SELECT "+columns+" FROM "+name+" ORDER BY 1, 2") {
			check(t, err)
			all[name] = append(all[name], rowOf(t, rows))
		}
	}
	return all
}

func rowOf(t *testing.T, rows *sql.Rows) []any {
	t.Helper()
	columns, err := rows.Columns()
	check(t, err)
	row, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		into[i] = &row[i]
	}
	check(t, rows.Scan(into...))
	return row
}

func copyTo(ctx context.Context, from store.Source, to transfer.Target, report func(done, all int)) (int, error) {
	f, err := from(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := transfer.Copy(ctx, f, to, report)
	return rows, errors.Join(err, f.Close())
}

func TestACopyHasEverythingInBothDirections(t *testing.T) {
	file, url := version8(t), postgrestest.Database(t)
	want := contents(t, store.File(file))
	ignore := func(int, int) {}

	s := open(t, url)
	rows, err := copyTo(t.Context(), store.File(file), s, ignore)
	if err != nil || rows < 25 {
		t.Fatalf("%d rows, %v", rows, err)
	}
	if got := contents(t, postgres.Source(url)); !reflect.DeepEqual(got, want) {
		t.Errorf("in PostgreSQL:\n%v\nwant\n%v", got, want)
	}
	if _, err := copyTo(t.Context(), store.File(file), s, ignore); !errors.Is(err, transfer.ErrNotEmpty) {
		t.Errorf("copied over a copy: %v", err)
	}

	back := filepath.Join(t.TempDir(), "rosette.db")
	file2, err := store.OpenSQLite(back, quiet())
	check(t, err)
	_, err = copyTo(t.Context(), postgres.Source(url), file2, ignore)
	check(t, errors.Join(err, file2.Close()))
	if got := contents(t, store.File(back)); !reflect.DeepEqual(got, want) {
		t.Errorf("back in SQLite:\n%v\nwant\n%v", got, want)
	}
	for _, source := range []store.Source{store.File(back), postgres.Source(url)} {
		if report, err := store.Check(t.Context(), source); err != nil || report.Err() != nil || report.Sound != 2 {
			t.Errorf("%+v, %v", report, err)
		}
	}
}

func TestACopyThatIsBrokenOffLeavesNothing(t *testing.T) {
	file, url := version8(t), postgrestest.Database(t)
	s := open(t, url)
	ctx, stop := context.WithCancel(t.Context())
	_, err := copyTo(ctx, store.File(file), s, func(done, all int) {
		if done > all/2 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the copy ends with %v", err)
	}
	for table, rows := range contents(t, postgres.Source(url)) {
		if table != "log" && len(rows) > 0 || table == "log" && rows[0][0] != int64(0) {
			t.Errorf("%s has %v", table, rows)
		}
	}
	_, err = copyTo(t.Context(), store.File(file), s, func(int, int) {})
	check(t, err)
}

func TestAnOlderFileIsMigratedBeforeItIsCopied(t *testing.T) {
	_, err := copyTo(t.Context(), store.File("../testdata/v8.db"), nil, nil)
	if err == nil || !strings.Contains(err.Error(), "start rosette serve once to migrate it") {
		t.Errorf("%v", err)
	}
}

func TestTheCheckFindsWhatIsWrongInPostgreSQL(t *testing.T) {
	url := postgrestest.Database(t)
	s := open(t, url)
	for _, id := range []string{"a", "b"} {
		check(t, s.Append(t.Context(), "match/"+id, 0, storetest.Records(0, 3, id), play.Schedule{}))
	}
	check(t, s.Write(t.Context(), func(tx store.Tx) (refused, failed error) {
		_, err := tx.Exec(`DELETE FROM events WHERE stream = 'match/b' AND seq = 2`)
		return nil, err
	}))
	report, err := store.Check(t.Context(), postgres.Source(url))
	if err != nil || report.Err() == nil || report.Games != 2 || len(report.Damaged) != 2 || len(report.Database) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	if report.Damaged[1].Error != "event 2: it has event 3 instead" {
		t.Errorf("%+v", report.Damaged)
	}
}

// A view that fails for one game simulates a bad page.
func TestTheCheckGoesOnAfterWhatCannotBeRead(t *testing.T) {
	file, url := version8(t), postgrestest.Database(t)
	s := open(t, url)
	_, err := copyTo(t.Context(), store.File(file), s, func(int, int) {})
	check(t, err)
	check(t, s.Append(t.Context(), "match/0", 0, storetest.Records(0, 1, "a"), play.Schedule{}))
	check(t, s.Write(t.Context(), func(tx store.Tx) (refused, failed error) {
		return nil, store.Each(tx, store.Step{Query: `ALTER TABLE events RENAME TO kept`}, store.Step{Query: `CREATE VIEW events AS SELECT stream,
			seq / CASE stream WHEN 'match/0' THEN 0 ELSE 1 END AS seq, position, kind, actor, at, version, body FROM kept`})
	}))
	report, err := store.Check(t.Context(), postgres.Source(url))
	if err != nil || report.Sound != 2 || len(report.Damaged) != 1 || report.Damaged[0].Game != "0" {
		t.Errorf("%+v, %v", report, err)
	}
}

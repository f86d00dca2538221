//go:build unix

package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/store"
	"rosette/server/store/postgres"
	"rosette/server/store/postgrestest"
	"rosette/server/store/storetest"
)

// A query of the log must never miss a position, or a follower would skip it.
func TestFollowersPassOverNoPositionWhileTwoServersWrite(t *testing.T) {
	const writers, each = 8, 40
	url := postgrestest.Database(t)
	servers := []*postgres.Store{open(t, url), open(t, url)}
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			for seq := range each {
				err := servers[i%2].Append(t.Context(), fmt.Sprint("match/", i), seq, storetest.Records(seq, 1, "w"), play.Schedule{})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for _, s := range servers {
		all.Go(func() { followDensely(t, s, writers*each) })
	}
	all.Wait()
}

// followDensely follows a log to a position and reports gaps.
func followDensely(t *testing.T, s *postgres.Store, until int64) {
	const query = `SELECT position FROM events WHERE position > $1 ORDER BY position`
	for at := int64(0); at < until && !t.Failed(); {
		for position, err := range store.List(t.Context(), s, query, func(rows *sql.Rows) (n int64, err error) {
			err = rows.Scan(&n)
			return n, err
		}, at) {
			if err != nil || position != at+1 {
				t.Errorf("position %d comes after %d: %v", position, at, err)
				return
			}
			at = position
		}
	}
}

func TestServersThatStartTogetherMakeTheTablesOnce(t *testing.T) {
	url := postgrestest.Database(t)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			s, err := postgres.Open(context.Background(), url, quiet())
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestAServerGoesOnAfterTheDatabaseWasStopped(t *testing.T) {
	s := open(t, postgrestest.Database(t))
	kept := 0
	add := func() error {
		err := s.Append(t.Context(), "match/m", kept, storetest.Records(kept, 1, "a"), play.Schedule{})
		if err == nil {
			kept++
		}
		return err
	}
	check(t, add())
	for range 2 {
		postgrestest.Stop(t)
		if err := add(); err == nil || !strings.HasPrefix(err.Error(), "store: not kept: no PostgreSQL answers there") || strings.Contains(err.Error(), "\n") {
			t.Errorf("without a database: %v", err)
		}
		if _, err := s.Read(t.Context(), "match/m", 0); err == nil || errors.Is(err, play.ErrNoMatch) {
			t.Errorf("read without a database: %v", err)
		}
		postgrestest.Start(t)
		check(t, add())
		records, err := s.Read(t.Context(), "match/m", 0)
		if err != nil || len(records) != kept {
			t.Errorf("%d records, %d were accepted, %v", len(records), kept, err)
		}
	}
}

func TestATransactionThatHasFailedIsNotSaidToBeKept(t *testing.T) {
	s := open(t, postgrestest.Database(t))
	err := s.Write(t.Context(), func(tx store.Tx) (refused, failed error) {
		if _, err := tx.Exec(`INSERT INTO secrets (name, value) VALUES ('a', NULL)`); err == nil {
			t.Error("NULL is taken")
		}
		return nil, nil // despite the failed statement
	})
	if err == nil || !strings.Contains(err.Error(), "rolled the transaction back") {
		t.Errorf("it is said to be kept: %v", err)
	}
	check(t, s.Append(t.Context(), "m", 0, storetest.Records(0, 1, "a"), play.Schedule{}))
}

func TestTheSchemasOfOthersAndOfNewerProgramsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ first, want string }{
		"another program": {`CREATE TABLE users (id INT)`, "the database has tables of another program; use a separate database for Rosette"},
		"newer":           {``, "written by a newer version of this program (tables 99,"},
	} {
		t.Run(name, func(t *testing.T) {
			url := postgrestest.Database(t)
			db, err := sql.Open("pgx", url)
			check(t, err)
			defer db.Close()
			if c.first == "" {
				check(t, open(t, url).Close())
				c.first = `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)`
			}
			_, err = db.Exec(c.first)
			check(t, err)
			if _, err = postgres.Open(t.Context(), url, quiet()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// An invalid or unreachable URL results in one line without its password.
func TestAnInvalidURLIsReportedInOneLineWithoutThePassword(t *testing.T) {
	const secret = "xyzzy"
	url := postgrestest.Database(t)
	db, err := sql.Open("pgx", url)
	check(t, err)
	for _, statement := range []string{
		`CREATE ROLE poor LOGIN`, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
		`CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`,
	} {
		_, err := db.Exec(statement)
		check(t, err)
	}
	t.Cleanup(func() {
		for _, statement := range []string{`DROP DATABASE latin`, `DROP ROLE poor`} {
			_, err := db.Exec(statement)
			check(t, err)
		}
		check(t, db.Close())
	})
	_, there, _ := strings.Cut(url, "@")
	_, host, _ := strings.Cut(url, "?")
	for given, want := range map[string]string{
		"rosette.db":                                                        "use one such as postgres://USER@HOST/DATABASE",
		"mysql://a:" + secret + "@h/d":                                      "use one such as",
		"postgres://a:" + secret + "@h:port/d":                              "use one such as",
		"postgres://a:" + secret + "@%zz/d":                                 "use one such as",
		"postgres://a:" + secret + "@h/d?sslmode=" + secret:                 "or sslmode is wrong",
		"postgres://a:" + secret + "@h/d?pool_max_conns=1":                  "pool_max_conns: use a number of 2 or more",
		"postgres://a:" + secret + "@127.0.0.1:1/d":                         "postgres://a@127.0.0.1:1/d: no PostgreSQL answers there",
		"postgres://a:" + secret + "@/d?host=/nowhere&password=" + secret:   "no PostgreSQL answers there",
		"postgres://a:" + secret + "@" + there:                              "the database rejects this user",
		"postgres://rosette:" + secret + "@/none?" + host:                   "no such database",
		"postgres://poor:" + secret + "@" + there:                           "the user lacks permissions",
		"postgres://rosette:" + secret + "@/latin?" + host:                  "the database has encoding LATIN1",
		url + "&default_transaction_read_only=on&target_session_attrs=any":  "the database is read-only",
		url + "&default_transaction_read_only=on&target_session_attrs=read": "or target_session_attrs is wrong",
	} {
		_, err := postgres.Open(t.Context(), given, quiet())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", given, err)
		}
	}
}

// A function with the same name that is found first shows which clock is used.
func TestTheTimeIsThatOfTheDatabase(t *testing.T) {
	url := postgrestest.Database(t)
	db, err := sql.Open("pgx", url)
	check(t, err)
	_, err = db.Exec(`CREATE SCHEMA ahead; CREATE FUNCTION ahead.clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE SQL AS
		$$ SELECT pg_catalog.clock_timestamp() + INTERVAL '1 hour' $$`)
	check(t, errors.Join(err, db.Close()))
	for path, ahead := range map[string]time.Duration{"public": 0, "public,ahead,pg_catalog": time.Hour} {
		s := open(t, url+"&search_path="+path)
		from := time.Now()
		now, within, err := s.Time(t.Context())
		until := time.Now()
		check(t, err)
		if now.Before(from.Add(ahead-within)) || now.After(until.Add(ahead+within)) || within <= 0 {
			t.Errorf("%s: %v, within %v; it is %v", path, now, within, until)
		}
	}
}

// A server that stops within a transaction, as after SIGSTOP, does not delay the others, and its
// uncommitted changes are lost.
func TestAServerThatStandsStillHoldsUpNoOther(t *testing.T) {
	url := postgrestest.Database(t)
	still, other := open(t, strings.Replace(url, "=600000", "=200", 1)), open(t, url)
	begun := make(chan bool)
	goOn := make(chan bool)
	stood := make(chan error, 1)
	go func() {
		stood <- still.Write(context.Background(), func(tx store.Tx) (refused, failed error) {
			close(begun)
			<-goOn
			_, failed = tx.Exec(`INSERT INTO secrets (name, value) VALUES ('a', 'b')`)
			return nil, failed
		})
	}()
	<-begun
	err := other.Append(t.Context(), "match/m", 0, storetest.Records(0, 1, "a"), play.Schedule{})
	close(goOn)
	// The error reports the end of the session or of the connection.
	if failed := <-stood; err != nil || failed == nil || !strings.HasPrefix(failed.Error(), "store: not kept: the ") {
		t.Errorf("the other: %v; the one that stood still: %v", err, failed)
	}
	check(t, still.Append(t.Context(), "match/m", 1, storetest.Records(1, 1, "a"), play.Schedule{}))
}

func TestConnectionsWaitForTheDiskAndDoNotStandStill(t *testing.T) {
	url := strings.Replace(postgrestest.Database(t), "idle_in_transaction_session_timeout=600000", "synchronous_commit=off", 1)
	s := open(t, url)
	for setting, want := range map[string]string{"synchronous_commit": "on", "idle_in_transaction_session_timeout": "2s"} {
		var writes, reads string
		check(t, s.Write(t.Context(), func(tx store.Tx) (refused, failed error) { return nil, tx.Query("SHOW " + setting).Scan(&writes) }))
		for rows, err := range s.Rows(t.Context(), "SHOW "+setting) {
			check(t, err)
			check(t, rows.Scan(&reads))
		}
		if writes != want || reads != want {
			t.Errorf("%s is %s for the writer and %s for readers, want %s", setting, writes, reads, want)
		}
	}
}

// A limit on temporary files simulates a full disk.
func TestADatabaseWithoutRoomForAFileIsNotWritable(t *testing.T) {
	url := postgrestest.Database(t)
	check(t, open(t, url).Writable(t.Context()))
	if err := open(t, url+"&temp_file_limit=256").Writable(t.Context()); err == nil || !strings.Contains(err.Error(), "temporary file") {
		t.Errorf("without room: %v", err)
	}
}

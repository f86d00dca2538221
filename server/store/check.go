package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rosette/play"
)

// A Report is the result of [Check].
type Report struct {
	File     string       `json:"file"`
	Tables   int64        `json:"tables"` // schema version; 1 until serve migrates the database
	Games    int          `json:"games"`
	Sound    int          `json:"sound"`              // games that can be replayed
	Removed  int          `json:"removed,omitempty"`  // removed guest games
	Damaged  []GameDamage `json:"damaged,omitempty"`  // games that cannot be replayed, by ID
	Database []string     `json:"database,omitempty"` // problems of the file as a whole, one sentence or line each
	Copied   bool         `json:"copied,omitempty"`   // the file was copied without its write-ahead log
}

// A GameDamage describes a game that cannot be replayed.
type GameDamage struct {
	Game  string `json:"game"`
	Event int    `json:"event,omitempty"` // number of the first bad event; 0 if unknown
	Error string `json:"error"`           // one line
}

// Err returns an error that summarizes the problems, or nil if there are no problems.
func (r Report) Err() error {
	switch {
	case len(r.Damaged) > 0:
		return fmt.Errorf("%d of %d games cannot be replayed", len(r.Damaged), r.Games)
	case r.Copied:
		return errors.New("the database is not complete")
	case len(r.Database) > 0:
		return errors.New("the database is damaged")
	}
	return nil
}

// A StreamOwner is a feature that owns streams in the log.
type StreamOwner struct {
	Prefix string // prefix of its stream names up to "/", such as "match/"; without "/" the name of its only stream

	// Check returns an error unless the feature can read the records from a stream.
	Check func(records []Record) error
}

func (o StreamOwner) owns(stream string) bool {
	return stream == o.Prefix || strings.HasSuffix(o.Prefix, "/") && strings.HasPrefix(stream, o.Prefix)
}

// owners lists the features that contribute to the game lists.
var owners = []StreamOwner{
	{Prefix: matchPrefix, Check: checkMatch},
	{Prefix: ModerationStream, Check: checkVerdicts},
}

// errNoOwner means that no registered feature owns a stream.
var errNoOwner = errors.New("unknown kind of stream; a newer version of the program may have written it")

// Check reads a database and checks each stream with its owner. The owners for matches and
// moderation are built in; features adds others. Check replays every match and validates each
// command again under the rules of this program. It changes nothing and creates no file; a server
// may use the database meanwhile, and the medium may be read-only. It continues after bad pages as
// far as possible. It returns an error if nothing could be read.
func Check(ctx context.Context, from Source, features ...StreamOwner) (Report, error) {
	known := slices.Concat(owners, features)
	for again := false; ; again = true {
		report, changed, err := checkOnce(ctx, from, known)
		if err != nil || !changed || again {
			return report, err
		} // a server has started meanwhile, and may have changed the file during the read
	}
}

func checkOnce(ctx context.Context, from Source, known []StreamOwner) (r Report, changed bool, err error) {
	f, err := from(ctx)
	if err != nil {
		return r, false, err
	}
	r, err = f.check(ctx, known)
	if err != nil {
		err = fmt.Errorf("store: %s: %w", f.name, f.explain(err))
	}
	changed = f.changed()
	return r, changed, errors.Join(err, f.Close())
}

func (f *Snapshot) check(ctx context.Context, known []StreamOwner) (r Report, err error) {
	r = Report{File: f.name, Tables: f.version, Copied: f.copied}
	if f.version > 1 && f.version < logVersion {
		return r, errors.New("its migration was interrupted; start rosette serve to finish it")
	}
	if r.Copied {
		r.Database = append(r.Database, errCopied.Error())
	}
	r.Database = append(r.Database, f.integrity(ctx)...)
	if err := f.checkPositions(ctx); err != nil {
		r.Database = append(r.Database, err.Error())
	}
	if r.Removed, err = f.removed(ctx); err != nil {
		r.Database = append(r.Database, err.Error())
	}
	streams, problems := f.streams(ctx)
	r.Database = append(r.Database, problems...)
	for _, stream := range streams {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		err := f.checkStream(ctx, stream, known)
		if f.version == 1 || strings.HasPrefix(stream, matchPrefix) {
			r.add(stream, err)
		} else if err != nil {
			r.Database = append(r.Database, fmt.Sprintf("stream %q: %s", stream, oneLine(err)))
		}
		if err != nil {
			if err := f.goOn(ctx); err != nil {
				return r, err
			}
		}
	}
	if r.Err() == nil {
		if err := f.checkLists(ctx); err != nil {
			r.Database = append(r.Database, err.Error())
		}
	}
	return r, nil
}

// oneLine returns an error's text without line breaks.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// add counts a match and records its error, if any.
func (r *Report) add(stream string, err error) {
	r.Games++
	if err == nil {
		r.Sound++
		return
	}
	d := GameDamage{Game: strings.TrimPrefix(stream, matchPrefix), Error: oneLine(err)}
	if at := (badEvent{}); errors.As(err, &at) {
		d.Event = at.seq
	}
	r.Damaged = append(r.Damaged, d)
}

// badEvent is an error with the number of the first bad event in a match.
type badEvent struct {
	seq int
	error
}

func (e badEvent) Error() string { return fmt.Sprintf("event %d: %v", e.seq, e.error) }
func (e badEvent) Unwrap() error { return e.error }

// checkPositions returns an error if the log's recorded positions do not match its records.
func (f *Snapshot) checkPositions(ctx context.Context) error {
	if f.version == 1 {
		return nil
	}
	var count, last, position int64
	err := f.snapshot.QueryRowContext(ctx, countRecords).Scan(&count, &last)
	if err == nil {
		err = f.snapshot.QueryRowContext(ctx, readPosition).Scan(&position)
	}
	if err != nil {
		return fmt.Errorf("the records cannot be counted: %w", err)
	}
	if count != last || last != position {
		return fmt.Errorf("the log has %d records, the last has position %d, and %d is recorded as the last", count,
			last, position)
	}
	return nil
}

// streamLists holds the queries that list streams, by the first schema version that supports them.
// They scan each table and index in both directions, so that a bad page hides only its own rows.
var streamLists = map[int64][]string{
	1: {
		`SELECT DISTINCT match FROM events ORDER BY match`,
		`SELECT DISTINCT match FROM events ORDER BY match DESC`,
		`SELECT match FROM events NOT INDEXED ORDER BY rowid`,
		`SELECT match FROM events NOT INDEXED ORDER BY rowid DESC`,
	},
	logVersion: {
		listStreams,
		listStreams + ` DESC`,
		`SELECT stream FROM streams NOT INDEXED ORDER BY rowid`,
		`SELECT stream FROM streams NOT INDEXED ORDER BY rowid DESC`,
		`SELECT DISTINCT stream FROM events ORDER BY stream`,
		`SELECT DISTINCT stream FROM events ORDER BY stream DESC`,
		`SELECT stream FROM events NOT INDEXED ORDER BY rowid`,
		`SELECT stream FROM events NOT INDEXED ORDER BY rowid DESC`,
	},
}

// streams returns the names of all streams that it can find.
func (f *Snapshot) streams(ctx context.Context) (names []string, problems []string) {
	found := map[string]bool{}
	lists := streamLists[min(f.version, logVersion)]
	if f.file == "" {
		lists = []string{listStreams}
	}
	for _, query := range lists {
		err := f.List(ctx, query, found)
		if err == nil && problems == nil {
			break
		}
		if problems == nil {
			problems = []string{
				fmt.Sprintf("the list of games cannot be read to its end, so some games may be missing: %v", err),
			}
		}
	}
	delete(found, removedStream)
	return slices.Sorted(maps.Keys(found)), problems
}

// CountGames returns the number of games in a database.
func CountGames(ctx context.Context, from Source) (n int, err error) {
	f, err := from(ctx)
	if err != nil {
		return 0, err
	}
	streams, problems := f.streams(ctx)
	for _, stream := range streams {
		if f.version == 1 || strings.HasPrefix(stream, matchPrefix) {
			n++
		}
	}
	if len(problems) > 0 {
		err = fmt.Errorf("store: %s: %s", f.name, problems[0])
	}
	return n, errors.Join(err, f.Close())
}

// List adds the names that a query yields to found, up to the first error.
func (f *Snapshot) List(ctx context.Context, query string, found map[string]bool) error {
	rows, err := f.snapshot.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		name, err := scanText(rows)
		if err != nil {
			return err
		}
		found[name] = true
	}
	return rows.Err()
}

// checkStream checks a stream's records with its owner.
func (f *Snapshot) checkStream(ctx context.Context, stream string, known []StreamOwner) error {
	records, err := f.records(ctx, stream)
	if err != nil {
		return err
	}
	if f.version == 1 {
		return checkMatch(records)
	}
	i := slices.IndexFunc(known, func(o StreamOwner) bool { return o.owns(stream) })
	if i < 0 {
		return errNoOwner
	}
	return known[i].Check(records)
}

// checkMatch replays a match.
func checkMatch(records []Record) error {
	events := make([]play.Event, 0, len(records))
	for _, r := range records {
		e, err := eventOf(r)
		if err != nil {
			return badEvent{r.Seq, err}
		}
		events = append(events, e)
	}
	if len(events) == 0 {
		return errors.New("it has no events")
	}
	_, err := play.Replay(events)
	return err
}

// checkVerdicts decodes moderators' verdicts about games.
func checkVerdicts(records []Record) error {
	for _, r := range records {
		if _, err := verdict(r); err != nil {
			return badEvent{r.Seq, err}
		}
	}
	return nil
}

// Queries for a stream's records that use no other table.
const (
	allOfVersion1 = `SELECT seq, event FROM events WHERE match = $1 ORDER BY seq`
	allOfStream   = `SELECT seq, position, kind, actor, at, version, body FROM events WHERE stream = $1 ORDER BY seq`
)

// records returns a stream's records. A gap is an error.
func (f *Snapshot) records(ctx context.Context, stream string) (records []Record, err error) {
	query := allOfStream
	if f.version == 1 {
		query = allOfVersion1
	}
	rows, err := f.snapshot.QueryContext(ctx, query, stream)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := f.scan(rows)
		if err == nil && r.Seq != len(records)+1 {
			err = fmt.Errorf("it has event %d instead", r.Seq)
		}
		if err != nil {
			return nil, badEvent{len(records) + 1, err}
		}
		records = append(records, r)
	}
	if err := rows.Err(); err != nil {
		return nil, badEvent{len(records) + 1, err}
	}
	return records, f.checkLength(ctx, stream, len(records))
}

// scan reads a record. In version 1 the body also holds the values that are columns now.
func (f *Snapshot) scan(rows *sql.Rows) (r Record, err error) {
	if f.version > 1 {
		err = scanRecord(rows, &r, nil)
		return r, err
	}
	r.Version = 1
	if err := rows.Scan(&r.Seq, &r.Body); err != nil {
		return r, err
	}
	e, err := play.Upcast(1, r.Body)
	r.Kind, r.At = string(e.Kind), e.At
	return r, err
}

// checkLength returns an error if a stream does not have exactly as many records as were accepted.
func (f *Snapshot) checkLength(ctx context.Context, stream string, has int) error {
	if f.version == 1 {
		return nil
	}
	var accepted int
	if err := f.snapshot.QueryRowContext(ctx, readLength, stream).Scan(&accepted); err != nil {
		return fmt.Errorf("the number of its events cannot be read: %w", err)
	}
	if accepted != has {
		return fmt.Errorf("%d events exist, %d were accepted", has, accepted)
	}
	return nil
}

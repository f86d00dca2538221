// Package transfer copies a database's contents to another database of any kind.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rosette/server/store"
)

// atOnce is the number of rows written together.
const atOnce = 1000

// A Target is the destination database, such as a [store.SQL].
type Target interface {
	WriteAtLength(ctx context.Context, work func(store.Tx) (refused, failed error)) error
}

// ErrNotEmpty means that the destination already has data.
var ErrNotEmpty = errors.New("the target database is not empty")

// Copy copies all rows from a snapshot to an empty database in one transaction. It then compares
// the number of rows in each table. It calls report with the number of rows copied and their total,
// and returns the total.
func Copy(ctx context.Context, from *store.Snapshot, to Target, report func(done, all int)) (all int, err error) {
	if err := from.Whole(); err != nil {
		return 0, err
	}
	c := copier{ctx: ctx, from: from, report: report, counts: map[string]int{}}
	if err := c.count(); err != nil {
		return 0, err
	}
	return c.all, to.WriteAtLength(ctx, func(tx store.Tx) (refused, failed error) {
		c.to = tx
		if err := c.mustBeEmpty(); errors.Is(err, ErrNotEmpty) {
			return err, nil
		} else if err != nil {
			return nil, err
		}
		if err := c.copyAll(); err != nil {
			return nil, err
		}
		return nil, c.compare()
	})
}

// copier is a copy in progress.
type copier struct {
	ctx    context.Context
	from   *store.Snapshot
	to     store.Tx
	report func(done, all int)

	names     []string       // names of the tables
	counts    map[string]int // rows by table
	done, all int
}

// logTable has one row in every database, which is updated instead of inserted.
const (
	logTable = "log"
	setLog   = `UPDATE log SET position = $1, alive = $2, epoch = $3`
	readLog  = `SELECT position, alive, epoch FROM log`
)

// countRows returns the query that counts a table's rows. The name must come from the list of
// tables.
func countRows(table string) string { return "SELECT COUNT(*) FROM " + table }

// count counts the rows in all tables.
func (c *copier) count() (err error) {
	if c.names, err = c.from.Tables(c.ctx); err != nil {
		return err
	}
	for _, table := range c.names {
		for rows, err := range c.from.Rows(c.ctx, countRows(table)) {
			var n int
			if err == nil {
				err = rows.Scan(&n)
			}
			if err != nil {
				return err
			}
			c.counts[table] = n
			c.all += n
		}
	}
	return nil
}

// mustBeEmpty returns an error unless the database has never been used.
func (c *copier) mustBeEmpty() error {
	for _, table := range c.names {
		query, n := countRows(table), 0
		if table == logTable {
			query = "SELECT position FROM log"
		}
		if err := c.to.Query(query).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: it has rows in %s", ErrNotEmpty, table)
		}
	}
	return nil
}

// copyAll copies all tables.
func (c *copier) copyAll() error {
	c.report(0, c.all)
	for _, table := range c.names {
		if err := c.copyTable(table); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

func (c *copier) copyTable(table string) error {
	query, insert := "SELECT * FROM "+table, ""
	if table == logTable {
		query, insert = readLog, setLog
	}
	var steps []store.Step
	for rows, err := range c.from.Rows(c.ctx, query) {
		if err != nil {
			return err
		}
		columns, err := rows.Columns()
		if err != nil {
			return err
		}
		if insert == "" {
			insert = insertInto(table, columns)
		}
		row := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if steps = append(steps, store.Step{Query: insert, Args: row}); len(steps) == atOnce {
			if err := c.write(steps); err != nil {
				return err
			}
			steps = nil
		}
	}
	return c.write(steps)
}

// write writes rows and reports progress.
func (c *copier) write(steps []store.Step) error {
	if err := store.Each(c.to, steps...); err != nil {
		return err
	}
	c.done += len(steps)
	c.report(c.done, c.all)
	return c.ctx.Err()
}

// insertInto returns the statement that adds a row.
func insertInto(table string, columns []string) string {
	values := make([]string, len(columns))
	for i := range columns {
		values[i] = fmt.Sprint("$", i+1)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "),
		strings.Join(values, ", "))
}

// compare returns an error unless each table has as many rows as were read.
func (c *copier) compare() error {
	for _, table := range c.names {
		n := 0
		if err := c.to.Query(countRows(table)).Scan(&n); err != nil {
			return err
		}
		if n != c.counts[table] {
			return fmt.Errorf("%d of %d rows of %s were copied", n, c.counts[table], table)
		}
	}
	return nil
}

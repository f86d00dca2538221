// Package transfer copies all that a database holds to another one, of whatever kind.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rosette/server/store"
)

// atOnce is how many rows are written together.
const atOnce = 1000

// A Target is a database that is filled. It is a [store.SQL] with tables.
type Target interface {
	WriteAtLength(ctx context.Context, work func(store.Tx) (refused, failed error)) error
}

// ErrNotEmpty says that a database has something already.
var ErrNotEmpty = errors.New("the database that is copied to is not empty")

// Copy copies all rows of a snapshot to a database that is empty, in one transaction: all
// or nothing. It then compares how many rows each table has. report is told of rows that
// are copied, of all; it returns their number.
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

	names     []string       // of the tables
	counts    map[string]int // rows by table
	done, all int
}

// logTable has one row, which every database has: it is changed and not added.
const (
	logTable = "log"
	setLog   = `UPDATE log SET position = $1, alive = $2, epoch = $3`
	readLog  = `SELECT position, alive, epoch FROM log`
)

// countRows counts the rows of a table, whose name is from the list of tables.
func countRows(table string) string { return "SELECT COUNT(*) FROM " + table }

// count counts the rows of all tables.
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

// mustBeEmpty returns an error unless nothing was ever kept in the database.
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
			return fmt.Errorf("%w: it has something in %s", ErrNotEmpty, table)
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

// write writes rows.
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
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(values, ", "))
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

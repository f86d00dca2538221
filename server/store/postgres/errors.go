package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// A describedError is a PostgreSQL error with an explanation.
type describedError struct {
	text string
	error
}

// Error returns one line: the explanation and the message from the server or the system.
func (e describedError) Error() string {
	said := e.error.Error()
	var server *pgconn.PgError
	var system *net.OpError
	switch {
	case errors.As(e.error, &server):
		said = server.Message + ", SQLSTATE " + server.Code
	case errors.As(e.error, &system):
		said = system.Error()
	}
	return fmt.Sprintf("%s (%s)", e.text, strings.Join(strings.Fields(said), " "))
}

func (e describedError) Unwrap() error { return e.error }

// inWords adds an explanation to a PostgreSQL error. The original error stays in the chain.
func inWords(err error) error {
	if err == nil || errors.As(err, new(describedError)) {
		return err
	}
	if text := meaning(err); text != "" {
		return describedError{text, err}
	}
	return err
}

func meaning(err error) string {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		if text, ok := states[said.Code]; ok {
			return text
		}
		return classes[said.Code[:min(2, len(said.Code))]]
	}
	var name *net.DNSError
	switch {
	case errors.As(err, &name):
		return "there is no host " + name.Name
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, os.ErrNotExist):
		return "no PostgreSQL answers there: start it, or mend the URL"
	case errors.Is(err, os.ErrPermission):
		return "this user may not connect to the socket of PostgreSQL"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "the database did not answer in time"
	case errors.As(err, new(*pgconn.ConnectError)):
		return "the database cannot be reached"
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err,
		syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "the connection to the database is lost"
	}
	return ""
}

// states explains PostgreSQL's error codes that users encounter; see appendix A in its manual.
var states = map[string]string{
	"25006": "the database is read-only; use the primary and a user with write permission",
	"28000": "the database rejects this user; see pg_hba.conf",
	"28P01": "wrong password; set it in the URL, in PGPASSWORD or in ~/.pgpass",
	"3D000": "no such database; create it with createdb",
	"3F000": "no such schema",
	"42501": "the user lacks permissions; make it the owner of the database, see docs/server.md",
	"53100": "the disk of the database is full",
	"53300": "the database has no free connections; raise max_connections or lower pool_max_conns in the URL",
	"25P03": "the database has ended a transaction that was idle for too long",
	"XX001": "the database is damaged: restore a backup",
	"XX002": "the database is damaged: restore a backup",
}

// classes explains other codes by their first two characters.
var classes = map[string]string{
	"08": "the connection to the database is lost",
	"53": "the database lacks resources",
	"57": "the database is stopping or starting, or has closed the connection",
	"58": "the disk of the database reports an error",
}

package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Defaults for settings missing in the URL.
const (
	usualConnections = 10 // including one for writing
	connectTimeout   = 5 * time.Second

	// inTransaction ends a server's session that has stopped within a transaction, so that waiting
	// servers can continue.
	inTransaction = 2 * time.Second

	// silence ends a connection whose other end does not respond, not even to TCP keep-alive
	// probes.
	silence = 5 * time.Second
)

// An address is a parsed URL.
type address struct {
	config      *pgx.ConnConfig
	name        string // the URL without secrets
	connections int
	anySession  bool // the URL selects one of several servers
}

// IsURL reports whether a text looks like a URL for a PostgreSQL database.
func IsURL(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && (scheme == "postgres" || scheme == "postgresql")
}

// errURL describes a valid URL. It quotes nothing, because an invalid URL may contain a password
// anywhere.
var errURL = errors.New("not a PostgreSQL URL; use one such as postgres://USER@HOST/DATABASE, with the password in PGPASSWORD or ~/.pgpass")

// parse parses a URL. Missing parts come from the environment variables that PostgreSQL's own
// programs use, such as PGPASSWORD.
func parse(text string) (*address, error) {
	parsed, err := url.Parse(text)
	if err != nil || !IsURL(text) {
		return nil, errURL
	}
	config, err := pgx.ParseConfig(text)
	if err != nil {
		return nil, fmt.Errorf("%w%s", errURL, wrongPart(parsed))
	}
	a := &address{config: config, connections: usualConnections, name: publicName(parsed, config)}
	if most, ok := config.RuntimeParams["pool_max_conns"]; ok {
		delete(config.RuntimeParams, "pool_max_conns")
		if a.connections, err = strconv.Atoi(most); err != nil || a.connections < 2 {
			return nil, errors.New("pool_max_conns: use a number of 2 or more")
		}
	}
	a.anySession = parsed.Query().Get("target_session_attrs") != ""
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.DialFunc = dialer().DialContext
	config.RuntimeParams["application_name"] = cmp.Or(config.RuntimeParams["application_name"], "rosette")
	return a, nil
}

// dialer returns a dialer whose connections end when the other end is silent. Without it Linux, and
// thus a reader, waits for fifteen minutes.
func dialer() *net.Dialer {
	return &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence / 2, Interval: time.Second, Count: 3},
		Control:         bounded,
	}
}

// wrongPart names a URL parameter that may be wrong.
func wrongPart(u *url.URL) string {
	for _, name := range []string{
		"sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "target_session_attrs", "port",
	} {
		if u.Query().Has(name) {
			return " (or " + name + " is wrong, or names a file that cannot be read)"
		}
	}
	return ""
}

// publicName returns a URL without its password and settings.
func publicName(u *url.URL, config *pgx.ConnConfig) string {
	shown := url.URL{Scheme: "postgres", User: url.User(config.User), Host: u.Host, Path: "/" + config.Database}
	if host := u.Query().Get("host"); host != "" {
		shown.RawQuery = "host=" + host
	}
	return shown.String()
}

// error adds the database name to an error.
func (a *address) error(err error) error {
	return fmt.Errorf("store: %s: %w", a.name, inWords(err))
}

// durably makes commits on a connection wait for the disk, even if the server's default is
// otherwise.
const durably = `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

// idleTimeout is the setting that ends transactions after a time without statements.
const idleTimeout = "idle_in_transaction_session_timeout"

// open returns the database without connecting to it. Unless the URL sets a limit, the server ends
// a transaction after the time idle without statements; 0 means no limit.
func (a *address) open(idle time.Duration) *sql.DB {
	config := a.config.Copy()
	config.RuntimeParams[idleTimeout] = cmp.Or(config.RuntimeParams[idleTimeout],
		strconv.FormatInt(idle.Milliseconds(), 10))
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, durably)
		return err
	}))
	db.SetMaxOpenConns(a.connections)
	db.SetMaxIdleConns(a.connections)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db
}

// argument converts a statement's argument for PostgreSQL, which accepts only UTF-8 without zero
// bytes. SQLite accepts any text, so a query for such a name, as from a broken address, must find
// nothing rather than fail.
func argument(arg any) any {
	v := reflect.ValueOf(arg)
	if v.Kind() != reflect.String {
		return arg
	}
	return strings.ReplaceAll(strings.ToValidUTF8(v.String(), "\uFFFD"), "\x00", "\uFFFD")
}

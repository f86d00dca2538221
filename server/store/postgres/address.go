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

// What a URL leaves open.
const (
	usualConnections = 10 // one of them writes
	connectTimeout   = 5 * time.Second

	// inTransaction ends the session of a server that has stopped in the middle of a
	// transaction, so that the others, which wait for it, go on.
	inTransaction = 2 * time.Second

	// silence ends a connection whose other end does not answer, not even the questions of
	// TCP whether it is there.
	silence = 5 * time.Second
)

// An address is a parsed URL.
type address struct {
	config      *pgx.ConnConfig
	name        string // the URL without what is secret
	connections int
	anySession  bool // the URL says which of several servers is meant
}

// IsURL reports whether a text is meant as the URL of a PostgreSQL database.
func IsURL(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && (scheme == "postgres" || scheme == "postgresql")
}

// errURL says what a URL looks like. It quotes nothing, because a wrong URL may have a
// password in any place.
var errURL = errors.New("no URL of a PostgreSQL database: use one such as postgres://USER@HOST/DATABASE; the password may be in PGPASSWORD or ~/.pgpass")

// parse reads a URL. What it leaves out comes from the environment variables of
// PostgreSQL's own programs, such as PGPASSWORD.
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

// dialer returns what makes connections that end when their other end is silent. Without it
// Linux waits for a quarter of an hour, and so does who reads.
func dialer() *net.Dialer {
	return &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence / 2, Interval: time.Second, Count: 3},
		Control:         bounded,
	}
}

// wrongPart names what a URL may have wrong besides its form.
func wrongPart(u *url.URL) string {
	for _, name := range []string{"sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "target_session_attrs", "port"} {
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

// error names the database of an error.
func (a *address) error(err error) error {
	return fmt.Errorf("store: %s: %w", a.name, inWords(err))
}

// durably has a connection wait for the disk at each commit even where the server
// is set not to.
const durably = `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

// idleTimeout is the setting that ends a transaction in which nothing is done for a while.
const idleTimeout = "idle_in_transaction_session_timeout"

// open returns the database, to which it does not connect yet. Unless the URL has a bound,
// the server ends a transaction in which nothing is done for a while; 0 for no bound.
func (a *address) open(idle time.Duration) *sql.DB {
	config := a.config.Copy()
	config.RuntimeParams[idleTimeout] = cmp.Or(config.RuntimeParams[idleTimeout], strconv.FormatInt(idle.Milliseconds(), 10))
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, durably)
		return err
	}))
	db.SetMaxOpenConns(a.connections)
	db.SetMaxIdleConns(a.connections)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db
}

// argument returns an argument of a statement as PostgreSQL takes it: its texts are UTF-8
// without a zero. SQLite keeps any text, so that who asks for such a name, as by a broken
// address, is told that there is none.
func argument(arg any) any {
	v := reflect.ValueOf(arg)
	if v.Kind() != reflect.String {
		return arg
	}
	return strings.ReplaceAll(strings.ToValidUTF8(v.String(), "\uFFFD"), "\x00", "\uFFFD")
}

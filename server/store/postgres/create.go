package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"strings"
)

// Create makes an empty database on the server that another URL names, whose user needs the right
// to do so, and returns the new URL. drop removes the database and ends all connections to it.
func Create(ctx context.Context, beside string) (made string, drop func() error, err error) {
	name := "rosette_" + strings.ToLower(rand.Text()) // letters and digits
	if err := do(ctx, beside, "CREATE DATABASE "+name+" ENCODING 'UTF8' TEMPLATE template0"); err != nil {
		return "", nil, err
	}
	parsed, err := url.Parse(beside)
	if err != nil {
		return "", nil, errURL
	}
	parsed.Path = "/" + name
	return parsed.String(), func() error {
		return do(context.WithoutCancel(ctx), beside, "DROP DATABASE "+name+" WITH (FORCE)")
	}, nil
}

// EndConnections ends all other connections to the database at a URL, as a restart does.
func EndConnections(ctx context.Context, to string) error {
	return do(ctx, to,
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
}

// do executes one statement in the database at a URL.
func do(ctx context.Context, at, statement string) error {
	a, err := parse(at)
	if err != nil {
		return err
	}
	db := a.open(0)
	if _, err = db.ExecContext(ctx, statement); err != nil {
		err = a.error(err)
	}
	return errors.Join(err, db.Close())
}

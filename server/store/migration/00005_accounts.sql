-- +goose Up
-- Users, what belongs to them, and where they are signed in. A body is JSON.
ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_by_actor ON sessions (actor);

CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    name_key TEXT NOT NULL,
    email TEXT NOT NULL,
    created BIGINT NOT NULL,
    closed BIGINT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (name_key)
);
CREATE INDEX users_by_email ON users (email);

CREATE TABLE belongings (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (owner, kind, id)
);
CREATE INDEX belongings_by_id ON belongings (kind, id);

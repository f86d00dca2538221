-- +goose Up
-- Streams of records with a position over all streams, and what stands beside them.
-- The statements are those of SQL that SQLite and PostgreSQL share. Times are
-- nanoseconds since 1970 in UTC; truth values are 0 and 1.
ALTER TABLE events RENAME TO events_1;

CREATE TABLE events (
    stream TEXT NOT NULL,
    seq BIGINT NOT NULL,
    position BIGINT NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (stream, seq),
    UNIQUE (position)
);

CREATE TABLE streams (
    stream TEXT NOT NULL PRIMARY KEY,
    seq BIGINT NOT NULL,
    deadline BIGINT NOT NULL,
    bot BIGINT NOT NULL
);

-- One row: the last position, when a server last ran, and whether the last server
-- closed the file.
CREATE TABLE log (
    position BIGINT NOT NULL,
    alive BIGINT NOT NULL,
    closed BIGINT NOT NULL
);
INSERT INTO log (position, alive, closed) VALUES (0, 0, 1);

CREATE TABLE sessions (
    key_hash TEXT NOT NULL PRIMARY KEY,
    actor TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE outages (
    began BIGINT NOT NULL PRIMARY KEY,
    ended BIGINT NOT NULL
);

CREATE TABLE projections (
    name TEXT NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL
);

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    board TEXT NOT NULL,
    rules TEXT NOT NULL,
    opened BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    position BIGINT NOT NULL,
    swapped BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    result TEXT NOT NULL
);
CREATE INDEX games_by_position ON games (ended, position);

CREATE TABLE game_seats (
    game TEXT NOT NULL,
    color TEXT NOT NULL,
    actor TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (game, color)
);
CREATE INDEX game_seats_by_actor ON game_seats (actor);

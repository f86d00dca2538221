-- +goose Up
-- What persons are told: notices that wait or were given, how far the log was followed
-- for them, the devices that are told, and secrets of the server such as the key with
-- which it signs what it sends.
CREATE TABLE notices (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    actor TEXT NOT NULL,
    occasion TEXT NOT NULL,
    due BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    PRIMARY KEY (kind, subject, actor)
);
CREATE INDEX notices_by_due ON notices (due);

CREATE TABLE followers (
    name TEXT NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL
);

CREATE TABLE subscriptions (
    id TEXT NOT NULL PRIMARY KEY,
    actor TEXT NOT NULL,
    session TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX subscriptions_by_actor ON subscriptions (actor);

CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- +goose Down
DROP TABLE secrets;
DROP TABLE subscriptions;
DROP TABLE followers;
DROP TABLE notices;

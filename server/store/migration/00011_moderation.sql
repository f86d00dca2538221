-- +goose Up
-- Who may not write, what people report, and what moderators do. A body is JSON.
CREATE TABLE mutes (
    actor TEXT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE reports (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    made BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX reports_by_state ON reports (state, made);

CREATE TABLE moderator_acts (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    body TEXT NOT NULL
);

-- +goose Down
DROP TABLE moderator_acts;
DROP TABLE reports;
DROP TABLE mutes;

-- +goose Up
CREATE TABLE events (
    match TEXT NOT NULL,
    seq BIGINT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (match, seq)
);

-- +goose Down
DROP TABLE events;

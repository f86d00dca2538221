-- +goose Up
-- What people say, by room, such as "match/ID/players".
CREATE TABLE chat_lines (
    room TEXT NOT NULL,
    number BIGINT NOT NULL,
    actor TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (room, number)
);
CREATE INDEX chat_lines_by_actor ON chat_lines (actor);

-- +goose Down
DROP TABLE chat_lines;

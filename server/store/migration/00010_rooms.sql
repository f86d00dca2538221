-- +goose Up
-- Rooms that people have made, and the messages between two people. What is said in both
-- are lines of chat, by the topic of the room or the conversation. Moderators hide lines.
ALTER TABLE chat_lines ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0;

CREATE TABLE rooms (
    id TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    about TEXT NOT NULL,
    owner TEXT NOT NULL,
    made BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    closed BIGINT NOT NULL
);
CREATE INDEX rooms_by_owner ON rooms (owner);

CREATE TABLE conversations (
    id TEXT NOT NULL PRIMARY KEY,
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    read_one BIGINT NOT NULL,
    read_other BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    UNIQUE (one, other)
);
CREATE INDEX conversations_by_other ON conversations (other);

-- +goose Down
DROP TABLE conversations;
DROP TABLE rooms;
ALTER TABLE chat_lines DROP COLUMN hidden;

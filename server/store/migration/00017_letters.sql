-- +goose Up
-- E-mails that wait to be sent, with what is needed to write them and without the secrets of
-- their links. due is when to send one; a server that sends it makes it due later, so that
-- another one takes it over if the first is gone.
CREATE TABLE letters (
    id TEXT NOT NULL PRIMARY KEY,
    domain TEXT NOT NULL,
    due BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX letters_by_due ON letters (due);

-- +goose Down
DROP TABLE letters;

-- +goose Up
-- How the user of a session has signed in: passkey, or nothing for a password.
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE sessions DROP COLUMN method;

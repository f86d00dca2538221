-- +goose Up
-- Servers that share the log: each has a lease with an epoch of its own, and a stream that
-- waits for something belongs to the epoch that appended to it last, or that took it over.
CREATE TABLE leases (
    epoch BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);
ALTER TABLE log ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE streams ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE streams DROP COLUMN epoch;
ALTER TABLE log DROP COLUMN epoch;
DROP TABLE leases;

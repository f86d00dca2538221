-- +goose Up
-- Reviews of games that are done, as JSON, where servers share a database. A server on a
-- folder keeps them in files.
CREATE TABLE reviews (
    game TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

-- +goose Down
DROP TABLE reviews;

-- +goose Up
-- Conditional moves of games by correspondence, for their player alone: the lines as JSON,
-- after how many moves of the game they begin, and what tells these moves from others.
CREATE TABLE conditional_moves (
    game TEXT NOT NULL,
    color TEXT NOT NULL,
    ply BIGINT NOT NULL,
    mark TEXT NOT NULL,
    lines TEXT NOT NULL,
    at BIGINT NOT NULL,
    ended TEXT NOT NULL,
    PRIMARY KEY (game, color)
);
CREATE INDEX conditional_moves_by_end ON conditional_moves (ended, game);

-- +goose Down
DROP TABLE conditional_moves;

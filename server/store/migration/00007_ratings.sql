-- +goose Up
-- Ratings, a part of the projection of games. Points, deviations and head starts are
-- thousandths, volatilities thousand millionths; scores are half points.
ALTER TABLE games ADD COLUMN pool TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN public BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game_seats ADD COLUMN outcome TEXT NOT NULL DEFAULT '';

-- Black and White as the match was opened. The position is that of the end, 0 before;
-- the score is that of Black, below 0 if the game counts for nobody.
CREATE TABLE rated_games (
    game TEXT NOT NULL PRIMARY KEY,
    pool TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    head_start BIGINT NOT NULL,
    position BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    score BIGINT NOT NULL,
    annulled BIGINT NOT NULL
);
CREATE INDEX rated_games_by_pool ON rated_games (pool, position);

-- How a player stands after each rated game; in one row of a pool latest is 1.
CREATE TABLE ratings (
    pool TEXT NOT NULL,
    actor TEXT NOT NULL,
    position BIGINT NOT NULL,
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    score BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    points_before BIGINT NOT NULL,
    points BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    played BIGINT NOT NULL,
    last BIGINT NOT NULL,
    won BIGINT NOT NULL,
    lost BIGINT NOT NULL,
    provisional BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    PRIMARY KEY (pool, actor, position)
);
CREATE INDEX ratings_by_actor ON ratings (actor, latest);
CREATE INDEX ratings_by_game ON ratings (game);
CREATE INDEX ratings_by_points ON ratings (pool, latest, points);

-- +goose Up
-- What lessens the weight of rated games, and the weight of each for a player, in
-- thousandths. The projection of games is filled anew.
ALTER TABLE rated_games ADD COLUMN one_address BIGINT NOT NULL DEFAULT 0;
ALTER TABLE rated_games ADD COLUMN short BIGINT NOT NULL DEFAULT 0;
CREATE INDEX rated_games_by_black ON rated_games (black, pool, ended);
CREATE INDEX rated_games_by_white ON rated_games (white, pool, ended);
ALTER TABLE ratings ADD COLUMN weight BIGINT NOT NULL DEFAULT 1000;
CREATE INDEX ratings_by_end ON ratings (ended);

-- +goose Down
DROP INDEX ratings_by_end;
ALTER TABLE ratings DROP COLUMN weight;
DROP INDEX rated_games_by_white;
DROP INDEX rated_games_by_black;
ALTER TABLE rated_games DROP COLUMN short;
ALTER TABLE rated_games DROP COLUMN one_address;

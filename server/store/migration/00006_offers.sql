-- +goose Up
-- Offers of games between people. What is asked for in lists has a column; the body
-- is the offer as it was when its state was written last.
CREATE TABLE offers (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    maker TEXT NOT NULL,
    asked TEXT NOT NULL,
    rematch_of TEXT NOT NULL,
    state TEXT NOT NULL,
    present BIGINT NOT NULL,
    made BIGINT NOT NULL,
    ends BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX offers_by_state ON offers (state, kind, ends);
CREATE INDEX offers_by_maker ON offers (maker, state);
CREATE INDEX offers_by_asked ON offers (asked, state);
CREATE INDEX offers_by_match ON offers (rematch_of);

-- +goose Down
DROP TABLE offers;

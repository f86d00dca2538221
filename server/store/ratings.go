package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
)

// Ratings holds players' ratings after rated games. A [Projector] maintains them.
type Ratings struct{ s querier }

// ModerationStream is the stream for moderators' verdicts about games.
const ModerationStream = "moderation"

// Record kinds in [ModerationStream].
const (
	annulled   = "annulled"
	reinstated = "reinstated"
)

// moderationVersion is their bodies' version.
const moderationVersion = 1

// A Verdict is a moderator's decision about a rated game.
type Verdict struct {
	Game      string `json:"game"`
	Reason    string `json:"reason,omitempty"`
	Reinstate bool   `json:"-"` // the game counts again
}

// ErrJudged means that a verdict repeats the last verdict about its game. A game without a verdict
// counts.
var ErrJudged = errors.New("store: this verdict has already been given")

// Judge records a verdict. A [Projector] then updates the ratings from that game on. If several
// moderators give the same verdict at the same time, one call succeeds and the others return
// [ErrJudged].
func Judge(ctx context.Context, l Log, moderator string, v Verdict, now time.Time) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	kind := annulled
	if v.Reinstate {
		kind = reinstated
	}
	for {
		before, err := l.Read(ctx, ModerationStream, 0)
		if err != nil && !errors.Is(err, play.ErrNoMatch) {
			return err
		}
		if is, err := annuls(before, v.Game); err != nil || is != v.Reinstate {
			return cmp.Or(err, ErrJudged)
		}
		r := Record{Seq: len(before) + 1, Kind: kind, Actor: moderator, At: now, Version: moderationVersion, Body: body}
		if err := l.Append(ctx, ModerationStream, len(before), []Record{r}, play.Schedule{}); !errors.Is(err,
			play.ErrStale) {
			return err
		} // another moderator was first
	}
}

// Annulled reports whether the last verdict about a game annuls it.
func Annulled(ctx context.Context, l Log, game string) (is bool, err error) {
	records, err := l.Read(ctx, ModerationStream, 0)
	if errors.Is(err, play.ErrNoMatch) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return annuls(records, game)
}

// annuls reports whether the last verdict about a game annuls it.
func annuls(verdicts []Record, game string) (is bool, err error) {
	for _, r := range verdicts {
		var v Verdict
		if err := json.Unmarshal(r.Body, &v); err != nil {
			return false, fmt.Errorf("store: verdict %d: %w", r.Seq, err)
		}
		if v.Game == game {
			is = r.Kind == annulled
		}
	}
	return is, nil
}

// A ratingStep is a record that changes ratings: a match's end, or a verdict.
type ratingStep struct {
	Kind     string // ended, annulled or reinstated
	Game     string
	Position int64
	At       time.Time
	Result   string // if ended
	Short    bool   // if ended, see [rating.Short]
}

// ended is the step kind for [play.Ended].
const ended = string(play.Ended)

// verdict decodes a record from [ModerationStream].
func verdict(r Record) (ratingStep, error) {
	var v Verdict
	if r.Version != moderationVersion || r.Kind != annulled && r.Kind != reinstated {
		return ratingStep{}, fmt.Errorf("verdict %q, version %d: %w", r.Kind, r.Version, play.ErrUnknownEvent)
	}
	if err := json.Unmarshal(r.Body, &v); err != nil {
		return ratingStep{}, err
	}
	return ratingStep{Kind: r.Kind, Game: v.Game, Position: r.Position, At: r.At}, nil
}

// A ratedGame is a rated match with the colours at its opening.
type ratedGame struct {
	id           string
	pool         string
	black, white string // actors
	headStart    int64  // Black's, in thousandths of a point
	position     int64  // position of the end in the log, 0 before it
	ended        time.Time
	score        int64 // Black's, in half points; noScore if the game does not count
	annulled     bool
	oneAddress   bool // see [play.Settings]
	short        bool // see [rating.Short]
}

const noScore = -1

// counts reports whether a game changes ratings.
func (g ratedGame) counts() bool { return g.position > 0 && g.score != noScore && !g.annulled }

// newRatedGame returns an opened match; ok is false if it is not rated.
func newRatedGame(id string, s *play.Settings) (g ratedGame, ok bool) {
	pool, ok := rating.PoolOf(s.Board, s.Clock.Speed())
	if !s.Rated || !ok {
		return g, false
	}
	return ratedGame{
		id: id, pool: pool.String(), black: s.Black.Actor(), white: s.White.Actor(),
		headStart: int64(math.Round(s.HeadStart() * rating.PointSteps)), score: noScore,
		oneAddress: s.OneAddress,
	}, true
}

// scoreOf returns Black's score in half points, by the colours at the opening.
func scoreOf(result string, swapped bool) int64 {
	r, err := game.ParseResult(result)
	switch {
	case err != nil || r.By == game.NoResult:
		return noScore
	case r.Winner == board.Empty:
		return 1
	case (r.Winner == board.Black) != swapped:
		return 2
	}
	return 0
}

// outcomes names the outcomes for a player by score in half points.
var outcomes = map[int64]string{0: "lost", 1: "drawn", 2: "won"}

// A ratingTable reads and writes the rating tables in a transaction.
//
// The ratings in a pool may be outdated from a position on. Ratings after earlier games are right;
// later ones are missing or do not reflect a verdict.
type ratingTable struct{ Tx }

// follow applies steps in order and marks the affected ratings as outdated.
func follow(t ratingTable, steps []ratingStep) error {
	for _, step := range steps {
		var err error
		if step.Kind == ended {
			err = endRated(t, step)
		} else {
			err = judge(t, step)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// endRated stores a match's outcome for its players.
func endRated(t ratingTable, step ratingStep) error {
	swapped, err := t.isSwapped(step.Game)
	if err != nil {
		return err
	}
	score := scoreOf(step.Result, swapped)
	if score != noScore {
		if err := t.setOutcomes(step.Game, outcomes[score], outcomes[2-score]); err != nil {
			return err
		}
	}
	g, ok, err := t.rated(step.Game)
	if err != nil || !ok {
		return err
	}
	g.position = step.Position
	g.ended = step.At
	g.score = score
	g.short = step.Short
	if err := t.keepRated(g); err != nil || !g.counts() {
		return err
	}
	return t.outdate(g.pool, g.position)
}

// judge annuls a game or counts it again. The later games in the pool must be rated again.
func judge(t ratingTable, step ratingStep) error {
	g, ok, err := t.rated(step.Game)
	if err != nil || !ok || g.annulled == (step.Kind == annulled) {
		return err
	}
	g.annulled = !g.annulled
	if err := t.keepRated(g); err != nil || g.position == 0 || g.score == noScore {
		return err
	}
	if g.annulled {
		if err := t.dropStandings(g); err != nil {
			return err
		}
	}
	return t.outdate(g.pool, g.position)
}

// ratedAtOnce limits the games that one transaction rates, and thereby how long an append waits.
const ratedAtOnce = 25

package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/play"
)

// An Archived is a game of a server as its operator sees it.
type Archived struct {
	ID     string    `json:"id"`
	Opened time.Time `json:"opened"`
	Board  string    `json:"board"`
	Rules  string    `json:"rules"` // name of the ruleset
	Black  string    `json:"black"`
	White  string    `json:"white"`
	Moves  int       `json:"moves"`
	Over   bool      `json:"over"`
	Result string    `json:"result,omitempty"`
}

// An ArchiveFilter says which games are meant. The zero value means all of them.
type ArchiveFilter struct {
	Board         string
	Player        string    // is in the name of a player, whatever its case
	From, To      time.Time // between which a game was opened; To is not included
	Over, Running bool      // only games that are over, only those that are not
}

// Has reports whether a game is meant.
func (f ArchiveFilter) Has(g Archived) bool {
	named := func(name string) bool { return strings.Contains(strings.ToLower(name), strings.ToLower(f.Player)) }
	return (f.Board == "" || g.Board == f.Board) && (named(g.Black) || named(g.White)) &&
		!g.Opened.Before(f.From) && (f.To.IsZero() || g.Opened.Before(f.To)) && (!f.Over || g.Over) && (!f.Running || !g.Over)
}

// Archive calls found for every game of a database, in the order of their IDs, until it
// returns an error, and returns how many games cannot be read. The match belongs to
// found. Archive tells how many games it has read of all. It changes nothing, and a
// server may use the database meanwhile.
func Archive(ctx context.Context, from Source, found func(Archived, *play.Match) error, read func(done, all int)) (damaged int, err error) {
	done := 0
	err = eachMatch(ctx, from, func(all int, id string, events []play.Event, err error) error {
		done++
		read(done, all)
		m := play.NewMatch()
		if err := cmp.Or(err, m.Load(events)); err != nil {
			damaged++
		} else if err := found(archived(id, m, events[0].At), m); err != nil {
			return err
		}
		return ctx.Err()
	})
	return damaged, err
}

// archived returns what is known of a match.
func archived(id string, m *play.Match, opened time.Time) Archived {
	settings := m.Settings()
	g := Archived{
		ID: id, Opened: opened, Board: settings.Board, Rules: cmp.Or(settings.Rules.Preset, "custom"),
		Black: m.Seat(board.Black).Name, White: m.Seat(board.White).Name, Over: m.Over(),
	}
	if m.Begun() {
		g.Moves = m.Moves()
	}
	if g.Over {
		g.Result = m.Result().String()
	}
	return g
}

// eachMatch calls visit for every match in a database, by ID, with its events as they
// were at one moment; all is how many there are. err says why a match cannot be read. It
// changes nothing, and a server may use the database meanwhile. It ends with the first
// error of visit.
func eachMatch(ctx context.Context, from Source, visit func(all int, id string, events []play.Event, err error) error) (err error) {
	f, err := from(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	streams, problems := f.streams(ctx)
	if len(problems) > 0 {
		return fmt.Errorf("store: %s: %s", f.name, strings.Join(problems, "; "))
	}
	log := Matches{&frozenLog{file: f}}
	for _, stream := range streams {
		id := strings.TrimPrefix(stream, matchPrefix)
		events, err := log.Events(ctx, id, 0)
		if err := visit(len(streams), id, events, err); err != nil {
			return err
		}
	}
	return nil
}

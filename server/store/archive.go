package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/play"
)

// An ArchivedGame describes a game to the operator of a server.
type ArchivedGame struct {
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

// An ArchiveFilter selects games. The zero value selects all of them.
type ArchiveFilter struct {
	IDs           []string // none selects all
	Board         string
	Player        string    // is in the name of a player, whatever its case
	From, To      time.Time // between which a game was opened; To is not included
	Over, Running bool      // only games that are over, only those that are not
}

// A NoGameError is an ID of an [ArchiveFilter] that no readable game has.
type NoGameError struct{ ID string }

func (e *NoGameError) Error() string {
	return fmt.Sprintf("no game that can be read has the ID %q", e.ID)
}

// has reports whether the filter selects a game.
func (f ArchiveFilter) has(g ArchivedGame) bool {
	named := func(name string) bool { return strings.Contains(strings.ToLower(name), strings.ToLower(f.Player)) }
	return (len(f.IDs) == 0 || slices.Contains(f.IDs, g.ID)) && (f.Board == "" || g.Board == f.Board) && (named(g.Black) || named(g.White)) &&
		!g.Opened.Before(f.From) && (f.To.IsZero() || g.Opened.Before(f.To)) && (!f.Over || g.Over) && (!f.Running || !g.Over)
}

// Archive calls found for the games of a database that the filter selects, in the order of their IDs, until
// found returns an error. It returns the number of games that cannot be read, and a [*NoGameError] if no
// other game has an ID of the filter. The match belongs to found. Archive calls read after each game. It
// changes nothing, and a server may use the database meanwhile.
func Archive(
	ctx context.Context, from Source, filter ArchiveFilter, found func(ArchivedGame, *play.Match) error, read func(done, all int),
) (damaged int, err error) {
	done, missing := 0, slices.Clone(filter.IDs)
	err = eachMatch(ctx, from, func(all int, id string, events []play.Event, err error) error {
		done++
		read(done, all)
		m := play.NewMatch()
		if err := cmp.Or(err, m.Load(events)); err != nil {
			damaged++
			return ctx.Err()
		}
		missing = slices.DeleteFunc(missing, func(wanted string) bool { return wanted == id })
		if g := archivedGame(id, m, events[0].At); filter.has(g) {
			if err := found(g, m); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err == nil && len(missing) > 0 {
		err = &NoGameError{missing[0]}
	}
	return damaged, err
}

// archivedGame returns what is known of a match.
func archivedGame(id string, m *play.Match, opened time.Time) ArchivedGame {
	settings := m.Settings()
	g := ArchivedGame{
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

package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/play"
)

// An ArchivedGame summarizes a game for the server's operator.
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

// An ArchiveFilter selects games. The zero value selects all games.
type ArchiveFilter struct {
	IDs           []string // empty selects all
	Board         string
	Player        string    // part of a player's name, ignoring case
	From, To      time.Time // range of the opening time; To is excluded
	Over, Running bool      // only finished games, only games in progress
}

// A NoGameError is returned for an ID in an [ArchiveFilter] without a readable game.
type NoGameError struct{ ID string }

func (e *NoGameError) Error() string {
	return fmt.Sprintf("no readable game has the ID %q", e.ID)
}

// has reports whether f selects g.
func (f ArchiveFilter) has(g ArchivedGame) bool {
	named := func(name string) bool { return strings.Contains(strings.ToLower(name), strings.ToLower(f.Player)) }
	return (len(f.IDs) == 0 || slices.Contains(f.IDs, g.ID)) && (f.Board == "" || g.Board == f.Board) &&
		(named(g.Black) || named(g.White)) &&
		!g.Opened.Before(f.From) && (f.To.IsZero() || g.Opened.Before(f.To)) && (!f.Over || g.Over) && (!f.Running ||
		!g.Over)
}

// An ArchiveReader reads the games in a snapshot. Its fields are required.
type ArchiveReader struct {
	// Named returns settings with the players' present names.
	Named func(ctx context.Context, s play.Settings) (play.Settings, error)
	// Read is called with the number of games read so far and their total.
	Read func(done, all int)
}

// Each calls found for every game in a snapshot that the filter selects, ordered by ID, until found
// returns an error. It returns the number of unreadable games, and a [*NoGameError] if an ID in the
// filter has no readable game. The match belongs to found.
func (r ArchiveReader) Each(
	ctx context.Context, f *Snapshot, filter ArchiveFilter, found func(ArchivedGame, *play.Match) error,
) (damaged int, err error) {
	done, missing := 0, slices.Clone(filter.IDs)
	err = f.eachMatch(ctx, func(all int, id string, events []play.Event, err error) error {
		done++
		r.Read(done, all)
		m := play.NewMatch()
		if err := cmp.Or(err, m.Load(events)); err != nil {
			damaged++
			return ctx.Err()
		}
		missing = slices.DeleteFunc(missing, func(wanted string) bool { return wanted == id })
		settings, err := r.Named(ctx, m.Settings())
		if err != nil {
			return err
		}
		if g := archivedGame(id, m, settings); filter.has(g) {
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

// archivedGame summarizes a match. settings are the present ones.
func archivedGame(id string, m *play.Match, settings play.Settings) ArchivedGame {
	g := ArchivedGame{
		ID: id, Opened: m.Opened(), Board: settings.Board, Rules: cmp.Or(settings.Rules.Preset, "custom"),
		Black: settings.Black.Name, White: settings.White.Name, Over: m.Over(),
	}
	if m.Begun() {
		g.Moves = m.Moves()
	}
	if g.Over {
		g.Result = m.Result().String()
	}
	return g
}

// eachMatch calls visit for every match, ordered by ID, with its events. all is the number of
// matches; err is non-nil if the match cannot be read. It stops at the first error from visit.
func (f *Snapshot) eachMatch(
	ctx context.Context, visit func(all int, id string, events []play.Event, err error) error,
) error {
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

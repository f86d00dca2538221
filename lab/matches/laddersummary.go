package matches

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"rosette/engine"
	"rosette/internal/quote"
)

// A LadderSummary is the result of a round-robin.
type LadderSummary struct {
	Conditions Conditions     `json:"conditions"`
	Anchor     string         `json:"anchor"` // the player with the known rating
	Ratings    []LadderRating `json:"ratings"`
	Propped    bool           `json:"propped"` // a drawn game was added to each pairing, see [CrossTable.Ratings]

	games int
	table []Rating
}

// A LadderRating is a player's result in a ladder.
type LadderRating struct {
	Player string          `json:"player"`
	Elo    engine.Interval `json:"elo"`
	Games  int             `json:"games"`
	Points float64         `json:"points"`
	Cost   engine.Cost     `json:"cost"`
}

// NewLadderSummary rates players by their games, with the anchor fixed at elo. It fails if the
// games do not yet connect all players.
func NewLadderSummary(c Conditions, players []string, games []Game, anchor string, elo float64) (LadderSummary, error) {
	table := NewCrossTable(players)
	for _, g := range games {
		if g.Counts() {
			table.Add(slices.Index(players, g.Black), slices.Index(players, g.White), g.Worth(g.Black))
		}
	}
	ratings, propped, err := table.Ratings(slices.Index(players, anchor), elo)
	if err != nil {
		return LadderSummary{}, err
	}
	s := LadderSummary{Conditions: c, Anchor: anchor, Propped: propped, games: len(games), table: ratings}
	for _, r := range ratings {
		rating := LadderRating{Player: r.Player, Elo: r.Elo, Games: r.Games, Points: r.Points}
		for _, g := range games {
			rating.Cost = rating.Cost.Plus(g.CostOf(r.Player))
		}
		s.Ratings = append(s.Ratings, rating)
	}
	return s, nil
}

// Title returns the board and rules, for plots.
func (s LadderSummary) Title() string {
	c := s.Conditions
	return fmt.Sprintf("%s, %s, komi %v", c.Board, c.Ruleset(), c.Rules.Komi)
}

// PlotFile is the name of a ladder's plot in the run directory.
const PlotFile = "ladder.svg"

// Plots returns two SVGs: the ratings and, if steps is not nil, the networks' ratings over their
// learning steps.
func (s LadderSummary) Plots(steps map[string]float64) (rated, learned []byte, err error) {
	var a, b bytes.Buffer
	if err := Plot(&a, s.Title(), s.table); err != nil {
		return nil, nil, err
	}
	if steps != nil {
		err = PlotLearning(&b, s.Title(), s.table, steps)
	}
	return a.Bytes(), b.Bytes(), err
}

// PlayerNames returns the players' names.
func PlayerNames(players []*Spec) (names []string) {
	for _, p := range players {
		names = append(names, p.Name)
	}
	return names
}

// Line summarizes the ratings in half a line.
func (s LadderSummary) Line() string {
	var all []string
	for _, r := range s.Ratings {
		all = append(all, fmt.Sprintf("%s %.0f", r.Player, whole(r.Elo.At)))
	}
	return strings.Join(all, ", ")
}

// whole returns a rating without its fraction, never as −0.
func whole(elo float64) float64 { return math.Round(elo) + 0 }

// Text returns the summary as text, one line per player.
func (s LadderSummary) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s is the anchor, 95 %% intervals\n", s.Title(), quote.Count(s.games, "game"),
		s.Anchor)
	if s.Propped {
		b.WriteString("a player has won or lost everything so far: each pairing counts one drawn game more\n")
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "Elo\tfrom\tto\tgames\tpoints\ta move\tCPU\t  player")
	for _, r := range s.Ratings {
		cpu := "unknown"
		if r.Cost.CPUKnown && r.Cost.Moves > 0 {
			cpu = fmt.Sprintf("%.3f s", r.Cost.CPU/float64(r.Cost.Moves))
		}
		fmt.Fprintf(w, "%.0f\t%.0f\t%.0f\t%d\t%v\t%.3f s\t%s\t  %s\n", whole(r.Elo.At), whole(r.Elo.Low),
			whole(r.Elo.High),
			r.Games, r.Points, r.Cost.Wall/float64(max(1, r.Cost.Moves)), cpu, r.Player)
	}
	_ = w.Flush() // a strings.Builder never fails
	fmt.Fprintf(&b, "seed %d\n", s.Conditions.Seed)
	return b.String()
}

// ReadPlayerList parses text with one player per line. Lines that begin with # are comments.
func ReadPlayerList(text string) (players []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			players = append(players, line)
		}
	}
	return players
}

// ReadAnchor parses NAME=ELO, the player with the known rating. The empty text means the first name
// with rating 0.
func ReadAnchor(text string, names []string) (name string, elo float64, err error) {
	if text == "" {
		return names[0], 0, nil
	}
	at := strings.LastIndexByte(text, '=')
	elo, err = strconv.ParseFloat(text[at+1:], 64)
	if at < 1 || err != nil || math.IsNaN(elo) || math.Abs(elo) > 1e5 {
		return "", 0, fmt.Errorf("%q; use a player and a rating, such as %s=0", text, names[0])
	}
	if !slices.Contains(names, text[:at]) {
		return "", 0, fmt.Errorf("%s: no such player; use %s", text[:at], strings.Join(names, ", "))
	}
	return text[:at], elo, nil
}

package matches

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"rosette/chart"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// errNoNetwork means that a learning curve has no network to plot.
var errNoNetwork = errors.New("no player is a network; use one such as network=run/networks/000000.rnet")

// LearningSteps returns the number of learning steps behind each player's network, for players that
// use a network on g under r.
func LearningSteps(players []*Spec, g *board.Graph, r game.Rules) (map[string]float64, error) {
	steps := map[string]float64{}
	for _, s := range players {
		if len(s.Command) > 0 || !s.Config.UsesNetwork() {
			continue
		}
		network := s.Config.NetworkFor(g, r)
		if network == nil {
			continue
		}
		n, err := NetworkSteps(network)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", s.Name, err)
		}
		steps[s.Name] = n
	}
	if len(steps) == 0 {
		return nil, errNoNetwork
	}
	return steps, nil
}

// NetworkSteps returns the number of learning steps that produced a network.
func NetworkSteps(n *neural.Network) (steps float64, err error) {
	if err := json.Unmarshal(n.Origin["steps"], &steps); err != nil || math.IsInf(steps, 0) || steps < 0 {
		return 0, errors.New("the network file does not state its number of training steps")
	}
	return steps, nil
}

// PlotLearning draws the networks' ratings over their learning steps as SVG. A player without a
// network becomes a horizontal line. It fails if no player has a network.
func PlotLearning(w io.Writer, title string, ratings []Rating, steps map[string]float64) error {
	networks := chart.Series{Name: "networks"}
	var others []Rating
	for _, r := range ratings {
		if n, ok := steps[r.Player]; ok {
			networks.Points = append(networks.Points, ratingAt(n, r))
		} else {
			others = append(others, r)
		}
	}
	if len(networks.Points) == 0 {
		return errNoNetwork
	}
	slices.SortFunc(networks.Points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
	all := []chart.Series{networks}
	for _, r := range others {
		first, last := networks.Points[0].X, networks.Points[len(networks.Points)-1].X
		all = append(all, chart.Series{Name: r.Player, Points: []chart.Point{ratingAt(first, r), ratingAt(last, r)}})
	}
	c := chart.Chart{
		Title: title, X: chart.Axis{Label: "steps of learning"},
		Panels: []chart.Panel{{Y: chart.Axis{Label: "Elo, 95 % intervals"}, Height: 300, Series: all}},
	}
	return c.SVG(w)
}

// ratingAt returns a rating as a chart point.
func ratingAt(x float64, r Rating) chart.Point {
	return chart.Point{X: x, Y: r.Elo.At, Low: r.Elo.Low, High: r.Elo.High}
}

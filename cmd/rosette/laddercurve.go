package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"rosette/chart"
	"rosette/engine/matches"
	"rosette/engine/neural"
)

// readSteps learns, where --curve names a file, which players are networks and
// after how many steps of learning they were made.
func (l *ladder) readSteps() error {
	if l.curve == "" {
		return nil
	}
	if err := checkPicture("curve", l.curve); err != nil {
		return err
	}
	l.learned = map[string]float64{}
	for _, p := range l.players {
		net := l.networkOf(p)
		if net == nil {
			continue
		}
		steps, err := stepsOf(net)
		if err != nil {
			return usageError{fmt.Errorf("--curve: player %s: %w", p.name, err)}
		}
		l.learned[p.name] = steps
	}
	if len(l.learned) == 0 {
		return usageError{errors.New("--curve: no player is a network; give some, such as network=run/networks/000000.rnet")}
	}
	return nil
}

// networkOf returns the network of a player, nil if it thinks without one.
func (l *ladder) networkOf(p *contestant) *neural.Network {
	if len(p.engine) > 0 || !p.config.UsesNetwork() {
		return nil
	}
	return p.config.NetworkFor(l.run.Graph, l.run.Rules)
}

// stepsOf returns how many steps of learning made a network.
func stepsOf(net *neural.Network) (steps float64, err error) {
	if err := json.Unmarshal(net.Origin["steps"], &steps); err != nil || math.IsInf(steps, 0) || steps < 0 {
		return 0, errors.New("its network does not say after how many steps of learning it was made")
	}
	return steps, nil
}

// drawCurve plots how strong networks are after how many steps of learning.
// A player without a network is a line from end to end.
func (l *ladder) drawCurve(title string, ratings []matches.Rating) error {
	if l.curve == "" {
		return nil
	}
	networks := chart.Series{Name: "networks"}
	var others []matches.Rating
	for _, r := range ratings {
		if steps, ok := l.learned[r.Player]; ok {
			networks.Points = append(networks.Points, ratedAt(steps, r))
		} else {
			others = append(others, r)
		}
	}
	slices.SortFunc(networks.Points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
	all := []chart.Series{networks}
	for _, r := range others {
		first, last := networks.Points[0].X, networks.Points[len(networks.Points)-1].X
		all = append(all, chart.Series{Name: r.Player, Points: []chart.Point{ratedAt(first, r), ratedAt(last, r)}})
	}
	c := chart.Chart{
		Title: title, X: chart.Axis{Label: "steps of learning"},
		Panels: []chart.Panel{{Y: chart.Axis{Label: "Elo, 95 % intervals"}, Height: 300, Series: all}},
	}
	var picture bytes.Buffer
	if err := c.SVG(&picture); err != nil {
		return err
	}
	return writeFile(io.Discard, l.curve, true, picture.Bytes())
}

// ratedAt is a rating as a point of a chart.
func ratedAt(x float64, r matches.Rating) chart.Point {
	return chart.Point{X: x, Y: r.Elo.At, Low: r.Elo.Low, High: r.Elo.High}
}

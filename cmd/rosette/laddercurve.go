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

// drawCurve plots how strong networks are after how many steps of learning;
// whoever is none is a line from end to end.
func (l *ladder) drawCurve(title string, ratings []matches.Rating) error {
	if l.curve == "" {
		return nil
	}
	networks := curve{Name: "networks"}
	var others []matches.Rating
	for _, r := range ratings {
		if steps, ok := l.learned[r.Player]; ok {
			networks.Points = append(networks.Points, ratedAt(steps, r))
		} else {
			others = append(others, r)
		}
	}
	slices.SortFunc(networks.Points, func(a, b chartPoint) int { return cmp.Compare(a.X, b.X) })
	curves := []curve{networks}
	for _, r := range others {
		first, last := networks.Points[0].X, networks.Points[len(networks.Points)-1].X
		curves = append(curves, curve{r.Player, []chartPoint{ratedAt(first, r), ratedAt(last, r)}})
	}
	var picture bytes.Buffer
	if err := chart(&picture, title, "steps of learning", "Elo, 95 % intervals", curves); err != nil {
		return err
	}
	return writeFile(io.Discard, l.curve, true, picture.Bytes())
}

// ratedAt is a rating in a chart.
func ratedAt(x float64, r matches.Rating) chartPoint {
	return chartPoint{X: x, Low: r.Elo.Low, At: r.Elo.At, High: r.Elo.High}
}

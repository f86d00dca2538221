package engine

import (
	"math"

	"rosette/game/board"
)

// A Setting configures how a level chooses a move on a board. Weak levels choose among the searched
// moves with probability proportional to visits^(1/Temperature).
type Setting struct {
	Visits      int     // maximum; 0 for no limit
	Temperature float64 // 0 selects the best move
	Light       bool    // use light playouts
}

// On returns the level's setting for a board. network selects a network as evaluator, otherwise
// playouts.
func (l Level) On(g *board.Graph, network bool) Setting {
	switch {
	case l.number == 0:
		return Setting{}
	case network && l.UsesNetwork():
		return byNetwork(place(g, l.number))
	}
	return byPlayouts(placeOfPlayouts(g, l.number), g.Points())
}

// A step is a calibrated point on a scale. Settings between two steps are interpolated.
type step struct {
	visits      float64 // for each board point with playouts, in total with a network
	temperature float64
	light       bool
}

// playoutScale and networkScale list settings in order of strength. Their first steps are at place
// 1 and networkFrom. The values come from docs/bench/level-scales.csv.
var (
	playoutScale = []step{
		{0.06, 2, true},
		{0.19, 1.15, true},
		{0.35, 0.92, true},
		{0.39, 0.9, false},
		{0.57, 0.77, false},
		{0.82, 0.66, false},
		{1.2, 0.575, false},
		{1.85, 0.51, false},
		{2.86, 0.447, false},
		{5, 0.37, false},
		{6.8, 0.325, false},
		{10.5, 0.265, false},
		{16, 0.205, false},
		{25, 0.145, false},
		{38.5, 0.085, false},
		{60, 0, false},
		{95, 0, false},
		{150, 0, false},
		{235, 0, false},
		{370, 0, false},
		{580, 0, false},
		{900, 0, false},
	}
	networkScale = []step{
		{1, 2.2, false},
		{1, 1.15, false},
		{1, 0.97, false},
		{1, 0.83, false},
		{1, 0.68, false},
		{1, 0.54, false},
		{1, 0.41, false},
		{1, 0.15, false},
		{5, 0, false},
		{12, 0, false},
		{28, 0, false},
		{70, 0, false},
		{180, 0, false},
		{500, 0, false},
	}
)

// networkFrom is the place of the first step on networkScale.
const networkFrom = firstOfNetwork - 1

// leastPlayouts is the minimum number of visits with playouts on any board.
const leastPlayouts = 8

// byPlayouts returns the setting at a place on playoutScale.
func byPlayouts(place float64, points int) Setting {
	s := between(playoutScale, place-1)
	return Setting{
		Visits: max(leastPlayouts, int(s.visits*float64(points))), Temperature: s.temperature, Light: s.light,
	}
}

// byNetwork returns the setting at a place on networkScale.
func byNetwork(place float64) Setting {
	s := between(networkScale, place-networkFrom)
	return Setting{Visits: int(math.Round(s.visits)), Temperature: s.temperature}
}

// between interpolates a scale at a distance above its first step: visits geometrically,
// temperatures linearly.
func between(scale []step, above float64) step {
	above = min(max(above, 0), float64(len(scale)-1))
	i := min(int(above), len(scale)-2)
	a := scale[i]
	b := scale[i+1]
	share := above - float64(i)
	return step{
		visits:      a.visits * math.Pow(b.visits/a.visits, share),
		temperature: a.temperature + share*(b.temperature-a.temperature),
		light:       a.light && (b.light || share < 0.5),
	}
}

// A measuredBoard is a board on which levels were calibrated.
type measuredBoard struct {
	graph  string // board name
	points int
	places [22]float64 // place of each level, on playoutScale below firstOfNetwork, otherwise on networkScale
}

// measuredBoards lists calibrated boards by lattice, with the places that make all steps between
// levels equal in strength.
var measuredBoards = map[board.Lattice][]measuredBoard{
	board.Honeycomb: {
		{
			"rosette-3", 54,
			[22]float64{
				1, 3.63, 5.5, 6.68, 7.53, 8.2, 8.71, 9.15, 9.59, 10, 10.79, 11.8, 12.87, 13.96, 15.14, 16.25, 17.22,
				18.18, 19.13, 20.05, 20.99, 22,
			},
		},
		{
			"rosette-5", 150,
			[22]float64{
				1, 4.16, 5.1, 6.28, 7.11, 7.82, 8.55, 9.25, 9.9, 10.14, 10.57, 11.47, 12.92, 13.85, 14.58, 16.13, 17.01,
				17.93, 18.96, 19.95, 21.21, 22,
			},
		},
		{
			"rosette-7", 294,
			[22]float64{
				1, 2.35, 3.76, 5.06, 6.19, 7.17, 8.14, 9.09, 10.02, 9.94, 10.93, 11.84, 12.61, 13.4, 14.15, 14.86,
				15.58, 16.55, 17.68, 18.98, 20.29, 21.5,
			},
		},
	},
	board.Grid: {
		{
			"square-9", 81,
			[22]float64{
				1, 4.02, 4.86, 6.18, 6.97, 7.94, 8.59, 9.15, 9.75, 9.93, 11.28, 12.47, 13.81, 15.84, 16.95, 17.51,
				17.95, 19.17, 19.72, 20.45, 21.22, 22,
			},
		},
		{
			"square-13", 169,
			[22]float64{
				1, 4.34, 5.83, 6.57, 7.32, 8.16, 8.97, 9.87, 10.9, 12.01, 12.94, 13.96, 15.33, 16.27, 16.97, 17.7,
				18.67, 19.54, 20.35, 20.86, 21.55, 22,
			},
		},
		{
			"square-19", 361,
			[22]float64{
				1, 2.17, 3.33, 4.52, 5.6, 6.6, 7.71, 8.76, 9.78, 11.33, 12.35, 13.39, 14.45, 15.54, 16.63, 17.56, 18.42,
				19.34, 20.11, 20.77, 21.39, 22,
			},
		},
	},
}

// place returns the level's place on its scale, taken from the calibrated board with the same
// lattice and the nearest size. Without such a board it returns number.
func place(g *board.Graph, number int) float64 {
	at, nearest := float64(number), math.Inf(1)
	for _, m := range measuredBoards[g.Lattice()] {
		if d := math.Abs(math.Log(float64(m.points) / float64(g.Points()))); d < nearest {
			at, nearest = m.places[number-1], d
		}
	}
	return at
}

// placeOfPlayouts returns the level's place on playoutScale. Levels that would use a network are
// spread evenly over the rest of the scale.
func placeOfPlayouts(g *board.Graph, number int) float64 {
	last := firstOfNetwork - 1
	if number <= last {
		return place(g, number)
	}
	below, above := place(g, last), float64(len(playoutScale))
	return below + (above-below)*float64(number-last)/float64(len(strengths)-last)
}

package local

import (
	"fmt"

	"rosette/game/board"
)

// An arena is a region copied to its own board, where every chain next to it has two eyes. The cost
// of a search does not depend on the original board's size.
type arena struct {
	Region
	from []board.Point               // by arena point: the point on the whole board; Pass for added eyes
	to   map[board.Point]board.Point // the inverse of from
	file board.File
	near map[[2]board.Point]bool
}

// newArena returns the arena for a region.
func newArena(r *Region) (*arena, error) {
	a := &arena{to: map[board.Point]board.Point{}, near: map[[2]board.Point]bool{}, file: board.File{Name: "region"}}
	for _, p := range r.Points {
		a.add(p)
	}
	inside := len(a.from)
	walls := a.addWalls(r)
	g := r.Board.Graph()
	for i, p := range a.from {
		for _, q := range g.Near(p) {
			if j, ok := a.to[q]; ok {
				a.join(board.Point(i), j)
			}
		}
	}
	for _, wall := range walls {
		a.closeWall(wall)
	}
	for _, rosette := range g.Rosettes() {
		a.addRosette(rosette)
	}
	for i := range inside {
		a.Points = append(a.Points, board.Point(i))
	}
	if err := a.setUp(r); err != nil {
		return nil, fmt.Errorf("region of %d points: %w", inside, err)
	}
	return a, nil
}

// setUp builds the board and sets up the stones.
func (a *arena) setUp(r *Region) error {
	graph, err := a.file.Graph()
	if err != nil {
		return err
	}
	stones := make([]board.Color, graph.Points())
	for i, p := range a.from {
		if p != board.Pass {
			stones[i] = r.Board.At(p)
		}
	}
	b, err := board.Setup(graph, stones)
	if err == nil {
		a.Board = &b.View
	}
	return err
}

// add adds a point of the whole board, or a new one for Pass, and returns its point in the arena.
func (a *arena) add(p board.Point) board.Point {
	i := board.Point(len(a.from))
	a.from = append(a.from, p)
	if p != board.Pass {
		a.to[p] = i
	}
	a.file.Points = append(a.file.Points, board.FilePoint{Name: fmt.Sprintf("P%d", i)})
	return i
}

// join adds a line between two points, once.
func (a *arena) join(i, j board.Point) {
	key := [2]board.Point{min(i, j), max(i, j)}
	if i == j || a.near[key] {
		return
	}
	a.near[key] = true
	a.file.Lines = append(a.file.Lines, []string{a.file.Points[i].Name, a.file.Points[j].Name})
}

// addWalls adds the stones next to the region, and returns them by chain.
func (a *arena) addWalls(r *Region) (walls [][]board.Point) {
	of := map[board.Point]int{}
	for _, p := range r.Points {
		for _, q := range r.Board.Graph().Near(p) {
			if _, ok := a.to[q]; ok || r.Board.At(q) == board.Empty {
				continue
			}
			i, known := of[r.Board.Root(q)]
			if !known {
				i = len(walls)
				of[r.Board.Root(q)] = i
				walls = append(walls, nil)
			}
			walls[i] = append(walls[i], a.add(q))
		}
	}
	return walls
}

// closeWall joins a chain's stones and gives it two eyes.
func (a *arena) closeWall(stones []board.Point) {
	for i := 1; i < len(stones); i++ {
		a.join(stones[i-1], stones[i])
	}
	for range 2 {
		a.join(stones[0], a.add(board.Pass))
	}
}

// addRosette adds a rosette if all its points are in the arena. Play in the region cannot complete
// a rosette with a point outside.
func (a *arena) addRosette(points []board.Point) {
	var names []string
	for _, p := range points {
		i, ok := a.to[p]
		if !ok {
			return
		}
		names = append(names, a.file.Points[i].Name)
	}
	a.file.Rosettes = append(a.file.Rosettes, names)
}

// claim maps a claim from the whole board to the arena.
func (a *arena) claim(c Claim) (mapped Claim) {
	for _, p := range c.Dead {
		mapped.Dead = append(mapped.Dead, a.to[p])
	}
	return mapped
}

// point maps an arena point to the whole board.
func (a *arena) point(p board.Point) board.Point {
	if p == board.Pass {
		return board.Pass
	}
	return a.from[p]
}

package board

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"rosette/internal/quote"
	"rosette/internal/regex"
)

// maxFile is the largest file in bytes that [Read] accepts; a board with [MaxPoints] needs far
// fewer.
const maxFile = 1 << 20

// A File is a custom graph in JSON: points with their names and coordinates, lines as pairs of
// names, and rosettes, each a connected list of 3 to [MaxRosette] names.
type File struct {
	Name     string      `json:"name"`
	Points   []FilePoint `json:"points"`
	Lines    [][]string  `json:"lines"`
	Rosettes [][]string  `json:"rosettes,omitempty"`
}

// A FilePoint is a point in a [File]: x grows to the right, y downwards.
type FilePoint struct {
	Name string  `json:"name"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

// Read parses a custom graph in JSON, see [File]. Errors are one line and name the place and a
// correction.
func Read(r io.Reader) (*Graph, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("board file: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("board file: over %d bytes; a board has at most %d points", maxFile, MaxPoints)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var f File
	if err := d.Decode(&f); err != nil {
		const form = `{"name", "points": [{"name", "x", "y"}], "lines": [["A1", "A2"]], "rosettes"}`
		return nil, fmt.Errorf("board file: %s; it is %s", jsonError(err), form)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("board file: text after the board; use one JSON object")
	}
	g, err := f.Graph()
	if err != nil {
		return nil, fmt.Errorf("board file: %w", err)
	}
	return g, nil
}

// jsonError shortens the message in an error from package json and removes Go types from it.
func jsonError(err error) string {
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		where := "the file"
		if wrong.Field != "" {
			where = wrong.Field
		}
		return fmt.Sprintf("%s cannot be %s", where, quote.Clip(wrong.Value, 24))
	}
	text := []rune(strings.TrimPrefix(err.Error(), "json: "))
	return string(text[:min(len(text), 80)])
}

var (
	boardName = regex.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)
	pointName = regex.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,7}$`)
)

// Graph checks the file and builds the graph. Each call builds a new one; graphs
// are compared by pointer, so build one and share it.
func (f File) Graph() (*Graph, error) {
	if !boardName.MatchString(f.Name) {
		return nil, fmt.Errorf("name %q: use 1 to 32 of a–z, 0–9 and -", quote.Clip(f.Name, 24))
	}
	if kind, _, _ := strings.Cut(f.Name, "-"); kind == string(Honeycomb) || kind == string(Grid) {
		return nil, fmt.Errorf("name %q belongs to a built-in board; choose another", f.Name)
	}
	if len(f.Points) == 0 || len(f.Points) > MaxPoints {
		return nil, fmt.Errorf("%d points; a board has 1 to %d", len(f.Points), MaxPoints)
	}
	g := &Graph{name: f.Name, lattice: Custom}
	if err := f.points(g); err != nil {
		return nil, err
	}
	g.finish()
	if err := f.lines(g); err != nil {
		return nil, err
	}
	if err := f.rosettes(g); err != nil {
		return nil, err
	}
	return g.finish(), nil
}

func (f File) points(g *Graph) error {
	seen := map[string]bool{"PASS": true, "RESIGN": true}
	for i, p := range f.Points {
		upper := strings.ToUpper(p.Name)
		switch {
		case !pointName.MatchString(p.Name):
			return fmt.Errorf("point %d: name %q; use a letter, then up to 7 letters and digits", i+1,
				quote.Clip(p.Name, 24))
		case seen[upper]:
			return fmt.Errorf("point %d: name %q is taken; each point needs its own", i+1, p.Name)
		case !(math.Abs(p.X) <= 1e6 && math.Abs(p.Y) <= 1e6): // NaN too
			return fmt.Errorf("point %s is at %g, %g; use coordinates within a million", upper, p.X, p.Y)
		}
		seen[upper] = true
		g.names = append(g.names, upper)
		g.xy = append(g.xy, XY{p.X, p.Y})
	}
	identity := make([]Point, len(g.names))
	for p := range identity {
		identity[p] = Point(p)
	}
	g.symmetries = [][]Point{identity}
	g.near = make([][]Point, len(g.names))
	g.first, g.last = g.names[0], g.names[len(g.names)-1]
	return nil
}

func (f File) lines(g *Graph) error {
	for i, line := range f.Lines {
		if len(line) != 2 {
			return fmt.Errorf("line %d names %d points; a line joins 2", i+1, len(line))
		}
		ends, err := g.distinctPoints(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		p, q := ends[0], ends[1]
		for _, r := range g.near[p] {
			if q == r {
				return fmt.Errorf("line %d: %s–%s occurs twice; list each line once", i+1, g.names[p], g.names[q])
			}
		}
		g.near[p] = append(g.near[p], q)
		g.near[q] = append(g.near[q], p)
		for _, e := range ends {
			if len(g.near[e]) > MaxDegree {
				return fmt.Errorf("point %s has over %d lines; use fewer", g.names[e], MaxDegree)
			}
		}
	}
	all := make([]Point, len(g.names))
	for p := range all {
		all[p] = Point(p)
	}
	if lost, ok := g.unreached(all); ok {
		return fmt.Errorf("no path from %s to %s; a board must be connected", g.names[0], g.names[lost])
	}
	return nil
}

func (f File) rosettes(g *Graph) error {
	if len(f.Rosettes) > 4*MaxPoints {
		return fmt.Errorf("%d rosettes; a board has at most %d", len(f.Rosettes), 4*MaxPoints)
	}
	for i, names := range f.Rosettes {
		if len(names) < 3 || len(names) > MaxRosette {
			return fmt.Errorf("rosette %d has %d points; a rosette has 3 to %d", i+1, len(names), MaxRosette)
		}
		points, err := g.distinctPoints(names)
		if err != nil {
			return fmt.Errorf("rosette %d: %w", i+1, err)
		}
		if lost, ok := g.unreached(points); ok {
			return fmt.Errorf("rosette %d: %s is not connected to the rest; a rosette must be connected", i+1, g.names[lost])
		}
		g.rosettes = append(g.rosettes, points)
	}
	return nil
}

// distinctPoints returns the points with those names, which must be different.
func (g *Graph) distinctPoints(names []string) ([]Point, error) {
	seen := map[Point]bool{}
	points := make([]Point, 0, len(names))
	for _, name := range names {
		p, err := g.Point(name)
		if err != nil {
			return nil, err
		}
		if seen[p] {
			return nil, fmt.Errorf("%s occurs twice; use different points", g.names[p])
		}
		seen[p] = true
		points = append(points, p)
	}
	return points, nil
}

// unreached returns a point in set that is not connected with the first one within set, if there is
// one.
func (g *Graph) unreached(set []Point) (Point, bool) {
	left := map[Point]bool{}
	for _, p := range set {
		left[p] = true
	}
	delete(left, set[0])
	for queue := []Point{set[0]}; len(queue) > 0; queue = queue[1:] {
		for _, q := range g.near[queue[0]] {
			if left[q] {
				delete(left, q)
				queue = append(queue, q)
			}
		}
	}
	for _, p := range set {
		if left[p] {
			return p, true
		}
	}
	return Pass, false
}

// File returns the graph as a file. It works for any board, but [File.Graph] rejects built-in
// names.
func (g *Graph) File() File {
	f := File{Name: g.name}
	for p, name := range g.names {
		f.Points = append(f.Points, FilePoint{name, g.xy[p].X, g.xy[p].Y})
	}
	for _, l := range g.Lines() {
		f.Lines = append(f.Lines, []string{g.names[l[0]], g.names[l[1]]})
	}
	for _, rosette := range g.rosettes {
		var names []string
		for _, p := range rosette {
			names = append(names, g.names[p])
		}
		f.Rosettes = append(f.Rosettes, names)
	}
	return f
}

package sgf

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
)

// presetAliases are words that existing files have in RU for a preset, in lower
// case. The names of presets need no entry.
var presetAliases = map[string]string{
	"jp": "japanese", "japan": "japanese", "日本": "japanese", "nihon kiin": "japanese",
	"cn": "chinese", "china": "chinese", "中国": "chinese",
	"kr": "korean", "korea": "korean", "한국": "korean",
	"nz": "new-zealand", "new zealand": "new-zealand",
	"tt": "tromp-taylor", "tromp taylor": "tromp-taylor", "tromptaylor": "tromp-taylor",
	"american": "aga", "british": "bga",
}

// RulesOf returns the rules named at a node or above it (see [Node.Info]): all
// of XR, else the preset of RU, with KM on top. A record of Go without known
// rules gets the least that all rulesets forbid, the immediate recapture of a
// ko; its Preset is empty, it counts by area, and its players agree on dead
// stones. An error is a [Problem] with its place; XR or KM is ignored then.
func RulesOf(n *Node) (game.Rules, error) {
	coordinates, err := CoordinatesOf(n.Root())
	if err != nil {
		return game.Rules{}, err
	}
	return rulesAt(n, coordinates.Graph)
}

// NamesRules reports whether a node or one above it names rules that are known, by XR
// or by RU.
func NamesRules(n *Node) bool {
	if n.Info("XR") != "" {
		return true
	}
	_, err := rulesByName(Text(n.Info("RU")))
	return err == nil
}

// rulesAt is RulesOf on a known board.
func rulesAt(n *Node, g *board.Graph) (game.Rules, error) {
	r, p, err := rulesOf(n, g)
	if err != nil {
		return r, n.holder(p).problem(p, FaultRules, err.Error())
	}
	return r, nil
}

// holder returns the node, n or one above it, that has the property.
func (n *Node) holder(p *Property) *Node {
	for n.Parent != nil && n.Property(p.ID) != p {
		n = n.Parent
	}
	return n
}

func rulesOf(n *Node, g *board.Graph) (game.Rules, *Property, error) {
	r := unnamedRules(g)
	if known, err := rulesByName(Text(n.Info("RU"))); err == nil {
		r = known
	}
	if xr := n.info("XR"); xr != nil {
		read, err := game.ParseRules(Text(n.Info("XR")))
		if err != nil {
			with, _, _ := komiOf(n, r, g)
			return with, xr, err
		}
		r = read
		return withKomi(n, r, func(komi float64) float64 { return komi }) // who writes XR writes points
	}
	return komiOf(n, r, g)
}

// unnamedRules returns the rules of a record that names none.
func unnamedRules(g *board.Graph) game.Rules {
	r := game.DefaultRules(g)
	if g.Lattice() == board.Grid {
		r.Preset = ""
		r.Repetition = game.KoSimple
		r.Suicide = true
		r.Handicap, r.Ending = game.HandicapFree, game.EndingAgreement
	}
	return r
}

// komiOf returns the rules with the komi of KM, which other programs may have written in
// hundredths or stones.
func komiOf(n *Node, r game.Rules, g *board.Graph) (game.Rules, *Property, error) {
	return withKomi(n, r, func(komi float64) float64 { return komiInPoints(komi, g) })
}

// withKomi returns the rules with the komi of KM, of which points makes points.
func withKomi(n *Node, r game.Rules, points func(float64) float64) (game.Rules, *Property, error) {
	km := n.info("KM")
	if km == nil || strings.TrimSpace(n.Info("KM")) == "" {
		return r, nil, nil
	}
	komi, err := Real(n.Info("KM"))
	if err != nil {
		return r, km, fmt.Errorf("KM: %w", err)
	}
	with := r
	with.Komi = points(komi)
	if err := with.Check(); err != nil {
		return r, km, fmt.Errorf("KM[%s]: %w", quote.Clip(n.Info("KM"), 24), err)
	}
	return with, nil, nil
}

// rulesByName returns the rules that RU names, or spells in KataGo's compact
// form.
func rulesByName(name string) (game.Rules, error) {
	if game.IsCompact(name) {
		return game.ParseRules(name)
	}
	name = strings.ToLower(strings.TrimSpace(name))
	if preset, ok := presetAliases[name]; ok {
		name = preset
	}
	return game.Preset(name)
}

// mostKomi is larger than the komi of any game between players.
const mostKomi = 150

// komiInPoints returns komi in points: some Chinese programs write hundredths,
// or stones, where 3¾ means 7½ points.
func komiInPoints(komi float64, g *board.Graph) float64 {
	if komi > mostKomi || komi >= 100 && komi > float64(g.Points()) {
		komi /= 100
	}
	if quarters := komi * 4; quarters == math.Trunc(quarters) && komi*2 != math.Trunc(komi*2) {
		komi *= 2
	}
	return komi
}

// standardNames are the names in RU by which other programs know presets.
var standardNames = map[string]string{
	"japanese": "Japanese", "korean": "Korean", "chinese": "Chinese",
	"aga": "AGA", "new-zealand": "NZ",
}

// setBoardAndRules sets the properties of the board and the rules in a root.
func setBoardAndRules(root *Node, c *Coordinates, r game.Rules) error {
	gm, sz := gameGo, itoa(c.columns)
	if c.columns != c.rows {
		sz += ":" + itoa(c.rows)
	}
	ru := r.Preset
	if c.Lattice() == board.Honeycomb {
		gm = gameRosette
	} else if word, ok := standardNames[ru]; ok {
		ru = word
	} else if words, ok := r.Compact(); ok && ru == "" {
		ru = words
	}
	root.Set("FF", "4")
	root.Set("GM", gm)
	root.Set("CA", "UTF-8")
	root.Set("SZ", sz)
	if c.Lattice() == board.Honeycomb {
		root.Set("XB", itoa(c.Graph.Base()))
	}
	preset, err := game.Preset(r.Preset)
	preset.Komi = r.Komi
	// RU and KM do not define all of the rules
	if c.Lattice() == board.Honeycomb || err != nil || preset != r || komiInPoints(r.Komi, c.Graph) != r.Komi {
		text, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("sgf: rules: %w", err)
		}
		root.Set("XR", Escape(string(text)))
	}
	if ru != "" {
		root.Set("RU", Escape(ru))
	}
	root.Set("KM", strconv.FormatFloat(r.Komi, 'f', -1, 64))
	return nil
}

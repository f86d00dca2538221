package sgf

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/quote"
)

// presetAliases are the words of RU that are found in the wild, in lower case, and
// the preset each means. The names of presets need no line.
var presetAliases = map[string]string{
	"jp": "japanese", "japan": "japanese", "日本": "japanese", "nihon kiin": "japanese",
	"cn": "chinese", "china": "chinese", "中国": "chinese",
	"kr": "korean", "korea": "korean", "한국": "korean",
	"nz": "new-zealand", "new zealand": "new-zealand",
	"tt": "tromp-taylor", "tromp taylor": "tromp-taylor", "tromptaylor": "tromp-taylor",
	"american": "aga", "british": "bga",
}

// RulesOf returns the rules that are named at a node or above it, see
// [Node.Info]: XR whole, RU by name, KM on top. A record of Go that names none, or some that are not known, is held to no
// more than every ruleset forbids: taking back a ko at once. Its preset is then
// empty; it counts by area, and its players agreed on the dead.
func RulesOf(n *Node) (game.Rules, error) {
	ground, err := CoordinatesOf(n.Root())
	if err != nil {
		return game.Rules{}, err
	}
	return rulesAt(n, ground.Graph)
}

// rulesAt is RulesOf on a board that is known.
func rulesAt(n *Node, g *board.Graph) (game.Rules, error) {
	r, p, err := rulesOf(n, g)
	if err != nil {
		return r, n.holder(p).problem(p, err.Error())
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
	r := game.DefaultRules(g)
	if g.Lattice() == board.Grid {
		r.Preset, r.Repetition, r.Suicide = "", game.KoSimple, true
		r.Handicap, r.Ending = game.HandicapFree, game.EndingAgreement
	}
	xr, ru, km := n.info("XR"), n.info("RU"), n.info("KM")
	if ru != nil {
		if known, err := rulesByName(Text(n.Info("RU"))); err == nil {
			r = known
		}
	}
	if xr != nil {
		read, err := game.ParseRules(Text(n.Info("XR")))
		if err != nil {
			return r, xr, err
		}
		r = read
	}
	if km == nil || strings.TrimSpace(n.Info("KM")) == "" {
		return r, nil, nil
	}
	komi, err := Real(n.Info("KM"))
	if err != nil {
		return r, km, fmt.Errorf("KM: %w", err)
	}
	with := r
	with.Komi = komiInPoints(komi, g)
	if err := with.Check(); err != nil {
		return r, km, fmt.Errorf("KM[%s]: %w", quote.Clip(n.Info("KM"), 24), err)
	}
	return with, nil, nil
}

// rulesByName returns the rules that RU names, or spells as KataGo does.
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

// komiInPoints returns komi in points: some Chinese programs write hundredths, and
// stones, of which 3¾ are 7½ points.
func komiInPoints(komi float64, g *board.Graph) float64 {
	if komi >= 100 && komi > float64(g.Points()) {
		komi /= 100
	}
	if quarters := komi * 4; quarters == math.Trunc(quarters) && komi*2 != math.Trunc(komi*2) {
		komi *= 2
	}
	return komi
}

// standardNames are what RU says to other programs about presets that they know
// by another name.
var standardNames = map[string]string{
	"japanese": "Japanese", "korean": "Korean", "chinese": "Chinese",
	"aga": "AGA", "new-zealand": "NZ",
}

// setBoardAndRules writes board and rules into a root.
func setBoardAndRules(root *Node, g *Coordinates, r game.Rules) error {
	gm, sz := gameGo, itoa(g.columns)
	if g.columns != g.rows {
		sz += ":" + itoa(g.rows)
	}
	ru := r.Preset
	if g.Lattice() == board.Honeycomb {
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
	if g.Lattice() == board.Honeycomb {
		root.Set("XB", itoa(g.Base()))
	}
	preset, err := game.Preset(r.Preset)
	preset.Komi = r.Komi
	if g.Lattice() == board.Honeycomb || err != nil || preset != r { // RU does not say it all
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

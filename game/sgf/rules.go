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

// presetAliases maps words in existing RU values, in lower case, to presets. Preset names need no
// entry.
var presetAliases = map[string]string{
	"jp": "japanese", "japan": "japanese", "日本": "japanese", "nihon kiin": "japanese",
	"cn": "chinese", "china": "chinese", "中国": "chinese",
	"kr": "korean", "korea": "korean", "한국": "korean",
	"nz": "new-zealand", "new zealand": "new-zealand",
	"tt": "tromp-taylor", "tromp taylor": "tromp-taylor", "tromptaylor": "tromp-taylor",
	"american": "aga", "british": "bga",
}

// RulesOf returns the rules at a node or above it (see [Node.Info]): XR, else the preset in RU,
// with the komi from KM. A Go record without known rules gets the weakest: only the immediate
// recapture in a ko is forbidden, Preset is empty, scoring is by area, and the players agree on
// dead stones. An error is a [Problem] with its place; the rules then ignore the invalid XR or KM.
func RulesOf(n *Node) (game.Rules, error) {
	coordinates, err := CoordinatesOf(n.Root())
	if err != nil {
		return game.Rules{}, err
	}
	return rulesAt(n, coordinates.Graph)
}

// NamesRules reports whether a node or one above it has known rules, in XR or RU.
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

// holder returns the node that has the property: n or one above it.
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
		return withKomi(n, r, func(komi float64) float64 { return komi }) // programs that write XR write points
	}
	return komiOf(n, r, g)
}

// unnamedRules returns the rules for a record without known rules.
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

// komiOf returns the rules with the komi from KM, which other programs may write in hundredths or
// stones.
func komiOf(n *Node, r game.Rules, g *board.Graph) (game.Rules, *Property, error) {
	return withKomi(n, r, func(komi float64) float64 { return komiInPoints(komi, g) })
}

// withKomi returns the rules with the komi from KM, converted to points.
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

// rulesByName returns the rules for a value of RU: a name, or KataGo's compact form.
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

// mostKomi is larger than any komi in a real game.
const mostKomi = 150

// komiInPoints converts komi to points: some Chinese programs write hundredths, or stones, where 3¾
// means 7½ points.
func komiInPoints(komi float64, g *board.Graph) float64 {
	if komi > mostKomi || komi >= 100 && komi > float64(g.Points()) {
		komi /= 100
	}
	if quarters := komi * 4; quarters == math.Trunc(quarters) && komi*2 != math.Trunc(komi*2) {
		komi *= 2
	}
	return komi
}

// standardNames maps presets to the names in RU that other programs recognize.
var standardNames = map[string]string{
	"japanese": "Japanese", "korean": "Korean", "chinese": "Chinese",
	"aga": "AGA", "new-zealand": "NZ",
}

// setBoardAndRules sets the board and rules properties in a root.
func setBoardAndRules(root *Node, c *Coordinates, r game.Rules) error {
	gm := gameGo
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
	root.Set("SZ", sizeText(c.columns, c.rows))
	if c.Lattice() == board.Honeycomb {
		root.Set("XB", itoa(c.Graph.Base()))
	}
	preset, err := game.Preset(r.Preset)
	preset.Komi = r.Komi
	// RU and KM do not define the complete rules
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

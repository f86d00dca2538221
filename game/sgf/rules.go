package sgf

import (
	"encoding/json"
	"fmt"

	"rosette/game"
	"rosette/game/board"
)

// standardNames maps presets to the names in RU that other programs recognize.
var standardNames = map[string]string{
	"japanese": "Japanese", "korean": "Korean", "chinese": "Chinese",
	"aga": "AGA", "new-zealand": "NZ",
}

// setBoardAndRules sets the board and rules properties in a root.
func setBoardAndRules(root *Node, c *Coordinates, r game.Rules) error {
	gm := gameGo
	ru := r.Preset
	if c.Lattice() != board.Grid {
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
	switch c.Lattice() {
	case board.Honeycomb:
		root.Set("XB", itoa(c.Graph.Base()))
	case board.Custom:
		text, err := json.Marshal(c.Graph.File())
		if err != nil {
			return fmt.Errorf("sgf: board: %w", err)
		}
		root.Set("XB", Escape(string(text)))
	}
	preset, err := game.Preset(r.Preset)
	preset.Komi = r.Komi
	// RU and KM do not define the complete rules
	if c.Lattice() != board.Grid || err != nil || preset != r || komiInPoints(r.Komi, c.Graph) != r.Komi {
		text, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("sgf: rules: %w", err)
		}
		root.Set("XR", Escape(string(text)))
	}
	if ru != "" {
		root.Set("RU", Escape(ru))
	}
	root.Set("KM", formatReal(r.Komi))
	return nil
}

// rulesName returns the preset, or the compact form, or "" if the rules have neither.
func rulesName(r game.Rules) string {
	if r.Preset != "" {
		return r.Preset
	}
	if compact, ok := r.Compact(); ok {
		return compact
	}
	return ""
}

package page

import (
	"encoding/json"
	"html/template"
	"sync"

	"rosette/draw"
	"rosette/engine"
	"rosette/i18n"
	"rosette/server/page/shell"
	"rosette/server/page/ui"
)

// faces holds the drawings of the opponents' flowers by ID.
var faces = sync.OnceValue(func() map[string]draw.Flower {
	var all map[string]draw.Flower
	shell.Must(json.Unmarshal(ui.Faces, &all))
	return all
})

// Face draws an opponent's face; it returns "" for an unknown ID. The style sheet's class face sets
// its size and colours.
func Face(id string) template.HTML {
	flower, ok := faces()[id]
	if !ok {
		return ""
	}
	return template.HTML(flower.SVG(id))
}

// An opponent is a named opponent as shown on a page.
type opponent struct {
	ID, Level   string
	Name, About string
	Face        template.HTML
}

// opponents returns the named opponents with an offered level, in a language, the weakest first.
func (s *site) opponents(lang string) (all []opponent) {
	offered := map[string]bool{}
	for _, name := range s.Matches.Levels {
		offered[name] = true
	}
	for _, l := range engine.Opponents() {
		if offered[l.Name] {
			text := func(part string) string { return i18n.T(lang, "opponent."+l.Opponent+"."+part, nil) }
			all = append(all, opponent{l.Opponent, l.Name, text("name"), text("about"), Face(l.Opponent)})
		}
	}
	return all
}

package draw

import (
	"image/color"
	"slices"
	"strings"

	"rosette/game/board"
)

// A Theme is the style of a [Picture].
type Theme string

// Themes.
const (
	Wood  Theme = "wood"
	Paper Theme = "paper" // black on white, for print
	Dark  Theme = "dark"
)

// ThemeNames returns all themes' names in one line.
func ThemeNames() string {
	var names []string
	for t := range palettes {
		names = append(names, string(t))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// KnownTheme reports whether there is a theme with that name.
func KnownTheme(t Theme) bool { _, ok := palettes[t]; return ok }

// A palette holds a theme's colours. Arrays of three are indexed by board.Color, where Empty is an
// empty point.
type palette struct {
	page, surface, edge color.NRGBA
	line, ink, soft     color.NRGBA // board lines, text, coordinates
	stone               board.ByColor[shade]
	rim                 board.ByColor[color.NRGBA] // outline of stones and squares
	shadow              color.NRGBA
	on                  board.ByColor[color.NRGBA] // marks and numbers on a point
	field               board.ByColor[color.NRGBA] // area of a rosette
	hatch, petal, vein  board.ByColor[color.NRGBA] // in a rosette: lines, flower, outline of the flower
	pointer, halo       color.NRGBA                // arrows and their halo
	veil                color.NRGBA                // over dimmed points
}

// A shade is a colour, or two colours for a gradient.
type shade struct{ light, dark color.NRGBA }

// flat returns a shade with a single colour.
func flat(c color.NRGBA) shade { return shade{c, c} }

// rgb returns an opaque colour.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// thin returns a colour with its opacity multiplied.
func thin(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(opacity*float64(c.A) + 0.5)
	return c
}

// faded is a dead stone's opacity.
const faded = 0.45

func (s shade) thin(opacity float64) shade {
	return shade{thin(s.light, opacity), thin(s.dark, opacity)}
}

// palettes holds the colours of all themes.
var palettes = map[Theme]palette{
	Wood: {
		page: rgb(0xfdfbf7), surface: rgb(0xe8cd9c), edge: rgb(0xcfae74),
		line: rgb(0x80643a), ink: rgb(0x27231d), soft: rgb(0x665e52),
		stone: board.ByColor[shade]{
			board.Black: {rgb(0x5e5b57), rgb(0x121110)}, board.White: {rgb(0xffffff), rgb(0xd6d0c5)},
		},
		rim:    board.ByColor[color.NRGBA]{rgb(0x4a3b22), rgb(0x0b0a0a), rgb(0x6b6152)},
		shadow: thin(rgb(0x3c280a), 0.3),
		on:     board.ByColor[color.NRGBA]{rgb(0x3a2a10), rgb(0xffffff), rgb(0x111111)},
		field: board.ByColor[color.NRGBA]{
			board.Black: thin(rgb(0x1c1a17), 0.28), board.White: thin(rgb(0xffffff), 0.6),
		},
		hatch:   board.ByColor[color.NRGBA]{board.Black: rgb(0x2b2620), board.White: rgb(0xb59e74)},
		petal:   board.ByColor[color.NRGBA]{board.Black: rgb(0x171513), board.White: rgb(0xffffff)},
		vein:    board.ByColor[color.NRGBA]{board.Black: rgb(0xe8cd9c), board.White: rgb(0x4c4030)},
		pointer: rgb(0x8c1d3f), halo: rgb(0xfffaf0), veil: thin(rgb(0xe8cd9c), 0.7),
	},
	Paper: {
		page: rgb(0xffffff), surface: rgb(0xffffff), edge: rgb(0xffffff),
		line: rgb(0x333333), ink: rgb(0), soft: rgb(0x333333),
		stone:   board.ByColor[shade]{board.Black: flat(rgb(0)), board.White: flat(rgb(0xffffff))},
		rim:     board.ByColor[color.NRGBA]{rgb(0), rgb(0), rgb(0)},
		on:      board.ByColor[color.NRGBA]{rgb(0), rgb(0xffffff), rgb(0)},
		field:   board.ByColor[color.NRGBA]{board.Black: rgb(0x9c9c9c), board.White: rgb(0xffffff)},
		hatch:   board.ByColor[color.NRGBA]{board.Black: rgb(0x222222), board.White: rgb(0xb8b8b8)},
		petal:   board.ByColor[color.NRGBA]{board.Black: rgb(0), board.White: rgb(0xffffff)},
		vein:    board.ByColor[color.NRGBA]{board.Black: rgb(0xffffff), board.White: rgb(0)},
		pointer: rgb(0), halo: rgb(0xffffff), veil: thin(rgb(0xffffff), 0.75),
	},
	Dark: {
		page: rgb(0x1b1917), surface: rgb(0xb08d5c), edge: rgb(0x86683c),
		line: rgb(0x59431f), ink: rgb(0xebe5da), soft: rgb(0xb0a698),
		stone: board.ByColor[shade]{
			board.Black: {rgb(0x4a4744), rgb(0x0b0a0a)}, board.White: {rgb(0xffffff), rgb(0xc2bbae)},
		},
		rim:    board.ByColor[color.NRGBA]{rgb(0x33260f), rgb(0x000000), rgb(0x5a4f3e)},
		shadow: thin(rgb(0x000000), 0.35),
		on:     board.ByColor[color.NRGBA]{rgb(0x20170a), rgb(0xffffff), rgb(0x111111)},
		field: board.ByColor[color.NRGBA]{
			board.Black: thin(rgb(0x0b0a0a), 0.35), board.White: thin(rgb(0xffffff), 0.5),
		},
		hatch:   board.ByColor[color.NRGBA]{board.Black: rgb(0x1c1a17), board.White: rgb(0x8a6d40)},
		petal:   board.ByColor[color.NRGBA]{board.Black: rgb(0x0b0a0a), board.White: rgb(0xffffff)},
		vein:    board.ByColor[color.NRGBA]{board.Black: rgb(0xc7a97a), board.White: rgb(0x40331d)},
		pointer: rgb(0x6e1230), halo: rgb(0xf6ead6), veil: thin(rgb(0xb08d5c), 0.7),
	},
}

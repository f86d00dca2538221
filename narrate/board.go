package narrate

import (
	"strings"

	"rosette/i18n"
)

// BoardName returns a built-in board's usual name, such as "Medium board" for rosette-5 and "9×9
// board" for square-9. A custom board has only its own name.
func BoardName(lang, name string) string {
	lattice, size, _ := strings.Cut(name, "-")
	if lattice != "rosette" && lattice != "square" {
		return name
	}
	if key := "board." + lattice + "." + size; i18n.Has(key) {
		return i18n.T(lang, key, nil)
	}
	return i18n.T(lang, "board."+lattice, i18n.Args{"size": size})
}

// BoardAbout returns the text after a board's name: a honeycomb's base and the number of points,
// such as "base 5, 150 points".
func BoardAbout(lang, name string, points int) string {
	lattice, size, _ := strings.Cut(name, "-")
	if lattice == "rosette" {
		return i18n.T(lang, "board.base", i18n.Args{"size": size, "n": points})
	}
	return i18n.T(lang, "board.points", i18n.Args{"n": points})
}

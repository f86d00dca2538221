package narrate

import (
	"strings"

	"rosette/i18n"
)

// BoardName returns what people call a built-in board, such as "Rosette 7" for
// rosette-7.
func BoardName(lang, name string) string {
	lattice, size, _ := strings.Cut(name, "-")
	return i18n.T(lang, "board."+lattice, i18n.Args{"size": size})
}

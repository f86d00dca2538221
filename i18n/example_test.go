package i18n_test

import (
	"fmt"

	"rosette/i18n"
)

func Example() {
	lang := i18n.Match("fr-CA,fr;q=0.9,en;q=0.5")
	args := i18n.Args{"color": i18n.T(lang, "color.w", nil), "point": "C4", "n": 2}
	fmt.Println(lang, i18n.T(lang, "move.takes", args))
	for _, tag := range i18n.Languages() {
		fmt.Println(tag, i18n.T(tag, "language", nil), i18n.Number(tag, 6.5))
	}
	// Output:
	// fr Blanc en C4 prend 2 pierres
	// en English 6.5
	// fr Français 6,5
	// es Español 6,5
	// ht Kreyòl ayisyen 6,5
	// de Deutsch 6,5
}

package i18n_test

import (
	"fmt"
	"time"

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

func ExampleDay() {
	at := time.Date(2026, time.August, 3, 16, 5, 0, 0, time.UTC)
	for _, lang := range i18n.Languages() {
		fmt.Println(i18n.Day(lang, at))
	}
	fmt.Println(i18n.Moment("es", at))
	// Output:
	// 3 Aug 2026
	// 3 août 2026
	// 3 ago 2026
	// 3 out 2026
	// 3. Aug. 2026
	// 3 ago 2026, 16:05
}

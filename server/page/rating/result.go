package rating

import (
	"errors"
	"net/http"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/server/http/web"
)

// resultOf returns a text about how a game ended for a colour.
func resultOf(lang string, r game.Result, color string) string {
	switch {
	case r.By == game.NoResult:
		return i18n.T(lang, "home.result.none", nil)
	case r.Winner == board.Empty:
		return i18n.T(lang, "home.result.draw", nil)
	}
	key := "rating.result.lost"
	if (r.Winner == board.Black) == (color == "b") {
		key = "rating.result.won"
	}
	return i18n.T(lang, key, nil) + " · " + how(lang, r)
}

// how returns the winning margin, or the manner of winning.
func how(lang string, r game.Result) string {
	switch r.By {
	case game.ByResign:
		return i18n.T(lang, "home.result.resign", nil)
	case game.ByTime:
		return i18n.T(lang, "home.result.time", nil)
	}
	decimals := 1
	if r.Margin == float64(int(r.Margin)) {
		decimals = 0
	}
	return i18n.Decimal(lang, r.Margin, decimals)
}

// mended returns the text of an error that the user can correct, or "" for other errors.
func mended(lang string, err error) string {
	var p web.Problem
	if errors.As(web.AsProblem(err), &p) && (p.Status == http.StatusUnprocessableEntity ||
		p.Status == http.StatusNotFound) {
		return p.In(lang).Detail
	}
	return ""
}

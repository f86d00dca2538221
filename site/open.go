package site

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/i18n"
	"rosette/quote"
)

// maxForm bounds what a form may send.
const maxForm = 4 << 10

// open opens a game as the form says and seats this browser.
func (s *site) open(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, http.StatusBadRequest, "form.unreadable", nil)
		return
	}
	key := secret()
	settings, err := s.settings(r.PostForm, guestOf(key), s.Now())
	if wrong := (misfit{}); errors.As(err, &wrong) {
		s.form(w, r, http.StatusUnprocessableEntity, r.PostForm, wrong)
		return
	}
	if wait, ok := s.games.take(s.address(r), s.Now()); !ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())+1))
		s.fail(w, r, http.StatusTooManyRequests, "api.too-many-games", i18n.Args{"n": int(wait.Minutes()) + 1})
		return
	}
	id := secret()
	if err := s.Host.Open(r.Context(), id, settings); err != nil {
		s.Log.Error("site: open a game", "match", id, "err", err)
		s.fail(w, r, http.StatusServiceUnavailable, "api.not-now", nil)
		return
	}
	give(w, id, key, s.secure(r))
	http.Redirect(w, r, "/games/"+id, http.StatusSeeOther)
}

// A misfit says which field of the form does not fit, and why, in a sentence.
type misfit struct{ field, why string }

// Error returns the sentence.
func (m misfit) Error() string { return m.why }

// board finds an offered board by its name.
func (s *site) board(name string) (*board.Graph, error) {
	var names []string
	for _, b := range s.boards {
		if b.Name == name {
			return board.Named(name)
		}
		names = append(names, b.Name)
	}
	return nil, fmt.Errorf("no board %q is offered here: use %s", quote.Clip(name, 40), strings.Join(names, ", "))
}

// level finds a level by its name; no name means the first.
func (s *site) level(name string) (string, error) {
	var names []string
	for _, level := range s.Levels {
		if level.Name == name {
			return name, nil
		}
		names = append(names, level.Name)
	}
	if name == "" && len(names) > 0 {
		return names[0], nil
	}
	slices.Sort(names)
	return "", fmt.Errorf("no level %q: use %s", quote.Clip(name, 40), strings.Join(names, ", "))
}

func or(text, usual string) string {
	if text == "" {
		return usual
	}
	return text
}

// sentence writes an error as people read it.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

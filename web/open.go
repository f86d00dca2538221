package web

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
)

// maxForm bounds what a form may send.
const maxForm = 4 << 10

// colors are the words of the form for who plays what.
var colors = map[string]func() board.Color{
	"black":  func() board.Color { return board.Black },
	"white":  func() board.Color { return board.White },
	"random": func() board.Color { return []board.Color{board.Black, board.White}[rand.IntN(2)] },
}

// open opens a game as the form says and seats this browser.
func (s *site) open(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, http.StatusBadRequest, "This form cannot be read; open a game from the first page.")
		return
	}
	key := secret()
	settings, err := s.settings(r.PostForm, keyOf(key))
	if wrong := (misfit{}); errors.As(err, &wrong) {
		s.form(w, r, http.StatusUnprocessableEntity, r.PostForm, wrong)
		return
	}
	if wait, ok := s.games.take(s.address(r), s.Now()); !ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())+1))
		s.fail(w, r, http.StatusTooManyRequests,
			fmt.Sprintf("This address has opened %d games within an hour; come back in %d minutes.", s.MaxGamesPerAddress, int(wait.Minutes())+1))
		return
	}
	id := secret()
	if err := s.Host.Open(r.Context(), id, settings); err != nil {
		s.Log.Error("web: open a game", "match", id, "err", err)
		s.fail(w, r, http.StatusServiceUnavailable, "No game can be opened right now; try again in a moment.")
		return
	}
	give(w, id, key, s.secure(r))
	http.Redirect(w, r, "/games/"+id, http.StatusSeeOther)
}

// A misfit says which field of the form does not fit, and why, in a sentence.
type misfit struct{ field, why string }

// Error returns the sentence.
func (m misfit) Error() string { return m.why }

// settings reads the form; key is the hash of the person's secret. Every error
// is a misfit.
func (s *site) settings(form url.Values, key string) (play.Settings, error) {
	g, err := s.board(form.Get("board"))
	if err != nil {
		return play.Settings{}, misfit{"board", sentence(err)}
	}
	rules, err := komi(game.DefaultRules(g), form.Get("komi"))
	if err != nil {
		return play.Settings{}, misfit{"komi", sentence(err)}
	}
	control, err := clock.ParseControl(or(form.Get("clock"), "none"))
	if err != nil {
		return play.Settings{}, misfit{"clock", sentence(err)}
	}
	pick, ok := colors[or(form.Get("color"), "random")]
	if !ok {
		return play.Settings{}, misfit{"color", fmt.Sprintf("No color %q: use black, white or random.", clip(form.Get("color")))}
	}
	level, err := s.level(form.Get("level"))
	if err != nil {
		return play.Settings{}, misfit{"level", sentence(err)}
	}
	agreed := play.Settings{Board: g.Name(), Rules: rules, Clock: control}
	person := play.Seat{Name: "Player", Key: key}
	program := play.Seat{Name: "Rosette", Program: true, Level: level}
	agreed.Black, agreed.White = person, program
	if pick() == board.White {
		agreed.Black, agreed.White = program, person
	}
	return agreed, nil
}

// board finds an offered board by its name.
func (s *site) board(name string) (*board.Graph, error) {
	var names []string
	for _, b := range s.boards {
		if b.Name == name {
			return board.Named(name)
		}
		names = append(names, b.Name)
	}
	return nil, fmt.Errorf("no board %q is offered here: use %s", clip(name), strings.Join(names, ", "))
}

// number is how people write one; strconv would take 1e1 and 0x5p0 as well.
var number = regexp.MustCompile(`^[+-]?[0-9]{1,4}([.,][0-9]{1,3})?$`)

// komi reads the field of that name; nothing in it leaves the board's own.
func komi(r game.Rules, text string) (game.Rules, error) {
	text = strings.Replace(strings.TrimSpace(text), "−", "-", 1)
	if text == "" {
		return r, nil
	}
	value, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || !number.MatchString(text) {
		return r, fmt.Errorf("komi %q: use a whole or half number such as 5.5, or leave it empty", clip(text))
	}
	r.Komi = value
	return r, r.Check()
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
	return "", fmt.Errorf("no level %q: use %s", clip(name), strings.Join(names, ", "))
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

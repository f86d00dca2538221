package api

import (
	"context"
	"errors"
	"strings"

	"rosette/account"
	"rosette/api/web"
)

// Names are names that people type for the seats of a game, as account.SeatName has them:
// up to 16 letters of one script, digits and signs. They appear in that game alone.
type Names struct {
	Black string `json:"black,omitempty"`
	White string `json:"white,omitempty"`
}

// PersonName returns a name that a visitor types for a seat, in its normal form, "" for
// none. The error is a Problem that names the field.
func (s *Server) PersonName(ctx context.Context, v web.Visitor, field, name string) (string, error) {
	name, err := readName(field, name)
	if err != nil || name == "" {
		return "", asProblem(err)
	}
	if err := s.MayPublish(ctx, v); err != nil {
		return "", s.notNow(err, "")
	}
	if s.Names == nil {
		return name, nil
	}
	name, err = s.Names.CheckSeatName(ctx, name, v.User)
	if refused := (account.Refusal{}); errors.As(err, &refused) {
		return "", asProblem(misfit{field, refused.Code, refused.Args})
	} else if err != nil {
		return "", s.notNow(err, "")
	}
	return name, nil
}

// checkNames returns a Problem unless a visitor may give the seats of a game their names.
func (s *Server) checkNames(ctx context.Context, v web.Visitor, names Names) error {
	if _, err := s.PersonName(ctx, v, "names.black", names.Black); err != nil {
		return err
	}
	_, err := s.PersonName(ctx, v, "names.white", names.White)
	return err
}

// readName returns a name that somebody types for a seat in its normal form, "" for none.
func readName(field, text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	name, err := account.SeatName.Check(text)
	if refused := (account.Refusal{}); errors.As(err, &refused) {
		return "", misfit{field, refused.Code, refused.Args}
	}
	return name, err
}

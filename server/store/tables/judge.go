package tables

import (
	"context"
	"errors"

	"rosette/server/moderation"
	"rosette/server/store"
)

// Judge annuls or reinstates the rated game in e and logs e in the same transaction. It returns
// [moderation.ErrAlreadyJudged] if another moderator was first.
func Judge(ctx context.Context, s store.Store, e moderation.Entry) error {
	v := store.Verdict{Game: e.About, Reason: e.Reason, Reinstate: e.Act == moderation.ActReinstate}
	err := store.Judge(ctx, Logged(s, e), e.By, v, e.At)
	if errors.Is(err, store.ErrJudged) {
		return moderation.ErrAlreadyJudged
	}
	return err
}

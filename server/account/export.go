package account

import "context"

// An Export is all data in an account. Other packages add its games, chat lines and devices.
type Export struct {
	User     User
	Guests   []string // the user's earlier guest actors
	Sessions []Session
	Passkeys []Passkey
	Tokens   []Token
	Follows  []User
	Blocks   []User
	Notes    map[string]string // by the other user's name
	Vacation Vacation
}

// StartExport counts an export against the limit. It returns a refusal if the limit is reached.
func (s *Service) StartExport(v Visitor) error {
	u, err := v.user()
	if err == nil {
		err = take(s.Limits.Exports, u.ID, "account.export.too-many")
	}
	return err
}

// Export returns all data in the user's account. Call [Service.StartExport] first.
func (s *Service) Export(ctx context.Context, v Visitor) (e Export, err error) {
	if e.User, err = v.user(); err != nil {
		return e, err
	}
	e.Guests = v.Guests
	if e.Vacation, err = s.VacationOf(ctx, e.User); err != nil {
		return e, err
	}
	if e.Sessions, err = s.Sessions(ctx, v); err != nil {
		return e, err
	}
	if e.Passkeys, err = s.Passkeys(ctx, v); err != nil {
		return e, err
	}
	if e.Tokens, err = s.Tokens(ctx, v); err != nil {
		return e, err
	}
	if e.Follows, e.Blocks, err = s.Relations(ctx, v); err != nil {
		return e, err
	}
	notes, err := s.notes(ctx, e.User)
	if err != nil {
		return e, err
	}
	e.Notes = map[string]string{}
	for id, text := range notes {
		other, err := s.Store.User(ctx, id)
		if err != nil {
			return e, err
		}
		e.Notes[other.Name] = text
	}
	return e, nil
}

package account

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/server/refusal"
)

// A Scope is a permission of a personal token.
type Scope string

// The scopes. No token changes the account itself.
const (
	ScopeRead Scope = "read" // read the user's lists, games and profile
	ScopePlay Scope = "play" // open, accept and play games
	ScopeChat Scope = "chat" // write messages
)

// Scopes returns all scopes.
func Scopes() []Scope { return []Scope{ScopeRead, ScopePlay, ScopeChat} }

const (
	// tokenPrefix is the prefix of personal tokens. It makes leaked tokens recognizable.
	tokenPrefix = "rosette_"
	mostTokens  = 20
)

// A Token lets a program act for a user.
type Token struct {
	ID      string // its hash
	Label   string
	Scopes  []Scope
	Created time.Time
	Used    time.Time // about the time of the last use; zero if never
}

type tokenBody struct {
	Label  string  `json:"label"`
	Scopes []Scope `json:"scopes"`
}

// NewToken makes a token for the user, whose session must be fresh, and returns its secret. The
// secret cannot be read again.
func (s *Service) NewToken(ctx context.Context, c Client, label string, scopes []Scope) (secret string, err error) {
	u, err := s.freshUser(c.Visitor)
	if err != nil {
		return "", err
	}
	secret, err = s.newToken(ctx, u, label, scopes)
	s.logSecurityChange(ctx, c, TokenMade, u, err)
	return secret, err
}

func (s *Service) newToken(ctx context.Context, u User, label string, scopes []Scope) (secret string, err error) {
	label = cleanLine(label)
	if label == "" || len([]rune(label)) > longestLabel {
		return "", inField(refuse("account.token.label", "n", longestLabel), "label")
	}
	for _, scope := range scopes {
		if !slices.Contains(Scopes(), scope) {
			return "", inField(refuse("account.token.no-scope", "scope", string(scope)), "scopes")
		}
	}
	scopes = slices.DeleteFunc(Scopes(), func(scope Scope) bool { return !slices.Contains(scopes, scope) })
	if len(scopes) == 0 {
		return "", inField(refuse("account.token.scopes"), "scopes")
	}
	if has, err := s.Store.BelongingsOf(ctx, u.ID, KindToken); err != nil || len(has) >= mostTokens {
		return "", orRefuse(err, refuse("account.token.most", "n", mostTokens))
	}
	body, err := json.Marshal(tokenBody{label, scopes})
	if err != nil {
		return "", err
	}
	secret = tokenPrefix + NewKey()
	return secret, s.Store.Add(ctx, Belonging{
		Owner: u.ID, Kind: KindToken, ID: KeyHash(secret), At: s.Now(), Body: string(body),
	})
}

// orRefuse returns err if it is set, and r otherwise.
func orRefuse(err error, r *refusal.Error) error {
	if err != nil {
		return err
	}
	return r
}

// Refusals for programs.
var (
	ErrNoToken   = refusal.New(refusal.Unauthenticated, "account.token.unknown")
	ErrNotForAny = refusal.New(refusal.Forbidden, "account.token.nothing") // no token permits the request
	ErrNoScope   = refusal.New(refusal.Forbidden, "account.token.scope")
)

// Permit returns nil if the token permits requests in a scope. No token permits requests without a
// scope. Sessions permit everything.
func (i Identity) Permit(scope Scope) error {
	switch {
	case !i.Token || slices.Contains(i.Scopes, scope):
		return nil
	case scope == "":
		return ErrNotForAny
	default:
		return ErrNoScope.With("scope", string(scope))
	}
}

// Tokens returns the user's tokens, the oldest first.
func (s *Service) Tokens(ctx context.Context, v Visitor) (all []Token, err error) {
	u, err := v.user()
	if err != nil {
		return nil, err
	}
	has, err := s.Store.BelongingsOf(ctx, u.ID, KindToken)
	if err != nil {
		return nil, err
	}
	uses, err := s.Store.BelongingsOf(ctx, u.ID, KindTokenUse)
	if err != nil {
		return nil, err
	}
	used := map[string]time.Time{}
	for _, b := range uses {
		used[b.ID] = b.At
	}
	for _, b := range has {
		t, err := tokenOf(b)
		if err != nil {
			return nil, err
		}
		t.Used = used[t.ID]
		all = append(all, t)
	}
	return all, nil
}

func tokenOf(b Belonging) (Token, error) {
	var body tokenBody
	if err := json.Unmarshal([]byte(b.Body), &body); err != nil {
		return Token{}, fmt.Errorf("account: token of %s: %w", b.Owner, err)
	}
	return Token{ID: b.ID, Label: body.Label, Scopes: body.Scopes, Created: b.At}, nil
}

// RemoveToken removes one of the user's tokens. Programs can no longer use it.
func (s *Service) RemoveToken(ctx context.Context, v Visitor, id string) error {
	u, err := v.user()
	if err != nil {
		return err
	}
	stored := []Belonging{{Owner: u.ID, Kind: KindToken, ID: id}, {Owner: u.ID, Kind: KindTokenUse, ID: id}}
	if err := s.removeAll(ctx, stored); err != nil {
		return err
	}
	s.logChange(ctx, "token-removed", u, nil)
	return s.reportEnded(u.Actor(), nil)
}

// recordTokenUse records the last use of a token, to the hour, since each update waits for the disk. The
// time is stored apart from the token, so that a concurrent removal stays in effect.
func (s *Service) recordTokenUse(ctx context.Context, b Belonging) error {
	hour := s.Now().Truncate(time.Hour)
	uses, err := s.Store.Find(ctx, KindTokenUse, b.ID)
	if err != nil || len(uses) > 0 && !hour.After(uses[0].At) {
		return err
	}
	return s.Store.Put(ctx, Belonging{Owner: b.Owner, Kind: KindTokenUse, ID: b.ID, At: hour, Body: "{}"})
}

// IdentifyToken returns the identity of a token's owner.
func (s *Service) IdentifyToken(ctx context.Context, secret string) (Identity, error) {
	if !strings.HasPrefix(secret, tokenPrefix) {
		return Identity{}, nil
	}
	found, err := s.Store.Find(ctx, KindToken, KeyHash(secret))
	if err != nil || len(found) == 0 {
		return Identity{}, err
	}
	t, err := tokenOf(found[0])
	if err != nil {
		return Identity{}, err
	}
	if err := s.recordTokenUse(ctx, found[0]); err != nil {
		return Identity{}, err
	}
	of := Session{KeyHash: t.ID, Actor: userPrefix + found[0].Owner}
	return s.withUser(ctx, Identity{Session: of, Scopes: t.Scopes, Token: true})
}

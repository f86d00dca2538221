// Package rating implements the pages about players: leader boards with a search for players, games
// to watch, and the ratings and games on a user's profile. They are plain pages without scripts.
package rating

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"rosette/i18n"
	"rosette/narrate"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/web"
	"rosette/server/page/shell"
	service "rosette/server/rating"
)

// Pages serves the pages about players. It is a [shell.Group].
type Pages struct {
	*shell.Shell
	players *service.Service
	matches Matches
	now     runningGames

	// Exhibit begins a public game between computers, unless one is running. It may be nil.
	Exhibit func(ctx context.Context) error
}

// Matches reads the matches shown on pages.
type Matches interface {
	Read(ctx context.Context, id string, read func(*play.Match)) error
}

// New returns the pages about players.
func New(s *shell.Shell, players *service.Service, matches Matches) *Pages {
	return &Pages{Shell: s, players: players, matches: matches}
}

// Pages implements [shell.Group].
func (s *Pages) Pages() shell.Routes {
	return shell.Routes{
		"/players": {"GET": shell.Cheap(s.leaders)},
		"/watch":   {"GET": shell.Cheap(s.watch)},
	}
}

// A link is a choice among several; one is chosen.
type link struct {
	Title, To string
	Chosen    bool
}

// leadersOnPage is the number of players on a leader board's page.
const leadersOnPage = 50

// A leadersPage is a leader board, or a search result.
type leadersPage struct {
	shell.Texts
	Asked    string // search text; "" for a leader board
	Said     string // text about the result
	Found    []ratinghttp.FoundUser
	Families []link
	Speeds   []link
	Pool     string // title of the pool
	Leaders  []ratinghttp.Leader
	Next     string // address of the next page
	Top      string // address of the first page, if this is another one
}

// familyBoards are the boards that give families their titles.
var familyBoards = map[rating.Family]string{rating.Go9: "square-9", rating.Go13: "square-13", rating.Go19: "square-19"}

// familyTitle returns a family's title.
func familyTitle(lang string, f rating.Family) string {
	if name, ok := familyBoards[f]; ok {
		return narrate.BoardName(lang, name)
	}
	return i18n.T(lang, "ruleset.family.rosette", nil)
}

// PoolTitle returns a pool's title.
func PoolTitle(lang string, p rating.Pool) string {
	return familyTitle(lang, p.Family) + " · " + i18n.T(lang, "clock.speed."+string(p.Speed), nil)
}

// UsualPool returns the default pool.
func UsualPool() rating.Pool { return rating.Pool{Family: rating.Rosette, Speed: clock.Live} }

// poolOf returns the pool named in a request, or the default pool.
func poolOf(r *http.Request) rating.Pool {
	if pool, ok := rating.ParsePool(r.URL.Query().Get("pool")); ok {
		return pool
	}
	return UsualPool()
}

// leaders shows a leader board, or the players that a search finds.
func (s *Pages) leaders(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "rating/players")
	if !ok {
		return
	}
	p := leadersPage{Texts: shell.Texts(lang), Asked: r.URL.Query().Get("q")}
	err := s.fill(r, lang, &p)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Show(w, r, http.StatusOK, "rating/players", p)
}

func (s *Pages) fill(r *http.Request, lang string, p *leadersPage) (err error) {
	if p.Asked != "" {
		found, err := s.players.Search(r.Context(), p.Asked, "", leadersOnPage)
		if err != nil {
			return err
		}
		p.Found = web.ListOf(found, ratinghttp.FoundUserOf)
		key := "rating.search.found"
		if len(p.Found) == 0 {
			key = "rating.search.none"
		}
		p.Said = i18n.T(lang, key, i18n.Args{"text": p.Asked})
		return nil
	}
	return s.fillLeaders(r, lang, p)
}

// leadersAt returns a leader board's address, skipping its first players.
func leadersAt(pool rating.Pool, skip int) string {
	query := url.Values{"pool": {pool.String()}}
	if skip > 0 {
		query.Set("skip", strconv.Itoa(skip))
	}
	return "/players?" + query.Encode()
}

// fillLeaders fills in the leader board that a request names.
func (s *Pages) fillLeaders(r *http.Request, lang string, p *leadersPage) (err error) {
	pool := poolOf(r)
	for _, f := range rating.Families {
		p.Families = append(p.Families, link{
			familyTitle(lang, f), leadersAt(rating.Pool{Family: f, Speed: pool.Speed}, 0), f == pool.Family,
		})
	}
	for _, speed := range clock.Speeds {
		to := leadersAt(rating.Pool{Family: pool.Family, Speed: speed}, 0)
		p.Speeds = append(p.Speeds, link{i18n.T(lang, "clock.speed."+string(speed), nil), to, speed == pool.Speed})
	}
	p.Pool = PoolTitle(lang, pool)
	skip, err := strconv.Atoi(r.URL.Query().Get("skip"))
	if err != nil || skip < 0 || skip > mostSkipped {
		skip = 0 // not an address from this server
	}
	leaders, more, err := s.players.Leaders(r.Context(), pool, skip, leadersOnPage)
	if err != nil {
		return err
	}
	if p.Leaders = web.ListOf(leaders, ratinghttp.LeaderOf); more {
		p.Next = leadersAt(pool, skip+leadersOnPage)
	}
	if skip > 0 {
		p.Top = leadersAt(pool, 0)
	}
	return nil
}

// mostSkipped limits a leader board's depth.
const mostSkipped = 10_000

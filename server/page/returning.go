package page

import (
	"net/http"

	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// A returningPage is the first page for people who have an account or have played here.
type returningPage struct {
	shell.Texts
	Games      ownGames
	Challenges []Challenge
	Messages   any    // unread conversations, for the template "unread"; nil without unread lines
	Away       string // end of the user's vacation
	Waiting    any    // for the templates "quick" and "waiting"
	Best       any    // the best game in progress, for the template "best"; nil without games
	Lounge     any    // for the template "lounge"
}

// Lists for the first page. The lists of other people's games and offers are short, because they
// have pages of their own.
const (
	mostOffered = 4
	mostRecent  = 4 // finished games
)

// Turn reports whether something waits for the person.
func (p returningPage) Turn() bool {
	return len(p.Challenges) > 0 || p.Messages != nil || len(p.Games.Running) > 0 && p.Games.Running[0].Turn
}

// Next reports whether /next opens a game or a challenge.
func (p returningPage) Next() bool { return len(p.Challenges) > 0 || p.Games.Waits }

// New reports whether the person has neither a game nor a challenge yet.
func (p returningPage) New() bool { return len(p.Challenges) == 0 && p.Games.none() }

// List returns a list of games whose title is the text of a key.
func (p returningPage) List(title string, games []listedGame) gameList {
	return gameList{p.Texts, p.T(title), games}
}

// Game returns the data for the template "game".
func (p returningPage) Game(g listedGame) titledGame { return titledGame{p.Texts, g} }

// returning shows the first page to a person who has played here.
func (s *site) returning(w http.ResponseWriter, r *http.Request, lang string, v web.Visitor, games ownGames) {
	p := returningPage{Texts: shell.Texts(lang), Games: games}
	p.Games.Finished = games.Finished[:min(len(games.Finished), mostRecent)]
	var err error
	for _, part := range []func() error{
		func() (err error) { p.Best, err = s.Options.Best(r, lang); return err },
		func() (err error) { p.Lounge, err = s.Options.Lounge(r, lang); return err },
		func() (err error) { p.Messages, err = s.Unread(r, lang); return err },
		func() (err error) { p.Challenges, err = s.Offers.Challenges(r, lang); return err },
		func() (err error) { p.Waiting, _, err = s.Offers.Waiting(r, lang, mostOffered); return err },
		func() (err error) {
			if v.User.ID != "" {
				p.Away, err = s.Away(r, lang)
			}
			return err
		},
	} {
		if err = part(); err != nil {
			s.Failed(w, r, err)
			return
		}
	}
	s.Show(w, r, http.StatusOK, "returning", p)
}

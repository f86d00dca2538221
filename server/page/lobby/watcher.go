package lobby

import (
	"net/http"

	"rosette/server/page/shell"
)

// A watchPage lets one person watch a private game.
type watchPage struct {
	shell.Texts
	Secret string
}

// invited shows a personal link to a private game. Only a button uses the link up, because programs
// that preview links fetch pages.
func (s Pages) invited(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "lobby/watcher")
	if !ok {
		return
	}
	if err := s.Lobby.CheckWatcherLink(r.Context(), r.PathValue("secret")); err != nil {
		s.Failed(w, r, err)
		return
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	s.Show(w, r, http.StatusOK, "lobby/watcher", watchPage{shell.Texts(lang), r.PathValue("secret")})
}

// watch lets the client watch the game.
func (s Pages) watch(w http.ResponseWriter, r *http.Request) {
	c, err := s.client(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	id, session, err := s.Lobby.Watch(r.Context(), c, r.PathValue("secret"))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.begin(w, r, session)
	http.Redirect(w, r, "/games/"+id, http.StatusSeeOther)
}

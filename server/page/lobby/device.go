package lobby

import (
	"net/http"
	"strings"

	"rosette/draw"
	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// A takePage lets a device play as another device's guest.
type takePage struct {
	shell.Texts
	Secret string
	Name   string // the guest's name
	Other  bool   // the device currently plays as another guest
}

// About describes the effect on the device.
func (p takePage) About() string {
	return i18n.T(p.Lang(), "lobby.device.here.about", i18n.Args{"name": p.Name})
}

// take shows a personal link. Opening the page does not use up the link, since programs that
// preview links do that too; only pressing the button does.
func (s Pages) take(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "lobby/device")
	if !ok {
		return
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	name, other, err := s.Lobby.HandOverActor(r.Context(), v, r.PathValue("secret"))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	s.Show(w, r, http.StatusOK, "lobby/device", takePage{shell.Texts(lang), r.PathValue("secret"), name, other})
}

// takeOver adds the device to the guest's devices.
func (s Pages) takeOver(w http.ResponseWriter, r *http.Request) {
	guest, session, err := s.Lobby.TakeOver(r.Context(), r.PathValue("secret"), account.DeviceOf(r.UserAgent()))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.begin(w, r, session)
	page, err := s.gameAtHand(r, account.Visitor{Actor: guest})
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	http.Redirect(w, r, page, http.StatusSeeOther)
}

// gameAtHand returns an address: the game that waits for a visitor, or else the one that changed
// last, or else the first page.
func (s Pages) gameAtHand(r *http.Request, v account.Visitor) (page string, err error) {
	waiting, err := s.Matches.Waiting(r.Context(), v)
	if err != nil {
		return "", err
	}
	if len(waiting) > 0 {
		return "/games/" + waiting[0].ID, nil
	}
	list, err := s.Matches.Lists(r.Context(), v, 1, 0)
	if err != nil || len(list.Running) == 0 {
		return "/", err
	}
	return "/games/" + list.Running[0].ID, nil
}

// takeCode sends a personal link as a QR code.
func (s Pages) takeCode(w http.ResponseWriter, r *http.Request) {
	address, _ := addressOf(s.Web.Secure(r), r.Host, strings.TrimSuffix(r.URL.Path, "/code.svg"))
	if !web.GameID.MatchString(r.PathValue("secret")) { // a secret has the form of an ID
		s.Fail(w, r, web.NotFound())
		return
	}
	code, err := draw.QR(address, "")
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-store")
	// A disconnected client does not matter.
	w.Write([]byte(strings.Replace(code, "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `, 1)))
}

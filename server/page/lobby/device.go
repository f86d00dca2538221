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

// A takePage lets a device play as the guest of another one.
type takePage struct {
	shell.Texts
	Secret string
	Name   string // of the guest
	Other  bool   // the device plays as another guest until now
}

// About says what happens on the device.
func (p takePage) About() string {
	return i18n.T(p.Lang(), "lobby.device.here.about", i18n.Args{"name": p.Name})
}

// take shows what a personal link does. It is used up by a button alone: programs that
// preview links look at pages.
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
	name, other, err := s.Lobby.HandedOver(r.Context(), v, r.PathValue("secret"))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	s.Show(w, r, http.StatusOK, "lobby/device", takePage{shell.Texts(lang), r.PathValue("secret"), name, other})
}

// takeOver makes the device one of the guest's.
func (s Pages) takeOver(w http.ResponseWriter, r *http.Request) {
	session, err := s.Lobby.TakeOver(r.Context(), r.PathValue("secret"), account.DeviceOf(r.UserAgent()))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.begin(w, r, session)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// takeCode sends the address of a personal link as a QR code.
func (s Pages) takeCode(w http.ResponseWriter, r *http.Request) {
	address, _ := addressOf(s.Web.Secure(r), r.Host, strings.TrimSuffix(r.URL.Path, "/code.svg"))
	if !web.GameID.MatchString(r.PathValue("secret")) { // a secret looks like an id
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
	w.Write([]byte(strings.Replace(code, "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `, 1))) // a client that has gone is no error
}

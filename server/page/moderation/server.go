package moderation

import (
	"net/http"
	"strconv"
	"time"

	"rosette/i18n"
)

// server shows the use of the resources of the server.
func (s Pages) server(w http.ResponseWriter, r *http.Request) {
	p, _, ok := s.admit(w, r, "server")
	if !ok {
		return
	}
	load := s.Status()
	p.Server = &load
	s.show(w, r, http.StatusOK, p, "")
}

// Began says since when the server runs.
func (p page) Began() string {
	return i18n.Moment(p.Lang(), time.UnixMilli(p.Server.Since).UTC()) + " UTC"
}

// Megabytes says how much memory the server has.
func (p page) Megabytes() string { return strconv.FormatUint(p.Server.Memory>>20, 10) + " MB" }

package moderation

import (
	"net/http"
	"strconv"
	"time"

	"rosette/i18n"
)

// server shows the server's resource usage.
func (s Pages) server(w http.ResponseWriter, r *http.Request) {
	p, _, ok := s.admit(w, r, "server")
	if !ok {
		return
	}
	load := s.Status()
	p.Server = &load
	s.show(w, r, http.StatusOK, p, "")
}

// Began returns the server's start time.
func (p page) Began() string {
	return i18n.Moment(p.Lang(), time.UnixMilli(p.Server.Since).UTC()) + " UTC"
}

// Megabytes returns the server's memory usage.
func (p page) Megabytes() string { return strconv.FormatUint(p.Server.Memory>>20, 10) + " MB" }

package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"

	"rosette/server/http/wire"
)

// answer sends a row's request and returns the response. who may end in @ and an address.
func (w *world) answer(who, row string) *httptest.ResponseRecorder {
	method, rest, _ := strings.Cut(row, " ")
	path, body, _ := strings.Cut(rest, " ")
	path = strings.NewReplacer("GAME", w.game, "OFFER", w.offer).Replace(path)
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	switch {
	case method == http.MethodGet:
	case strings.HasPrefix(body, "{"):
		r.Header.Set("Content-Type", "application/json")
	case strings.HasPrefix(body, "("):
		r.Header.Set("Content-Type", "application/octet-stream")
	default:
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	who, address, elsewhere := strings.Cut(who, "@")
	if elsewhere {
		r.RemoteAddr = address + ":1234"
	}
	if key := w.keys[who]; key != nil {
		r.AddCookie(key)
	}
	if secret := w.browsers[who]; secret != "" {
		r.AddCookie(&http.Cookie{Name: wire.BrowserCookie, Value: secret})
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := &firstFlush{httptest.NewRecorder(), cancel}
	w.handler.ServeHTTP(out, r.WithContext(ctx))
	return out.ResponseRecorder
}

package site

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"rosette/i18n"
	"rosette/quote"
)

// headers stand on every answer. The policy leaves a page nothing but its own
// files and its own socket.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
		"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// guard lets in only what was meant for this site: the Host must be ours, so
// that no other name can be pointed at us (DNS rebinding), and what changes
// anything must come from our own pages.
func (s *site) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusForbidden, "api.cross-origin", nil)
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		if !s.answersTo(r.Host) {
			s.fail(w, r, http.StatusMisdirectedRequest, "api.wrong-host", i18n.Args{"host": quote.Clip(r.Host, 40)})
			return
		}
		inner.ServeHTTP(w, r)
	})
}

func (s *site) answersTo(host string) bool {
	name := hostName(host)
	if name == "localhost" || s.hosts[name] {
		return true
	}
	_, err := netip.ParseAddr(name)
	return err == nil // a number cannot be pointed anywhere else
}

// hostName strips a port and brackets.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// address is whom limits count: one IPv4 address or one IPv6 network of the
// size a subscriber gets.
func (s *site) address(r *http.Request) string {
	from := r.RemoteAddr
	if hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ","); s.TrustProxy {
		// Only the last hop is the proxy's own word.
		from = or(strings.TrimSpace(hops[len(hops)-1]), from)
	}
	ip, err := netip.ParseAddr(hostName(from))
	if err != nil {
		return quote.Clip(from, 40)
	}
	if ip = ip.Unmap(); ip.Is6() {
		if network, err := ip.WithZone("").Prefix(64); err == nil {
			return network.String()
		}
	}
	return ip.String()
}

// secure tells whether the browser's line is.
func (s *site) secure(r *http.Request) bool {
	return r.TLS != nil || s.TrustProxy && r.Header.Get("X-Forwarded-Proto") == "https"
}

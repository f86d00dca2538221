package web

import (
	"net/http"
	"strings"
)

// A Policy lists a page's additional rights. The zero Policy adds none.
type Policy struct {
	WebAssembly bool // compile WebAssembly
	Microphone  bool // use the microphone
	Framed      bool // be shown in a frame on another site, where it gets no cookies
}

// Set sets the policy's headers. A page may use only files and sockets from its own origin, no
// device, and must not be framed, unless the policy allows more.
func (p Policy) Set(h http.Header) {
	scripts := "'self'"
	microphone := "()"
	ancestors := "'none'"
	if p.WebAssembly {
		scripts += " 'wasm-unsafe-eval'"
	}
	if p.Microphone {
		microphone = "(self)"
	}
	h.Set("X-Frame-Options", "DENY")
	if p.Framed {
		ancestors = "*"
		h.Del("X-Frame-Options") // it cannot allow other sites
	}
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'", "script-src " + scripts, "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
		"worker-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
		"frame-ancestors " + ancestors,
	}, "; "))
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone="+microphone+", payment=(), usb=()")
}

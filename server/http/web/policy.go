package web

import (
	"net/http"
	"strings"
)

// A Policy is what a page may do besides what every page may. The zero Policy adds nothing.
type Policy struct {
	WebAssembly bool // compile WebAssembly
	Microphone  bool // ask for the microphone
	Framed      bool // stand in a frame of another site, where it gets no cookies
}

// Set sets the headers of the policy: a page has nothing but files and sockets of its own
// origin, no device, and no frame around it, unless the policy allows more.
func (p Policy) Set(h http.Header) {
	scripts, microphone, ancestors := "'self'", "()", "'none'"
	if p.WebAssembly {
		scripts += " 'wasm-unsafe-eval'"
	}
	if p.Microphone {
		microphone = "(self)"
	}
	h.Set("X-Frame-Options", "DENY")
	if p.Framed {
		ancestors = "*"
		h.Del("X-Frame-Options") // has no value for other sites
	}
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'none'", "script-src " + scripts, "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
		"worker-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors " + ancestors,
	}, "; "))
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone="+microphone+", payment=(), usb=()")
}

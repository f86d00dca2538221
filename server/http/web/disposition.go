package web

import (
	"net/url"
	"strings"
)

// Disposition returns a Content-Disposition header for a file: kind is inline or attachment. A
// name outside ASCII is in filename*, as RFC 6266 says, with an ASCII form for old clients.
func Disposition(kind, name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			return '_'
		}
		return r
	}, name)
	value := kind + `; filename="` + plain + `"`
	if plain != name {
		value += "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	}
	return value
}

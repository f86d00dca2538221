package site

import (
	"net/http"

	"rosette/api"
	"rosette/api/web"
)

// An apiPage lists the operations of the API.
type apiPage struct {
	texts
	Operations       []web.Operation
	Document, Socket string // addresses
	Client, Server   []api.MessageExample
}

// api describes the API for people who write programs for it. The names and
// descriptions of its parts are those of the OpenAPI document, in English.
func (s *site) api(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.language(w, r, "api"); ok {
		s.showKept(w, r, "api", lang, func() page {
			return apiPage{texts(lang), s.API.Operations(s.groups()...), "/api/openapi.json", "/api/socket", api.ClientMessages(), api.ServerMessages()}
		})
	}
}

package site

import (
	"net/http"

	"rosette/api"
	"rosette/api/web"
	"rosette/site/shell"
)

// An apiPage lists the operations of the API.
type apiPage struct {
	shell.Texts
	Operations       []web.Operation
	Document, Socket string // addresses
	Client, Server   []api.MessageExample
}

// api describes the API for people who write programs for it. The names and
// descriptions of its parts are those of the OpenAPI document, in English.
func (s *site) api(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.Language(w, r, "api"); ok {
		s.ShowKept(w, r, "api", lang, func() shell.Page {
			return apiPage{shell.Texts(lang), s.API.Operations(s.groups()...), "/api/openapi.json", "/api/socket", api.ClientMessages(), api.ServerMessages()}
		})
	}
}

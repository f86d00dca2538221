package page

import (
	"net/http"
	"slices"

	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// An apiPage lists the operations of the API.
type apiPage struct {
	shell.Texts
	Groups           []apiGroup
	Document, Socket string // addresses
	Client, Server   []socket.MessageExample
}

// An apiGroup is a group of related operations.
type apiGroup struct {
	Name       string
	Operations []web.Operation
}

// apiGroups returns all operations by group.
func (s *site) apiGroups() (all []apiGroup) {
	operations := s.API.Operations(s.Groups...)
	for _, name := range web.Groups() {
		all = append(all, apiGroup{
			name, slices.DeleteFunc(slices.Clone(operations), func(o web.Operation) bool { return o.Group != name }),
		})
	}
	return all
}

// api shows the API reference for programmers. Its names and descriptions come from the OpenAPI
// document, in English.
func (s *site) api(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.Language(w, r, "api"); ok {
		s.ShowKept(w, r, "api", lang, func() shell.Page {
			return apiPage{
				shell.Texts(lang), s.apiGroups(), "/api/openapi.json", "/api/socket", socket.ClientMessages(),
				socket.ServerMessages(),
			}
		})
	}
}

package web

import (
	"cmp"
	_ "embed" // for the codes
	"encoding/json"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"rosette/i18n"
	"rosette/server/http/wire"
)

// about describes the API.
const about = "Play Go on rosettes and on squares. Programs play over HTTP with streams of JSON lines, or over the WebSocket at " +
	"/api/socket, as messages that server/page/ui/src/net/wire.ts describes. A personal token is sent as Authorization: Bearer; each operation lists " +
	"its scopes. Responses to too many requests have status 429 and Retry-After; RateLimit states what is left."

// Security scheme names.
const (
	byToken   = "token"
	bySession = "session"
)

// securitySchemes describe how a client authenticates.
func securitySchemes() map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		byToken: {
			Type: "http", Scheme: "bearer",
			Description: "A personal token, with the scopes read, play and chat as its user has given them.",
		},
		bySession: {
			Type: "apiKey", In: "cookie", Name: wire.SessionCookie,
			Description: "The session of a user who has signed in; guests have the cookie " + wire.GuestCookie +
				". Over TLS both names begin with " + wire.HostPrefix + ".",
		},
	}
}

// securityOf returns the accepted credentials for an operation: a token with a scope, a session,
// and none if it never responds with status 401.
func securityOf(method, path string, problems []int) (all []map[string][]string) {
	if scope := scopeOf(method, path); scope != "" {
		all = append(all, map[string][]string{byToken: {string(scope)}})
	}
	all = append(all, map[string][]string{bySession: {}})
	if !slices.Contains(problems, http.StatusUnauthorized) {
		all = append(all, map[string][]string{})
	}
	return all
}

// groups maps path prefixes to operation groups: the first matching row counts.
var groups = []struct{ path, name string }{
	{"/api/stream/", "programs"},
	{"/api/token", "programs"},
	{"/api/socket", "programs"},
	{"/api/games/{id}/stream", "programs"},
	{"/api/games/{id}/commands", "programs"},
	{"/api/games/{id}/chat", "programs"},
	{"/api/games/{id}/rematch", "lobby"},
	{"/api/lobby/", "lobby"},
	{"/api/users", "rating"},
	{"/api/ratings", "rating"},
	{"/api/watch", "rating"},
	{"/api/account", "account"},
	{"/api/session", "account"},
	{"/api/notices", "account"},
	{"/api/chat", "chat"},
	{"/api/admin", "moderation"},
	{"/api/games/{id}/annul", "moderation"},
	{"/api/", "match"},
	{"/games/", "match"},
}

// Groups returns the names of all operation groups, in the order on a page.
func Groups() []string {
	return []string{"programs", "match", "lobby", "rating", "account", "chat", "moderation"}
}

// groupOf returns an operation's group.
func groupOf(path string) string {
	return groups[slices.IndexFunc(groups,
		func(row struct{ path, name string }) bool { return strings.HasPrefix(path, row.path) })].name
}

// tags are the groups in the document.
func tags() (all []*huma.Tag) {
	for _, name := range Groups() {
		all = append(all, &huma.Tag{Name: name})
	}
	return all
}

// codes are the codes of all problems, one on each line. A test collects them from the source.
//
//go:embed codes.txt
var codes string

// Codes returns the codes of all problems with their English texts.
func Codes() map[string]string {
	all := map[string]string{}
	for _, code := range strings.Fields(codes) {
		all[code] = i18n.T("en", code, nil)
	}
	return all
}

// complete adds the parts of the document that belong to no operation.
func complete(document *huma.OpenAPI) {
	schemas := document.Components.Schemas.Map()
	delete(schemas, "ErrorModel") // huma's own type, which translate replaces
	if problem := schemas["Problem"]; problem != nil {
		problem.Properties["code"].Extensions = map[string]any{"x-codes": Codes()}
	}
}

// examples creates request examples.
type examples struct{ schemas huma.Registry }

// curl returns the command that sends a request to an operation.
func (e examples) curl(method, path string, o *huma.Operation) string {
	parts := []string{"curl"}
	if scopeOf(method, path) != "" {
		parts = append(parts, `-H "Authorization: Bearer $TOKEN"`)
	} else {
		parts = append(parts, "-b jar")
	}
	if method != http.MethodGet && (method != http.MethodPost || o.RequestBody == nil) {
		parts = append(parts, "-X "+method)
	}
	if o.RequestBody != nil && o.RequestBody.Content["application/json"] != nil {
		body, err := json.Marshal(e.of(o.RequestBody.Content["application/json"].Schema, 0))
		if err != nil {
			panic(err) // strings and numbers: cannot happen
		}
		parts = append(parts, "-H 'Content-Type: application/json'", "-d '"+string(body)+"'")
	} else if o.RequestBody != nil {
		parts = append(parts, "-H 'Content-Type: application/octet-stream'", "--data-binary @game.sgf")
	}
	return strings.Join(append(parts, `"$SERVER`+path+`"`), " ")
}

// of returns an example for a schema. An object gets its required fields and those with an example.
func (e examples) of(schema *huma.Schema, depth int) any {
	if schema.Ref != "" {
		schema = e.schemas.SchemaFromRef(schema.Ref)
	}
	switch {
	case len(schema.Examples) > 0:
		return schema.Examples[0]
	case schema.Type == huma.TypeObject:
		object := map[string]any{}
		for name, property := range schema.Properties {
			if required := slices.Contains(schema.Required, name); depth < 3 && (required ||
				len(property.Examples) > 0) {
				object[name] = e.of(property, depth+1)
			}
		}
		return object
	}
	usual := map[string]any{huma.TypeInteger: 1, huma.TypeNumber: 1, huma.TypeBoolean: true, huma.TypeArray: []any{}}
	if value, ok := usual[schema.Type]; ok {
		return value
	}
	return "…"
}

// An Operation describes an API operation for a page.
type Operation struct {
	Method, Path, Summary string
	Fields                []OperationField
	Answer                []OperationField // response fields on success; for a list, its element's fields
	Problems              []string         // statuses
	Group                 string           // see Groups
	Scope                 string           // scope that a token needs; "" if tokens are not accepted
	Curl                  string           // example for a shell
}

// An OperationField is an operation's parameter, or a field in its body.
type OperationField struct{ Name, In, Type, About string }

// Operations returns all operations in the groups, sorted by path.
func (s *Server) Operations(groups ...Group) []Operation {
	routes := s.routes(s.Fail, groups).operations
	e := examples{routes.OpenAPI().Components.Schemas}
	schemas := routes.OpenAPI().Components.Schemas
	var all []Operation
	for path, item := range routes.OpenAPI().Paths {
		for method, operation := range operationsOf(item) {
			if operation == nil {
				continue
			}
			o := Operation{
				Method: method, Path: path, Summary: operation.Summary, Group: groupOf(path),
				Scope: string(scopeOf(method, path)), Curl: e.curl(method, path, operation),
			}
			for _, p := range operation.Parameters {
				o.Fields = append(o.Fields, OperationField{p.Name, p.In, p.Schema.Type, p.Description})
			}
			if operation.RequestBody != nil {
				o.Fields = append(o.Fields, bodyFields(schemas, operation.RequestBody)...)
			}
			o.addAnswers(schemas, operation.Responses)
			if o.Answer == nil {
				o.Answer = []OperationField{{"body", "answer", "bytes", ""}} // a file, such as a picture
			}
			all = append(all, o)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Path+all[i].Method < all[j].Path+all[j].Method })
	return all
}

// addAnswers adds the response fields and the problem statuses.
func (o *Operation) addAnswers(schemas huma.Registry, answers map[string]*huma.Response) {
	for status, answer := range answers {
		if body := answer.Content["application/json"]; strings.HasPrefix(status, "2") && body != nil {
			o.Answer = fieldsOf(schemas, body.Schema, "answer")
		} else if answer.Content[ProblemType] != nil {
			o.Problems = append(o.Problems, status)
		}
	}
	sort.Strings(o.Problems)
}

func bodyFields(schemas huma.Registry, body *huma.RequestBody) []OperationField {
	if body.Content["application/json"] == nil { // a file
		return []OperationField{{"body", "body", "file", body.Description}}
	}
	return fieldsOf(schemas, body.Content["application/json"].Schema, "body")
}

func fieldsOf(schemas huma.Registry, schema *huma.Schema, in string) []OperationField {
	var all []OperationField
	if schema.Items != nil {
		schema = schema.Items
	}
	if schema.Ref != "" {
		schema = schemas.SchemaFromRef(schema.Ref)
	}
	for name, property := range schema.Properties {
		all = append(all, OperationField{name, in, cmp.Or(property.Type, "object"), property.Description})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

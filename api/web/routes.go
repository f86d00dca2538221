package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rosette/quote"
)

// MaxBody bounds the body of a request, in bytes.
const MaxBody = 4 << 10

// requestKey is the key under which the context of an operation has the request.
type requestKey struct{}

// RequestOf returns the request of an operation.
func RequestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

// A Group is a package of operations, which it registers on routes.
type Group interface{ Register(routes *Routes) }

// Routes are the routes under /api/ while they are registered.
type Routes struct {
	*http.ServeMux // for what is no operation, such as the socket
	operations     huma.API
}

// Handler answers the routes under /api/: the operations of the groups and their
// description at /api/openapi.json.
func (s *Server) Handler(groups ...Group) http.Handler {
	routes := s.routes(groups)
	paths := routes.operations.OpenAPI().Paths
	for path := range paths {
		routes.HandleFunc(path, s.wrongMethod(methodsOf(paths[path])))
	}
	routes.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, ProblemOf(http.StatusNotFound, "api.no-page", nil))
	})
	return routes
}

// routes registers all operations.
func (s *Server) routes(groups []Group) *Routes {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Rosette", "1")
	config.Info.Description = "Play Go on rosettes and on squares. Live games come over the WebSocket at /api/socket, " +
		"as messages that site/ui/src/wire.ts describes."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/api/openapi", "", ""
	config.CreateHooks = nil // no links to schemas in answers
	config.Transformers = []huma.Transformer{s.translate}
	routes := &Routes{mux, humago.New(mux, config)}
	routes.operations.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humago.Unwrap(ctx)
		ctx.SetHeader("Cache-Control", "no-store")
		next(huma.WithValue(ctx, requestKey{}, r))
	})
	for _, g := range groups {
		g.Register(routes)
	}
	delete(routes.operations.OpenAPI().Components.Schemas.Map(), "ErrorModel") // huma's own, which translate replaces
	return routes
}

// A Handler answers an operation. An error that is a [Problem] is told to the client in
// its language.
type Handler[In, Out any] = func(context.Context, *In) (*Out, error)

// Get registers an operation that reads something, with the statuses of its problems.
func Get[In, Out any](routes *Routes, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, http.MethodGet, path, summary, http.StatusOK, MaxBody, handler, problems)
}

// Create registers an operation that makes something that has an address then.
func Create[In, Out any](routes *Routes, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, http.MethodPost, path, summary, http.StatusCreated, MaxBody, handler, problems)
}

// Post registers an operation that works on a body of up to most bytes.
func Post[In, Out any](routes *Routes, path, summary string, most int64, handler Handler[In, Out], problems ...int) {
	register(routes, http.MethodPost, path, summary, http.StatusOK, most, handler, problems)
}

// Put registers an operation that sets something.
func Put[In, Out any](routes *Routes, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, http.MethodPut, path, summary, http.StatusOK, MaxBody, handler, problems)
}

// Replace registers an operation that sets something to a body of up to most bytes.
func Replace[In, Out any](routes *Routes, path, summary string, most int64, handler Handler[In, Out], problems ...int) {
	register(routes, http.MethodPut, path, summary, http.StatusOK, most, handler, problems)
}

// Delete registers an operation that takes something away.
func Delete[In, Out any](routes *Routes, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, http.MethodDelete, path, summary, http.StatusOK, MaxBody, handler, problems)
}

// register registers an operation with its name and the statuses of its problems.
func register[In, Out any](routes *Routes, method, path, summary string, status int, most int64, handler Handler[In, Out], problems []int) {
	schemas := routes.operations.OpenAPI().Components.Schemas
	o := huma.Operation{Method: method, Path: path, Summary: summary, DefaultStatus: status, MaxBodyBytes: most, Responses: map[string]*huma.Response{}}
	for _, status := range append(problems, http.StatusInternalServerError) {
		o.Responses[statusText(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content:     map[string]*huma.MediaType{ProblemType: {Schema: schemas.Schema(typeOfProblem, true, "Problem")}},
		}
	}
	o.OperationID = strings.ToLower(method) + strings.NewReplacer("/api", "", "/{id}", "-one", "/", "-", "{", "", "}", "").Replace(path)
	huma.Register(routes.operations, o, handler)
}

// translate puts problems into words, and makes problems of what huma finds wrong
// with a request by itself.
func (s *Server) translate(ctx huma.Context, _ string, answer any) (any, error) {
	r, _ := humago.Unwrap(ctx)
	switch e := answer.(type) {
	case Problem:
		return e.In(s.Language(r)), nil
	case *huma.ErrorModel:
		return misreading(e, ctx.Operation().MaxBodyBytes).In(s.Language(r)), nil
	}
	return answer, nil
}

// wrongMethod answers a request with a method that the path does not take.
func (s *Server) wrongMethod(takes []string) http.HandlerFunc {
	allow := strings.Join(takes, ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		s.Fail(w, r, WrongMethod(r, allow))
	}
}

// WrongMethod returns the problem of a method that an address does not take.
func WrongMethod(r *http.Request, allow string) Problem {
	return ProblemOf(http.StatusMethodNotAllowed, "api.wrong-method", map[string]any{"method": quote.Clip(r.Method, 40), "allow": allow})
}

// NotFound returns the problem of an address at which there is nothing.
func NotFound() Problem { return ProblemOf(http.StatusNotFound, "api.no-page", nil) }

// ServerFault returns the problem of an error that is not the client's.
func ServerFault() Problem { return ProblemOf(http.StatusInternalServerError, "api.fault", nil) }

// Unreadable returns the problem of a body that cannot be read.
func Unreadable() Problem { return ProblemOf(http.StatusBadRequest, "api.unreadable", nil) }

// methodsOf returns the methods of a path.
func methodsOf(path *huma.PathItem) []string {
	var takes []string
	for method, operation := range operationsOf(path) {
		if operation != nil {
			takes = append(takes, method)
		}
	}
	if slices.Contains(takes, "GET") {
		takes = append(takes, "HEAD")
	}
	sort.Strings(takes)
	return takes
}

func operationsOf(path *huma.PathItem) map[string]*huma.Operation {
	return map[string]*huma.Operation{"GET": path.Get, "POST": path.Post, "PUT": path.Put, "DELETE": path.Delete}
}

// An Operation is an operation of the API as a page shows it.
type Operation struct {
	Method, Path, Summary string
	Fields                []OperationField
	Answer                []OperationField // of its success; of one element if it is a list
	Problems              []string         // statuses
}

// An OperationField is a parameter of an operation, or a field of its body.
type OperationField struct{ Name, In, Type, About string }

// Operations returns all operations of the groups, sorted by path.
func (s *Server) Operations(groups ...Group) []Operation {
	routes := s.routes(groups).operations
	schemas := routes.OpenAPI().Components.Schemas
	var all []Operation
	for path, item := range routes.OpenAPI().Paths {
		for method, operation := range operationsOf(item) {
			if operation == nil {
				continue
			}
			o := Operation{Method: method, Path: path, Summary: operation.Summary}
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

// addAnswers adds the fields of the answer and the statuses of problems.
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

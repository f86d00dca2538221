package api

import (
	"context"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rosette/quote"
)

// maxBody bounds the body of a request, in bytes.
const maxBody = 4 << 10

// requestKey is the key under which the context of an operation has the request.
type requestKey struct{}

// requestOf returns the request of an operation.
func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

// Handler answers the routes under /api/: the operations, their description at
// /api/openapi.json and the socket.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/socket", s.Socket)
	routes := s.describe(mux)
	for path := range routes.OpenAPI().Paths {
		mux.HandleFunc(path, s.wrongMethod(methodsOf(routes.OpenAPI().Paths[path])))
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, problem(http.StatusNotFound, "api.no-page", nil))
	})
	return mux
}

// describe registers all operations.
func (s *Server) describe(mux *http.ServeMux) huma.API {
	config := huma.DefaultConfig("Rosette", "1")
	config.Info.Description = "Play Go on rosettes and on squares. Live games come over the WebSocket at /api/socket, " +
		"as messages that site/ui/src/wire.ts describes."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/api/openapi", "", ""
	config.CreateHooks = nil // no links to schemas in answers
	config.Transformers = []huma.Transformer{s.translate}
	routes := humago.New(mux, config)
	routes.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humago.Unwrap(ctx)
		ctx.SetHeader("Cache-Control", "no-store")
		next(huma.WithValue(ctx, requestKey{}, r))
	})
	create(routes, "/api/games", "Open a game", s.postGame, 403, 422, 429, 503)
	add(routes, "/api/games", "Your games", s.getGames, 422, 503)
	add(routes, "/api/games/{id}", "A game as it stands", s.getGame, 404, 503)
	add(routes, "/api/games/{id}/estimate", "What a position comes to", s.getEstimate, 400, 404, 409, 429, 503)
	add(routes, "/api/games/{id}/review", "The review of a game that is over", s.getReview, 404, 409, 503)
	add(routes, "/api/games/{id}/hint", "A good move, in a game against the computer", s.getHint, 403, 404, 409, 429, 503)
	post(routes, "/api/positions", "The positions of a line of moves", maxPositionsBody, s.postPositions, 403, 422, 429)
	post(routes, "/api/positions/picture", "A picture of the position after a line of moves", maxPositionsBody, s.postPicture, 403, 422, 429)
	post(routes, "/api/records", "A game record as positions", maxRecord, s.postRecord, 403, 413, 422, 429)
	add(routes, "/api/boards", "Boards for new games", s.getBoards)
	add(routes, "/api/levels", "Levels of the computer", s.getLevels)
	add(routes, "/api/rulesets", "Presets of rules", s.getRulesets)
	delete(routes.OpenAPI().Components.Schemas.Map(), "ErrorModel") // huma's own, which translate replaces
	return routes
}

// add registers an operation that reads something, with the statuses of its problems.
func add[In, Out any](routes huma.API, path, summary string, handler func(context.Context, *In) (*Out, error), problems ...int) {
	register(routes, huma.Operation{Method: http.MethodGet, Path: path, Summary: summary, DefaultStatus: http.StatusOK, MaxBodyBytes: maxBody}, handler, problems)
}

// create registers an operation that makes something that has an address then.
func create[In, Out any](routes huma.API, path, summary string, handler func(context.Context, *In) (*Out, error), problems ...int) {
	register(routes, huma.Operation{Method: http.MethodPost, Path: path, Summary: summary, DefaultStatus: http.StatusCreated, MaxBodyBytes: maxBody}, handler, problems)
}

// post registers an operation that works on a body of so many bytes and keeps nothing.
func post[In, Out any](routes huma.API, path, summary string, most int64, handler func(context.Context, *In) (*Out, error), problems ...int) {
	register(routes, huma.Operation{Method: http.MethodPost, Path: path, Summary: summary, DefaultStatus: http.StatusOK, MaxBodyBytes: most}, handler, problems)
}

// register registers an operation with its name and the statuses of its problems.
func register[In, Out any](routes huma.API, o huma.Operation, handler func(context.Context, *In) (*Out, error), problems []int) {
	schemas := routes.OpenAPI().Components.Schemas
	o.Responses = map[string]*huma.Response{}
	for _, status := range append(problems, http.StatusInternalServerError) {
		o.Responses[statusText(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content:     map[string]*huma.MediaType{problemType: {Schema: schemas.Schema(typeOfProblem, true, "Problem")}},
		}
	}
	o.OperationID = strings.ToLower(o.Method) + strings.NewReplacer("/api", "", "/{id}", "-one", "/", "-").Replace(o.Path)
	huma.Register(routes, o, handler)
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
	return problem(http.StatusMethodNotAllowed, "api.wrong-method", map[string]any{"method": quote.Clip(r.Method, 40), "allow": allow})
}

// NotFound returns the problem of an address at which there is nothing.
func NotFound() Problem { return problem(http.StatusNotFound, "api.no-page", nil) }

// ServerFault returns the problem of an error that is not the client's.
func ServerFault() Problem { return problem(http.StatusInternalServerError, "api.fault", nil) }

// Unreadable returns the problem of a body that cannot be read.
func Unreadable() Problem { return problem(http.StatusBadRequest, "api.unreadable", nil) }

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
	return map[string]*huma.Operation{"GET": path.Get, "POST": path.Post}
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

// Operations returns all operations, sorted by path.
func (s *Server) Operations() []Operation {
	routes := s.describe(http.NewServeMux())
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
		} else if answer.Content[problemType] != nil {
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
		all = append(all, OperationField{name, in, or(property.Type, "object"), property.Description})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

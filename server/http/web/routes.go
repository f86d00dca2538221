package web

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"rosette/internal/quote"
	"rosette/server/http/wire"
)

// MaxBody is the default maximum size of a request body in bytes.
const MaxBody = 4 << 10

// attachment makes a browser that follows a link to the API save the response as a file instead of
// guessing its type and showing it.
const attachment = `attachment; filename="api.json"`

// A Group is a set of operations that can add themselves to Routes.
type Group interface{ Register(routes *Routes) }

// Routes collects the routes under /api/, and files that pages link to. Each is an operation, so that
// the description is complete.
type Routes struct {
	mux        *http.ServeMux
	server     *Server
	pages      FailFunc // responds to failed requests for files
	operations huma.API
	costs      map[string]Cost // by pattern, such as "GET /api/boards"
}

// HandleFunc registers a handler for a pattern with a known cost. Package huma calls it.
func (r *Routes) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	cost := r.costs[pattern]
	r.costs[pattern] = cost // a test finds a missing cost
	_, path, _ := strings.Cut(pattern, " ")
	r.mux.HandleFunc(pattern, r.server.costed(cost, r.fail(path), handler, empty))
}

// apiPrefix begins the API's paths. Operations with other paths are files.
const apiPrefix = "/api/"

// fail returns the function that responds to failed requests for a path.
func (r *Routes) fail(path string) FailFunc {
	if strings.HasPrefix(path, apiPrefix) {
		return r.server.Fail
	}
	return r.pages
}

// Files returns the paths outside /api/.
func (r *Routes) Files() (paths []string) {
	for path := range r.operations.OpenAPI().Paths {
		if !strings.HasPrefix(path, apiPrefix) {
			paths = append(paths, path)
		}
	}
	return paths
}

// ServeHTTP implements [http.Handler].
func (r *Routes) ServeHTTP(w http.ResponseWriter, req *http.Request) { r.mux.ServeHTTP(w, req) }

// Costs returns the costs of all routes in some groups by pattern, such as "GET /api/boards".
func (s *Server) Costs(groups ...Group) map[string]Cost { return s.routes(s.Fail, groups).costs }

// Handler returns the handler for the groups' operations, under /api/ and at [Routes.Files], and
// for their description at /api/openapi.json. pages responds to failed requests for files.
func (s *Server) Handler(pages FailFunc, groups ...Group) *Routes {
	routes := s.routes(pages, groups)
	paths := routes.operations.OpenAPI().Paths
	for path := range paths {
		routes.mux.HandleFunc(path, s.wrongMethod(methodsOf(paths[path]), routes.fail(path)))
	}
	routes.mux.HandleFunc(apiPrefix, func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, ProblemOf(http.StatusNotFound, "api.no-page", nil))
	})
	return routes
}

// routes registers all operations.
func (s *Server) routes(pages FailFunc, groups []Group) *Routes {
	config := huma.DefaultConfig("Rosette", "1")
	config.Info.Description = about
	config.Components.SecuritySchemes = securitySchemes()
	config.Tags = tags()
	config.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	config.OpenAPIPath = "/api/openapi"
	config.DocsPath = ""
	config.SchemasPath = ""
	config.CreateHooks = nil // no links to schemas in responses
	config.Transformers = []huma.Transformer{s.translate}
	routes := &Routes{mux: http.NewServeMux(), server: s, pages: pages, costs: map[string]Cost{}}
	for _, form := range []string{".json", ".yaml", "-3.0.json", "-3.0.yaml"} {
		routes.costs["GET "+config.OpenAPIPath+form] = Cheap // generated once
	}
	routes.operations = humago.New(routes, config)
	routes.operations.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		ctx.SetHeader("Cache-Control", "no-store")
		ctx.SetHeader("Content-Disposition", attachment)
		next(huma.WithValue(ctx, serverKey{}, s))
	})
	for _, g := range groups {
		g.Register(routes)
	}
	complete(routes.operations.OpenAPI())
	return routes
}

// A Handler implements an operation. An error that is a [Problem] or a refusal is sent in the
// client's language.
type Handler[In, Out any] = func(context.Context, *In) (*Out, error)

// Get registers an operation that reads, with its cost and its problem statuses.
func Get[In, Out any](routes *Routes, cost Cost, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, cost, http.MethodGet, path, summary, http.StatusOK, MaxBody, handler, problems)
}

// Create registers an operation that creates something with its own address.
func Create[In, Out any](routes *Routes, cost Cost, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, cost, http.MethodPost, path, summary, http.StatusCreated, MaxBody, handler, problems)
}

// Post registers an operation with a body of up to most bytes.
func Post[In, Out any](
	routes *Routes, cost Cost, path, summary string, most int64, handler Handler[In, Out], problems ...int,
) {
	register(routes, cost, http.MethodPost, path, summary, http.StatusOK, most, handler, problems)
}

// Put registers an operation that sets a value.
func Put[In, Out any](routes *Routes, cost Cost, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, cost, http.MethodPut, path, summary, http.StatusOK, MaxBody, handler, problems)
}

// Replace registers an operation that sets a value to a body of up to most bytes.
func Replace[In, Out any](
	routes *Routes, cost Cost, path, summary string, most int64, handler Handler[In, Out], problems ...int,
) {
	register(routes, cost, http.MethodPut, path, summary, http.StatusOK, most, handler, problems)
}

// Delete registers an operation that deletes something.
func Delete[In, Out any](routes *Routes, cost Cost, path, summary string, handler Handler[In, Out], problems ...int) {
	register(routes, cost, http.MethodDelete, path, summary, http.StatusOK, MaxBody, handler, problems)
}

// Stream registers an operation that writes its response itself, such as a stream of
// [wire.LinesType] or a file. examples has one value for each type written.
func Stream[In any](
	routes *Routes, cost Cost, path, summary, mediaType string, examples []any, handler func(context.Context,
		*In) (http.HandlerFunc, error), problems ...int,
) {
	stream(routes, cost, http.MethodGet, path, summary, mediaType, examples, MaxBody, handler, problems)
}

// PostStream registers an operation with a body of up to most bytes that writes its response as
// [Stream] does.
func PostStream[In any](
	routes *Routes, cost Cost, path, summary, mediaType string, examples []any, most int64,
	handler func(context.Context, *In) (http.HandlerFunc, error), problems ...int,
) {
	stream(routes, cost, http.MethodPost, path, summary, mediaType, examples, most, handler, problems)
}

// stream registers an operation that writes its response itself.
func stream[In any](
	routes *Routes, cost Cost, method, path, summary, mediaType string, examples []any, most int64,
	handler func(context.Context, *In) (http.HandlerFunc, error), problems []int,
) {
	routes.costs[method+" "+path] = cost
	o := describe(routes, method, path, summary, http.StatusOK, most, problems)
	content := &huma.Schema{Type: huma.TypeString}
	if mediaType == "image/png" {
		content.Format = "binary"
	}
	if len(examples) > 0 {
		content = &huma.Schema{}
		for _, one := range examples {
			typ := reflect.TypeOf(one)
			content.OneOf = append(content.OneOf,
				routes.operations.OpenAPI().Components.Schemas.Schema(typ, true, typ.Name()))
		}
	}
	o.Responses["200"] = &huma.Response{
		Description: http.StatusText(http.StatusOK), Content: map[string]*huma.MediaType{mediaType: {Schema: content}},
	}
	huma.Register(routes.operations, o, func(ctx context.Context, in *In) (*huma.StreamResponse, error) {
		if err := unresolved(in); err != nil {
			return routes.failed(ctx, path, err)
		}
		serve, err := handler(ctx, in)
		if err != nil {
			return routes.failed(ctx, path, err)
		}
		return &huma.StreamResponse{Body: func(c huma.Context) {
			r, w := humago.Unwrap(c)
			w.Header().Set("Content-Type", mediaType)
			if mediaType != wire.LinesType {
				w.Header().Del("Content-Disposition") // a file has its own name, or is a picture to be shown
			}
			serve(w, r)
		}}, nil
	})
}

// failed responds to a failed request for a stream or a file.
func (r *Routes) failed(ctx context.Context, path string, err error) (*huma.StreamResponse, error) {
	err = r.server.Problem(ctx, err)
	p := Problem{}
	if strings.HasPrefix(path, apiPrefix) || !errors.As(err, &p) {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		req, w := humago.Unwrap(c)
		w.Header().Del("Content-Disposition")
		r.pages(w, req, p)
	}}, nil
}

// Upgrade registers an operation that switches the connection to another protocol.
func Upgrade(routes *Routes, cost Cost, path, summary string, serve http.HandlerFunc, problems ...int) {
	routes.costs[http.MethodGet+" "+path] = cost
	o := describe(routes, http.MethodGet, path, summary, http.StatusSwitchingProtocols, MaxBody, problems)
	o.Responses["101"] = &huma.Response{Description: http.StatusText(http.StatusSwitchingProtocols)}
	huma.Register(routes.operations, o, func(context.Context, *struct{}) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(c huma.Context) {
			r, w := humago.Unwrap(c)
			serve(w, r)
		}}, nil
	})
}

// register registers an operation with its name and its problem statuses.
func register[In, Out any](
	routes *Routes, cost Cost, method, path, summary string, status int, most int64, handler Handler[In, Out],
	problems []int,
) {
	routes.costs[method+" "+path] = cost
	huma.Register(routes.operations, describe(routes, method, path, summary, status, most, problems),
		func(ctx context.Context, in *In) (*Out, error) {
			if err := placeOf(ctx); err != nil {
				return nil, err
			}
			if err := unresolved(in); err != nil {
				return nil, routes.server.Problem(ctx, err)
			}
			out, err := handler(ctx, in)
			return out, routes.server.Problem(ctx, err)
		})
}

// unresolved returns the error that prevents an input's handler from running.
func unresolved(in any) error {
	if c, ok := in.(interface{ unresolved() error }); ok {
		return c.unresolved()
	}
	return nil
}

// describe returns an operation with its name and its problem statuses.
func describe(routes *Routes, method, path, summary string, status int, most int64, problems []int) huma.Operation {
	schemas := routes.operations.OpenAPI().Components.Schemas
	o := huma.Operation{
		Method: method, Path: path, Summary: summary, DefaultStatus: status, MaxBodyBytes: most,
		Responses: map[string]*huma.Response{},
	}
	for _, status := range append(problems, http.StatusInternalServerError) {
		o.Responses[statusText(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content: map[string]*huma.MediaType{
				ProblemType: {Schema: schemas.Schema(typeOfProblem, true, "Problem")},
			},
		}
	}
	o.Tags, o.Security = []string{groupOf(path)}, securityOf(method, path, problems)
	o.OperationID = strings.ToLower(method) +
		strings.NewReplacer("/api", "", "/{id}", "-one", "/", "-", "{", "", "}", "").Replace(path)
	return o
}

// translate sets the texts of problems, and converts huma's own request errors to problems.
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

// wrongMethod responds to a request with an unsupported method.
func (s *Server) wrongMethod(takes []string, fail FailFunc) http.HandlerFunc {
	allow := strings.Join(takes, ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		fail(w, r, WrongMethod(r, allow))
	}
}

// WrongMethod returns the problem for a method that an address does not support.
func WrongMethod(r *http.Request, allow string) Problem {
	return ProblemOf(http.StatusMethodNotAllowed, "api.wrong-method", map[string]any{
		"method": quote.Clip(r.Method, 40), "allow": allow,
	})
}

// NotFound returns the problem for an unknown address.
func NotFound() Problem { return ProblemOf(http.StatusNotFound, "api.no-page", nil) }

// ServerFault returns the problem for an error in the server.
func ServerFault() Problem { return ProblemOf(http.StatusInternalServerError, "api.fault", nil) }

// Unreadable returns the problem for an unreadable body.
func Unreadable() Problem { return ProblemOf(http.StatusBadRequest, "api.unreadable", nil) }

// methodsOf returns the methods that a path supports.
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

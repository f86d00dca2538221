package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"rosette/i18n"
	"rosette/play"
	"rosette/server/http/wire"
	"rosette/server/refusal"
)

// A Problem is the reason for a failed request. Code and the codes in Errors are catalogue keys;
// Detail and the messages are their texts in the request's language.
type Problem struct {
	Status int          `json:"status"`
	Code   string       `json:"code"`
	Detail string       `json:"detail"`
	Errors []wire.Fault `json:"errors,omitempty"`
	Cause  string       `json:"cause,omitempty"` // the exact cause in English, for programs

	Args map[string]any `json:"-"` // for Code
	Wait time.Duration  `json:"-"` // time after which the request may be repeated
}

// Error returns the status, the code and its arguments.
func (p Problem) Error() string { return fmt.Sprintf("%d %s %v", p.Status, p.Code, p.Args) }

// ProblemType is the media type of problems.
const ProblemType = "application/problem+json"

var typeOfProblem = reflect.TypeFor[Problem]()

// ContentType returns the media type of problems.
func (p Problem) ContentType(string) string { return ProblemType }

func statusText(status int) string { return strconv.Itoa(status) }

// GetStatus returns the HTTP status.
func (p Problem) GetStatus() int { return p.Status }

// GetHeaders returns the headers for the response.
func (p Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.Wait.Seconds()))))
	}
	return h
}

// In returns the problem with its texts in a language.
func (p Problem) In(lang string) Problem {
	p.Detail = i18n.T(lang, p.Code, p.Args)
	faults := make([]wire.Fault, len(p.Errors))
	for i, f := range p.Errors {
		f.Message = i18n.T(lang, f.Code, f.Args)
		faults[i] = f
	}
	p.Errors = faults
	return p
}

// statuses maps refusals to HTTP statuses.
var statuses = map[refusal.Kind]int{
	refusal.Invalid:         http.StatusUnprocessableEntity,
	refusal.Malformed:       http.StatusBadRequest,
	refusal.Unauthenticated: http.StatusUnauthorized,
	refusal.Forbidden:       http.StatusForbidden,
	refusal.NotFound:        http.StatusNotFound,
	refusal.Conflict:        http.StatusConflict,
	refusal.Gone:            http.StatusGone,
	refusal.TooMany:         http.StatusTooManyRequests,
	refusal.Busy:            http.StatusServiceUnavailable,
}

// matchProblems are the problems of unreadable matches. Their hosts log them.
var matchProblems = map[error]Problem{
	play.ErrNoMatch:      ProblemOf(http.StatusNotFound, "api.no-game", nil),
	play.ErrUnknownEvent: ProblemOf(http.StatusServiceUnavailable, "api.unknown-event", nil),
	play.ErrDamaged:      ProblemOf(http.StatusInternalServerError, "api.damaged", nil),
}

// AsProblem returns the problem in an error's chain: a Problem, a refusal with its status, or an
// unreadable match. It returns other errors unchanged.
func AsProblem(err error) error {
	e := refusal.Of(err)
	if e == nil {
		for target, p := range matchProblems {
			if errors.Is(err, target) {
				return p
			}
		}
		return err
	}
	p := Problem{Status: statuses[e.Kind], Code: e.Code, Args: e.Args, Wait: e.Wait}
	for _, f := range e.Fields {
		p.Errors = append(p.Errors, wire.Fault{Location: "body." + f.Name, Code: f.Code, Args: f.Args})
	}
	return Because(p, e.Cause)
}

// ProblemOf returns a problem with a status and a code.
func ProblemOf(status int, code string, args map[string]any) Problem {
	return Problem{Status: status, Code: code, Args: args}
}

// Because returns the problem with an exact cause.
func Because(p Problem, err error) Problem {
	if err != nil {
		p.Cause = err.Error()
	}
	return p
}

// TooMany returns the problem of an exceeded limit.
func TooMany(code string, wait time.Duration, args map[string]any) Problem {
	if args == nil {
		args = map[string]any{}
	}
	args["n"] = int(math.Ceil(wait.Seconds()))
	return Problem{Status: http.StatusTooManyRequests, Code: code, Args: args, Wait: wait}
}

// Failed responds with a problem as JSON. It logs an unknown error, unless the client has
// disconnected.
func (s *Server) Failed(w http.ResponseWriter, r *http.Request, err error) {
	p := Problem{}
	switch known := errors.As(AsProblem(err), &p); {
	case !known && r.Context().Err() != nil:
		return
	case !known:
		s.Log.ErrorContext(r.Context(), "api", "path", OpenPath(r), "err", err)
		p = ServerFault()
	}
	s.Fail(w, r, p)
}

// Fail responds with a problem as JSON.
func (s *Server) Fail(w http.ResponseWriter, r *http.Request, p Problem) {
	p = p.In(s.Language(r))
	data, err := json.Marshal(p)
	if err != nil {
		s.Log.Error("cannot write a problem", "err", err) // only strings and numbers: cannot happen
	}
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", ProblemType)
	w.Header().Set("Content-Disposition", attachment)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	w.Write(data) // a disconnected client does not matter
}

package web

import (
	"net/http"
	"strings"

	"rosette/server/http/wire"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// mistakes maps parts of package huma's English error messages to problem codes. The first match
// counts.
var mistakes = []struct{ part, code string }{
	{validation.MsgUnexpectedProperty, "api.unknown-field"},
	{begin(validation.MsgExpectedRequiredProperty), "api.missing-field"},
	{"unexpected", "api.bad-json"}, // end of the body
	{huma.ErrUnknownContentType.Error(), contentType},
	{begin(validation.MsgExpectedOneOf), "api.wrong-value"},
	{begin(validation.MsgExpectedMinimumNumber), "api.out-of-range"},
	{begin(validation.MsgExpectedMaximumNumber), "api.out-of-range"},
	{begin(validation.MsgExpectedMinLength), "api.out-of-range"},
	{begin(validation.MsgExpectedMaxLength), "api.out-of-range"},
	{begin(validation.MsgExpectedMaxItems), "api.out-of-range"},
	{"unmarshal", "api.wrong-type"}, // from encoding/json
	{"expected", "api.wrong-type"},
	{"invalid", "api.wrong-type"}, // a parameter; in a body it means unreadable JSON
}

// Codes for a missing body, and for a body that is not JSON.
const (
	missingBody = "api.missing-body"
	contentType = "api.content-type"
)

// begin returns a format up to its first argument.
func begin(format string) string {
	text, _, _ := strings.Cut(format, "%")
	return text
}

// misreading returns the problem for a request that package huma rejected. most is the maximum body
// size in bytes. If all faults have the same code, the problem has it too.
func misreading(e *huma.ErrorModel, most int64) Problem {
	p := ProblemOf(e.Status, "api.unreadable", nil)
	switch e.Status {
	case http.StatusInternalServerError:
		p.Code = "api.fault"
	case http.StatusRequestEntityTooLarge:
		p.Code, p.Args = "api.too-large", map[string]any{"n": most}
	case http.StatusUnsupportedMediaType:
		p.Code = contentType
	}
	if len(e.Errors) == 0 && strings.Contains(e.Detail, "required") { // only a missing body has no fault
		p.Code = missingBody
	}
	for i, detail := range e.Errors {
		fault := wire.Fault{Location: detail.Location, Code: mistakeOf(detail), Args: argsOf(detail)}
		if i == 0 && p.Code == "api.unreadable" {
			p.Code, p.Args = fault.Code, fault.Args
		} else if p.Code != fault.Code {
			p.Code, p.Args = "api.unreadable", nil
		}
		p.Errors = append(p.Errors, fault)
	}
	return p
}

// argsOf returns the arguments for a fault's message: its field, and the accepted values if they
// are few.
func argsOf(d *huma.ErrorDetail) map[string]any {
	args := map[string]any{"field": d.Location}
	if values, ok := strings.CutPrefix(d.Message, begin(validation.MsgExpectedOneOf)); ok {
		args["values"] = strings.Trim(values, `"`)
	}
	return args
}

// mistakeOf returns a fault's code.
func mistakeOf(d *huma.ErrorDetail) string {
	for _, m := range mistakes {
		if strings.Contains(d.Message, m.part) && (d.Location != "body" || !strings.Contains(d.Message, "character") &&
			m.part != "invalid") {
			return m.code
		}
	}
	return "api.bad-json"
}

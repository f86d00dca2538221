package web

import (
	"net/http"
	"strings"

	"rosette/server/http/wire"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// mistakes are the codes of what package huma finds wrong with a request, by what its
// English messages contain. The first that fits counts.
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
	{"unmarshal", "api.wrong-type"}, // of encoding/json
	{"expected", "api.wrong-type"},
	{"invalid", "api.wrong-type"}, // a parameter; in a body it is unreadable JSON
}

// Codes of a body that is not there, and of one of another type than JSON.
const (
	missingBody = "api.missing-body"
	contentType = "api.content-type"
)

// begin returns a format up to its first argument.
func begin(format string) string {
	text, _, _ := strings.Cut(format, "%")
	return text
}

// misreading returns the problem of a request that package huma could not read, whose
// body may have so many bytes. The code of the problem is that of all its faults if
// they agree.
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
	if len(e.Errors) == 0 && strings.Contains(e.Detail, "required") { // a body, the only thing that is missing without a fault
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

// argsOf returns the arguments of the sentence about a fault: its field, and the values
// that the field takes where they are few.
func argsOf(d *huma.ErrorDetail) map[string]any {
	args := map[string]any{"field": d.Location}
	if values, ok := strings.CutPrefix(d.Message, begin(validation.MsgExpectedOneOf)); ok {
		args["values"] = strings.Trim(values, `"`)
	}
	return args
}

// mistakeOf returns the code of a fault.
func mistakeOf(d *huma.ErrorDetail) string {
	for _, m := range mistakes {
		if strings.Contains(d.Message, m.part) && (d.Location != "body" || !strings.Contains(d.Message, "character") && m.part != "invalid") {
			return m.code
		}
	}
	return "api.bad-json"
}

package web

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// mistakes are the codes of what package huma finds wrong with a request, by what its
// English messages contain. The first that fits counts.
var mistakes = []struct{ part, code string }{
	{validation.MsgUnexpectedProperty, "api.unknown-field"},
	{begin(validation.MsgExpectedRequiredProperty), "api.missing-field"},
	{"unexpected", "api.bad-json"}, // end of the body
	{"required", "api.missing-body"},
	{begin(validation.MsgExpectedMinimumNumber), "api.out-of-range"},
	{begin(validation.MsgExpectedMaximumNumber), "api.out-of-range"},
	{begin(validation.MsgExpectedMinLength), "api.out-of-range"},
	{begin(validation.MsgExpectedMaxLength), "api.out-of-range"},
	{begin(validation.MsgExpectedMaxItems), "api.out-of-range"},
	{"unmarshal", "api.wrong-type"}, // of encoding/json
	{"expected", "api.wrong-type"},
	{"invalid", "api.wrong-type"}, // a parameter; in a body it is unreadable JSON
}

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
		p.Code = "api.content-type"
	}
	for i, detail := range e.Errors {
		fault := Fault{Location: detail.Location, Code: mistakeOf(detail), Args: map[string]any{"field": detail.Location}}
		if i == 0 && p.Code == "api.unreadable" {
			p.Code, p.Args = fault.Code, fault.Args
		} else if p.Code != fault.Code {
			p.Code, p.Args = "api.unreadable", nil
		}
		p.Errors = append(p.Errors, fault)
	}
	return p
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

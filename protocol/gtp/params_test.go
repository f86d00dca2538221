package gtp

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestAnEngineWithoutParametersRefusesThem(t *testing.T) {
	want := []string{"=", "= {}", `? no parameter "maxTime"; this engine has no parameters`, `? no parameter "maxTime"; this engine has no parameters`}
	if got := answersTo(
		t, &Session{}, "kata-list-params\nkata-get-params\nkata-get-param maxTime\nkata-set-param maxTime 1\n",
	); !slices.Equal(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
}

func TestSetParamsSetsAllParametersOrNone(t *testing.T) {
	values := map[string]string{"first": "1", "second": "2"}
	parameters := map[string]Parameter{}
	for name := range values {
		parameters[name] = Parameter{
			func() any { return values[name] },
			func(value string) error {
				if value == "bad" {
					return errors.New("cannot be bad")
				}
				values[name] = value
				return nil
			},
		}
	}
	long := strings.Repeat("9", maxParameterValue+1)
	for _, c := range []struct{ command, answer, first, second string }{
		{`kata-set-params {"first": 3, "second": "4"}`, "=", "3", "4"},
		{`kata-set-params {"first": 5, "second": "bad"}`, "? second cannot be bad", "3", "4"},
		{`kata-set-params {"first": 5, "third": 1}`, `? no parameter "third"; use first, second`, "3", "4"},
		{`kata-set-params {"first": null}`, "=", "null", "4"},
		{"kata-set-params {", "? syntax error; use kata-set-params JSON", "null", "4"},
		{"kata-set-params null", "? syntax error; use kata-set-params JSON", "null", "4"},
		{"kata-set-param first " + long, "? first has 65 bytes; use at most 64", "null", "4"},
		{"kata-get-param " + strings.Repeat("x", 99), `? no parameter "` + strings.Repeat("x", 40) + `…"; use first, second`, "null", "4"},
	} {
		got := answersTo(t, &Session{Parameters: parameters}, c.command)
		if len(got) != 1 || got[0] != c.answer || values["first"] != c.first || values["second"] != c.second {
			t.Errorf("%s: %q, and then %v", c.command, got, values)
		}
	}
}

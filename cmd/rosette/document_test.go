package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// A described holds an operation from the OpenAPI document.
type described struct {
	Summary   string
	Tags      []string
	Security  []map[string][]string
	Responses map[string]any
}

func TestTheDocumentSaysWhoMaySendWhat(t *testing.T) {
	w := newWorld(t)
	var document struct {
		OpenAPI    string
		Paths      map[string]map[string]described
		Components struct {
			SecuritySchemes map[string]any
			Schemas         map[string]struct{ Properties map[string]map[string]any }
		}
	}
	if err := json.Unmarshal(w.answer("", "GET /api/openapi.json").Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(document.OpenAPI, "3.1") || len(document.Components.SecuritySchemes) != 2 {
		t.Errorf("OpenAPI %s, schemes %v", document.OpenAPI, document.Components.SecuritySchemes)
	}
	codes, _ := document.Components.Schemas["Problem"].Properties["code"]["x-codes"].(map[string]any)
	if codes["refusal.ko"] == nil || codes["api.too-many-requests"] == nil {
		t.Errorf("%d codes", len(codes))
	}
	for path, methods := range document.Paths {
		for method, o := range methods {
			if o.Summary == "" || len(o.Tags) != 1 || len(o.Security) == 0 || len(o.Responses) < 2 {
				t.Errorf("%s %s is described by %+v", method, path, o)
			}
		}
	}
	for route, want := range map[string]string{
		"get /api/stream/events": "token:read session", "post /api/games/{id}/commands": "token:play session ", "get /api/socket": "token:play session ",
		"post /api/chat/reports": "token:chat session", "get /api/account": "session", "get /api/admin/log": "session", "get /api/users/{name}/games.ndjson": "token:read session ",
	} {
		method, path, _ := strings.Cut(route, " ")
		var got []string
		for _, way := range document.Paths[path][method].Security {
			text := ""
			for scheme, scopes := range way {
				text = strings.TrimSuffix(scheme+":"+strings.Join(scopes, " "), ":")
			}
			got = append(got, text)
		}
		if !slices.Equal(got, strings.Split(want, " ")) {
			t.Errorf("%s takes %q, want %q", route, got, want)
		}
	}
	limits := w.answer("", "GET /api/boards").Header()
	if limits.Get("RateLimit") == "" || !strings.HasPrefix(limits.Get("RateLimit-Policy"), `"requests";q=`) {
		t.Errorf("the limit is told as %q, %q", limits.Get("RateLimit-Policy"), limits.Get("RateLimit"))
	}
}

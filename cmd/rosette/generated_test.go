package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"rosette/internal/goldentest"
	"rosette/server/http/testdata/generated"
)

// generatedFrom has the paths and methods from which the test client is generated.
var generatedFrom = map[string]string{
	"/api/token": "get", "/api/lobby/offers": "post", "/api/lobby/offers/{id}/accept": "post", "/api/games/{id}": "get", "/api/games/{id}/commands": "post",
}

// keepReferred copies the parts of the document to which a part refers.
func keepReferred(part any, from, into map[string]any) {
	switch part := part.(type) {
	case []any:
		for _, one := range part {
			keepReferred(one, from, into)
		}
	case map[string]any:
		for key, one := range part {
			name, ok := one.(string)
			if name = strings.TrimPrefix(name, "#/components/schemas/"); ok && key == "$ref" && into[name] == nil {
				into[name] = from[name]
				keepReferred(from[name], from, into)
			}
			keepReferred(one, from, into)
		}
	}
}

// partOf returns the OpenAPI document reduced to generatedFrom.
func partOf(t *testing.T, w *world) string {
	t.Helper()
	var document map[string]any
	if err := json.Unmarshal(w.answer("", "GET /api/openapi.json").Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	paths, schemas := map[string]any{}, map[string]any{}
	for path, method := range generatedFrom {
		paths[path] = map[string]any{method: in(document, "paths", path, method)}
	}
	keepReferred(paths, in(document, "components", "schemas").(map[string]any), schemas)
	delete(in(schemas, "Problem", "properties", "code").(map[string]any), "x-codes")
	part, err := json.MarshalIndent(map[string]any{
		"openapi": document["openapi"], "info": map[string]any{"title": "Rosette", "version": "1"}, "paths": paths,
		"components": map[string]any{"schemas": schemas, "securitySchemes": in(document, "components", "securitySchemes")},
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(part) + "\n"
}

func TestTheGeneratedClientIsThatOfTheDocument(t *testing.T) {
	goldentest.Text(t, "../../server/http/testdata/generated/document.json", partOf(t, newWorld(t))) // after -update: go generate ./server/http/testdata/generated
}

// generated returns the generated client for a user.
func (p *programs) generated(who string) *generated.ClientWithResponses {
	p.Helper()
	token := func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+p.tokens[who])
		return nil
	}
	c, err := generated.NewClientWithResponses(p.url, generated.WithRequestEditorFn(token))
	if err != nil {
		p.Fatal(err)
	}
	return c
}

// of returns a pointer to a value, as generated types use for optional fields.
func of[T any](value T) *T { return &value }

func TestAGeneratedClientPlaysAGame(t *testing.T) {
	p := newPrograms(t, "Ann", "Bob")
	ctx := t.Context()
	ann := p.generated("Ann")
	bob := p.generated("Bob")
	made, err := ann.PostLobbyOffersWithResponse(ctx, generated.NewOffer{Kind: of("challenge"), To: of("Bob"), Game: &generated.NewGame{
		Board: of("square-9"), Rules: of("tromp-taylor"), Color: of("black"), Clock: of("10m"),
	}})
	if err != nil || made.JSON201 == nil {
		t.Fatalf("%v, %s", err, made.Body)
	}
	id := made.JSON201.Id
	if accepted, err := bob.PostLobbyOffersOneAcceptWithResponse(ctx, id, generated.Acceptance{}); err != nil || accepted.JSON200 == nil {
		t.Fatalf("%v, %s", err, accepted.Body)
	}
	for i, point := range []string{"E5", "C3", "G7", "C7", "pass", "pass"} {
		order := generated.CommandRequest{Command: "play", Point: of(point), Id: of(point)}
		if point == "pass" {
			order = generated.CommandRequest{Command: "pass"}
		}
		done, err := []*generated.ClientWithResponses{ann, bob}[i%2].PostGamesOneCommandsWithResponse(ctx, id, order)
		if err != nil || done.JSON200 == nil {
			t.Fatalf("%s: %v, %s", point, err, done.Body)
		}
	}
	over, err := ann.GetGamesOneWithResponse(ctx, id)
	if err != nil || over.JSON200 == nil || over.JSON200.Seat != "b" || !strings.Contains(string(over.Body), `"phase":"over"`) {
		t.Errorf("%v, %s", err, over.Body)
	}
	late, err := bob.PostGamesOneCommandsWithResponse(ctx, id, generated.CommandRequest{Command: "pass"})
	if err != nil || late.ApplicationproblemJSON409 == nil || late.ApplicationproblemJSON409.Code != "refusal.game-over" {
		t.Errorf("%v, %s", err, late.Body)
	}
}

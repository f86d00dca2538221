package analysis

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"rosette/protocol/katago"
)

// An object is a JSON object with values not yet decoded.
type object map[string]json.RawMessage

// actions are the queries other than analysis queries. The answer repeats the query and adds the
// function's result.
var actions = map[string]func(*server, object) (map[string]any, error){
	"query_version": (*server).queryVersion,
	"query_models":  (*server).queryModels,
	"clear_cache":   (*server).clearCache,
	"terminate":     (*server).terminateOne,
	"terminate_all": (*server).terminateAll,
}

// runAction answers a query with an action.
func (s *server) runAction(id, name string, o object) {
	run, ok := actions[name]
	if !ok {
		s.refuse(id, fieldError{
			"action", "'action' must be one of " + strings.Join(slices.Sorted(maps.Keys(actions)), ", "),
		})
		return
	}
	more, err := run(s, o)
	if err != nil {
		s.refuse(id, err)
		return
	}
	answer := map[string]any{}
	for key, raw := range o {
		answer[key] = raw
	}
	maps.Copy(answer, more)
	s.write(answer)
}

func (s *server) queryVersion(object) (map[string]any, error) {
	return map[string]any{"version": cmp.Or(s.Version, "0"), "git_hash": "<omitted>"}, nil
}

func (s *server) queryModels(object) (map[string]any, error) {
	return map[string]any{"models": katago.Info(s.Models)}, nil
}

// clearCache does nothing: searches share no state.
func (s *server) clearCache(object) (map[string]any, error) { return nil, nil }

func (s *server) terminateOne(o object) (map[string]any, error) {
	var id string
	if raw, ok := o["terminateId"]; !ok || json.Unmarshal(raw, &id) != nil || string(raw) == "null" {
		return nil, fieldError{"terminateId", "name the query to end, a string"}
	}
	return nil, s.terminateJobs(o, func(j *job) bool { return j.query.id == id })
}

func (s *server) terminateAll(o object) (map[string]any, error) {
	return nil, s.terminateJobs(o, func(*job) bool { return true })
}

// terminateJobs terminates the matching jobs, limited to the turns in the field turnNumbers if it
// is present, and answers those not yet started.
func (s *server) terminateJobs(o object, matches func(*job) bool) error {
	turns, chosen, err := turnNumbers(o)
	if err != nil {
		return err
	}
	waited := s.terminate(func(j *job) bool { return matches(j) && (!chosen || slices.Contains(turns, j.turn)) })
	slices.SortFunc(waited, func(a, b *job) int { return int(a.sequence - b.sequence) })
	for _, j := range waited {
		s.write(j.noResults())
	}
	return nil
}

// turnNumbers parses the field turnNumbers. Chosen is false if it is absent.
func turnNumbers(o object) (turns []int, chosen bool, err error) {
	raw, ok := o["turnNumbers"]
	if !ok {
		return nil, false, nil
	}
	if json.Unmarshal(raw, &turns) != nil || turns == nil {
		return nil, false, fieldError{"turnNumbers", "must be an array of whole numbers, the turns to end"}
	}
	return turns, true, nil
}

// A fieldError is an error in a query's field.
type fieldError struct{ field, text string }

func (f fieldError) Error() string { return f.text }

// refuse answers an invalid query.
func (s *server) refuse(id string, err error) {
	answer := map[string]string{"error": err.Error(), "id": id}
	if f := (fieldError{}); errors.As(err, &f) {
		answer["field"] = f.field
	}
	s.write(answer)
}

// refuseLine answers a line without an id.
func (s *server) refuseLine(text string) { s.write(map[string]string{"error": text}) }

// warn reports that a field has no effect.
func (s *server) warn(id string, f fieldError) {
	s.write(map[string]string{"warning": f.text, "field": f.field, "id": id})
}

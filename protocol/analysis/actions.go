package analysis

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
)

// An object is a JSON object whose values have not been decoded.
type object map[string]json.RawMessage

// actions are the queries other than those for an analysis. The answer
// repeats the query, with what the function returns added to it.
var actions = map[string]func(*server, object) (map[string]any, error){
	"query_version": (*server).queryVersion,
	"query_models":  (*server).queryModels,
	"clear_cache":   (*server).clearCache,
	"terminate":     (*server).terminateOne,
	"terminate_all": (*server).terminateAll,
}

// runAction answers a query that has an action.
func (s *server) runAction(id, name string, o object) {
	run, ok := actions[name]
	if !ok {
		s.refuse(id, fieldError{"action", "'action' must be one of " + strings.Join(slices.Sorted(maps.Keys(actions)), ", ")})
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
	models := []map[string]any{}
	for _, m := range s.Models {
		models = append(models, map[string]any{
			"name": m.Name, "internalName": cmp.Or(m.Hash, m.Name), "maxBatchSize": 1,
			"usesHumanSLProfile": false, "version": 0, "usingFP16": "false",
		})
	}
	return map[string]any{"models": models}, nil
}

// clearCache does nothing: no search keeps anything for another one.
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

// terminateJobs terminates the jobs that match, only those of the turns in the
// field turnNumbers if there is one, and answers those that had not been started.
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

// turnNumbers reads the field turnNumbers and reports whether there is one.
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

// A fieldError is an error in a field of a query.
type fieldError struct{ field, text string }

func (f fieldError) Error() string { return f.text }

// refuse answers a query that has an error.
func (s *server) refuse(id string, err error) {
	answer := map[string]string{"error": err.Error(), "id": id}
	if f := (fieldError{}); errors.As(err, &f) {
		answer["field"] = f.field
	}
	s.write(answer)
}

// refuseLine answers a line that has no id.
func (s *server) refuseLine(text string) { s.write(map[string]string{"error": text}) }

// warn answers that a field has no effect.
func (s *server) warn(id string, f fieldError) {
	s.write(map[string]string{"warning": f.text, "field": f.field, "id": id})
}

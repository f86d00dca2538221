package analysis

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
)

// An object is what a line of JSON holds.
type object map[string]json.RawMessage

// actions are what can be asked besides positions; add a line to teach one. The
// answer is the question with what the action adds to it.
var actions = map[string]func(*service, object) (map[string]any, error){
	"query_version": (*service).tellVersion,
	"query_models":  (*service).tellModels,
	"clear_cache":   (*service).clearCache,
	"terminate":     (*service).terminateOne,
	"terminate_all": (*service).terminateAll,
}

// act runs an action and answers.
func (s *service) act(id, name string, o object) {
	run, ok := actions[name]
	if !ok {
		s.refuse(id, fault{"action", "'action' must be one of " + strings.Join(slices.Sorted(maps.Keys(actions)), ", ")})
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
	s.say(answer)
}

func (s *service) tellVersion(object) (map[string]any, error) {
	version, commit := s.Version, s.Commit
	if version == "" {
		version = "0"
	}
	if commit == "" {
		commit = "<omitted>"
	}
	return map[string]any{"version": version, "git_hash": commit}, nil
}

func (s *service) tellModels(object) (map[string]any, error) {
	models := []map[string]any{}
	for _, m := range s.Models {
		models = append(models, map[string]any{
			"name": m.Name, "internalName": cmp.Or(m.Hash, m.Name), "maxBatchSize": 1, "usesHumanSLProfile": false, "version": 0, "usingFP16": "false",
		})
	}
	return map[string]any{"models": models}, nil
}

func (s *service) clearCache(object) (map[string]any, error) {
	if s.Forget != nil {
		s.Forget()
	}
	return nil, nil
}

func (s *service) terminateOne(o object) (map[string]any, error) {
	var id string
	if raw, ok := o["terminateId"]; !ok || json.Unmarshal(raw, &id) != nil || string(raw) == "null" {
		return nil, fault{"terminateId", "name the query to end, a string"}
	}
	return nil, s.end(o, func(j *job) bool { return j.query.id == id })
}

func (s *service) terminateAll(o object) (map[string]any, error) {
	return nil, s.end(o, func(*job) bool { return true })
}

// end terminates the positions that are meant, of some turns if the action says
// which, and answers for those that nobody has looked at.
func (s *service) end(o object, meant func(*job) bool) error {
	turns, chosen, err := turnNumbers(o)
	if err != nil {
		return err
	}
	waited := s.terminate(func(j *job) bool { return meant(j) && (!chosen || slices.Contains(turns, j.turn)) })
	slices.SortFunc(waited, func(a, b *job) int { return int(a.number - b.number) })
	for _, j := range waited {
		s.say(j.nothing())
	}
	return nil
}

func turnNumbers(o object) (turns []int, chosen bool, err error) {
	raw, ok := o["turnNumbers"]
	if !ok {
		return nil, false, nil
	}
	if json.Unmarshal(raw, &turns) != nil || turns == nil {
		return nil, false, fault{"turnNumbers", "must be an array of whole numbers, the turns to end"}
	}
	return turns, true, nil
}

// A fault is what is wrong with a field of a query.
type fault struct{ field, text string }

func (f fault) Error() string { return f.text }

// refuse answers a query that cannot be.
func (s *service) refuse(id string, err error) {
	answer := map[string]string{"error": err.Error(), "id": id}
	if f := (fault{}); errors.As(err, &f) {
		answer["field"] = f.field
	}
	s.say(answer)
}

// complain answers a line from which not even an id can be read.
func (s *service) complain(text string) { s.say(map[string]string{"error": text}) }

// warn answers a query that can be, of a field that does not help.
func (s *service) warn(id string, f fault) {
	s.say(map[string]string{"warning": f.text, "field": f.field, "id": id})
}

package analysis

import (
	"fmt"
	"testing"
)

// KataGo's Analysis_Engine.md: with rootSymmetryPruning, a move that is not searched has the numbers
// of the symmetric move that isSymmetryOf names.
func TestSymmetricMovesHaveTheNumbersOfTheSearchedMove(t *testing.T) {
	const query = `{"id":"x","boardXSize":5,"boardYSize":5,"moves":[["B","C3"]],"rules":"chinese","maxVisits":200,` +
		`"includeMovesOwnership":true,"overrideSettings":{"rootSymmetryPruning":%t}}`
	s := &Service{Analyzer: playouts(1)}
	searched, copies := 0, map[string]int{}
	infos := decode(t, answers(t, s, fmt.Sprintf(query, true))[0])["moveInfos"].([]any)
	byMove := map[string]map[string]any{}
	for i, raw := range infos {
		info := raw.(map[string]any)
		if byMove[info["move"].(string)] != nil || info["order"] != float64(i) {
			t.Errorf("%v is listed twice or out of order", info["move"])
		}
		byMove[info["move"].(string)] = info
		of, copied := info["isSymmetryOf"].(string)
		if !copied {
			searched++
			continue
		}
		copies[of]++
		original := byMove[of]
		if original == nil || original["visits"] != info["visits"] || original["winrate"] != info["winrate"] ||
			info["pv"].([]any)[0] != info["move"] {
			t.Errorf("%v is no copy of %v", info, original)
		}
		ownership := func(o map[string]any) (sum float64) {
			for _, x := range o["ownership"].([]any) {
				sum += x.(float64)
			}
			return sum
		}
		if d := ownership(info) - ownership(original); d > 1e-3 || d < -1e-3 {
			t.Errorf("the ownership of %v differs by %v", info["move"], d)
		}
	}
	// 24 points around the centre: four orbits of 4 and one of 8; perhaps also a pass
	if len(infos)-searched != 4*3+7 || searched < 5 || searched > 6 || len(copies) != 5 {
		t.Errorf("%d moves, %d of them searched, copies %v", len(infos), searched, copies)
	}
	for _, raw := range decode(t, answers(t, s, fmt.Sprintf(query, false))[0])["moveInfos"].([]any) {
		if of, copied := raw.(map[string]any)["isSymmetryOf"]; copied {
			t.Errorf("without pruning a move is an image of %v", of)
		}
	}
}

func TestNoMoveIsReportedIfNoLegalMoveIsAllowed(t *testing.T) {
	const query = `{"id":"x","boardXSize":5,"boardYSize":5,"moves":[["B","C3"]],"rules":"chinese","maxVisits":20,` +
		`"allowMoves":[{"player":"W","moves":["C3"],"untilDepth":1}]}`
	if infos := decode(t, answers(t, &Service{Analyzer: playouts(1)}, query)[0])["moveInfos"].([]any); len(infos) > 0 {
		t.Errorf("reported %v", infos)
	}
}

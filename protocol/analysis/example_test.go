package analysis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/analysis"
)

// An analyzer searches with playouts, on one thread.
type analyzer struct{}

func (analyzer) Analyze(ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis {
	return search.Run(ctx, g, next, []engine.Evaluator{playout.New(1)}, p)
}

// White is to move, but Black's stone in the middle of a small board wins.
func ExampleService_Serve() {
	query := `{"id":"a","moves":[["B","B2"]],"rules":"tromp-taylor","boardXSize":3,"boardYSize":3,"maxVisits":400}`
	var out strings.Builder
	service := &analysis.Service{Analyzer: analyzer{}, View: analysis.AsBlack}
	if err := service.Serve(context.Background(), strings.NewReader(query+"\n"), &out); err != nil {
		fmt.Println(err)
		return
	}
	var answer struct {
		ID       string
		RootInfo struct {
			CurrentPlayer string
			Visits        int
			Winrate       float64
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &answer); err != nil {
		fmt.Println(err)
		return
	}
	root := answer.RootInfo
	fmt.Printf("%s: %s to move, %d visits, Black wins: %t\n", answer.ID, root.CurrentPlayer, root.Visits, root.Winrate > 0.9)
	// Output: a: W to move, 400 visits, Black wins: true
}

package gtp_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/gtp"
)

func ExampleSession() {
	commands := "1 rosette-board rosette-1\n2 play black a2\n3 play white a2\n4 all_legal white\n"
	var session gtp.Session
	if err := session.Serve(context.Background(), strings.NewReader(commands), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// =1
	//
	// =2
	//
	// ?3 illegal move
	//
	// =4 B1 B2 B3 A1 A3
}

// firstLegal is a player that plays the first legal point.
type firstLegal struct{}

func (firstLegal) Choose(_ context.Context, g *game.Game, c board.Color, _ engine.Time) (board.Point, bool, error) {
	for p := range board.Point(g.Graph().Points()) {
		if g.Legal(p, c) == nil {
			return p, false, nil
		}
	}
	return board.Pass, false, nil
}

// A session serves any player that implements Choose.
func ExampleSession_Serve() {
	session := gtp.Session{Board: board.Square(19, 19), Player: firstLegal{}, Version: "1.0"}
	commands := "boardsize 5\ngenmove black\ngenmove white\n"
	if err := session.Serve(context.Background(), strings.NewReader(commands), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// =
	//
	// = A5
	//
	// = B5
}

// A client drives any engine through a writer and a reader. Here the engine is a session in the
// same process; for a program, use the pipes of exec.Cmd.
func ExampleClient() {
	commands, in := io.Pipe()
	out, answers := io.Pipe()
	go func() {
		session := gtp.Session{Board: board.Square(19, 19), Player: firstLegal{}}
		answers.CloseWithError(session.Serve(context.Background(), commands, answers))
	}()
	client := gtp.NewClient(in, out, time.Minute)
	defer client.Close()
	for _, command := range []string{"boardsize 9", "play black E5", "genmove white", "play black E5"} {
		answer, err := client.Send(command)
		fmt.Printf("%s: %q, %v\n", command, answer, err)
	}
	// Output:
	// boardsize 9: "", <nil>
	// play black E5: "", <nil>
	// genmove white: "A9", <nil>
	// play black E5: "", illegal move
}

// Bot is an example for package client: a bot that accepts every challenge on a server and plays
// legal points at random.
//
//	ROSETTE_TOKEN=rosette_… go run ./examples/bot http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"

	"rosette/client"
	"rosette/server/http/wire"
)

// A lost connection ends the bot. After a restart it continues its games.
func main() {
	ctx, server := context.Background(), "http://127.0.0.1:8080"
	if len(os.Args) > 1 {
		server = os.Args[1]
	}
	bot := client.NewProgram(server, os.Getenv("ROSETTE_TOKEN"))
	for event, err := range bot.Events(ctx, 0) {
		switch {
		case err != nil:
			log.Fatal(err)
		case event.Type == wire.TypeChallenge && event.Challenge.Asked:
			if err := bot.Accept(ctx, event.Challenge.ID); err != nil {
				log.Print(err) // the challenge was withdrawn
			}
		case event.Type == wire.TypeGameStart:
			playAtRandom(ctx, bot, event.Game.ID)
		}
	}
}

// playAtRandom plays a game to its end.
func playAtRandom(ctx context.Context, bot *client.Program, game string) {
	var points []string
	for line, err := range bot.Game(ctx, game) {
		if err != nil {
			log.Print(err)
			return
		}
		state := line.State
		if line.Full != nil {
			points, state = line.Full.Points, &line.Full.State
		}
		if state == nil || !strings.Contains(state.Awaits, state.Seat) {
			continue
		}
		order := wire.CommandRequest{Command: "agree"} // with the dead stones proposed by the server
		if state.ToMove == state.Seat {
			order = randomMove(points, state)
		} else if !state.Proposed {
			continue
		}
		order.ID, order.After = fmt.Sprint("move-", state.Seq), state.Seq
		if _, err := bot.Do(ctx, game, order); err != nil {
			log.Print(err) // the position has changed: the next line contains it
		}
	}
}

// randomMove returns a legal point, or a pass if every point is illegal or the opponent has passed.
func randomMove(points []string, state *wire.GameState) wire.CommandRequest {
	var legal []string
	for i, point := range points {
		if state.Stones[i] == '.' && state.Illegal[point] == "" {
			legal = append(legal, point)
		}
	}
	last := len(state.Moves) - 1
	if len(legal) == 0 || last >= 0 && state.Moves[last][1] == "pass" {
		return wire.CommandRequest{Command: "pass"}
	}
	return wire.CommandRequest{Command: "play", Point: legal[rand.IntN(len(legal))]}
}

package runlog_test

import (
	"fmt"
	"os"
	"path/filepath"

	"rosette/internal/runlog"
)

// A program appends a record for each finished game. After a restart it reads the records and
// continues.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "run")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	type game struct{ Winner string }
	for range 2 {
		log, contents, err := runlog.Open(filepath.Join(dir, "games.jsonl"))
		if err != nil {
			fmt.Println(err)
			return
		}
		games, err := runlog.Decode[game](contents)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(games), "games are already played")
		if err := log.Append(game{"Black"}); err != nil {
			fmt.Println(err)
		}
		if err := log.Close(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 0 games are already played
	// 1 games are already played
}

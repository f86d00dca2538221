package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"rosette/game/board"
)

// maxBoardFiles is the largest number of boards in a folder.
const maxBoardFiles = 64

// boardsFlag adds --boards.
func boardsFlag(set *pflag.FlagSet, folder *string) {
	set.StringVar(folder, "boards", "",
		fmt.Sprintf("`folder` with your own boards, up to %d files named .json; keep the files as long as games use them", maxBoardFiles))
}

// registerBoards registers the boards in a folder and returns their names, by file name. An empty
// folder name means none.
func registerBoards(folder string) (names []string, err error) {
	if folder == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, usageError{fmt.Errorf("--boards: %w", err)}
	}
	for _, e := range entries {
		if !strings.EqualFold(filepath.Ext(e.Name()), ".json") {
			continue
		}
		if len(names) == maxBoardFiles {
			return nil, usageError{fmt.Errorf("--boards %s: over %d boards; use fewer", folder, maxBoardFiles)}
		}
		g, err := readBoard("--boards", filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		names = append(names, g.Name())
	}
	return names, nil
}

// readBoard reads a board file that a flag names and registers the board.
func readBoard(flag, name string) (*board.Graph, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, usageError{fmt.Errorf("%s %s is not a regular file; use a JSON file with a board", flag, name)}
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", flag, err)}
	}
	defer file.Close()
	g, err := board.Read(file)
	if err == nil {
		g, err = board.Register(g)
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	return g, nil
}

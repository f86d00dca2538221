package reviews

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"rosette/engine/review"
	"rosette/game"
	"rosette/game/sgf"
	"rosette/lab/records"
)

// A Record is a line in a list: a game whose review is compared.
type Record struct {
	Board       string
	Hash        string // SHA-256 of the file, in hexadecimal
	Part        string // such as tuning or held
	Rules       string
	Komi        float64
	First, Last int    // moves to compare, from 1
	Source      string // origin of the file
}

// ReadFile reads a list from a file: all records, or only the records in some parts. Each line has
// a [Record]'s fields, separated by spaces, and the moves as FIRST-LAST. The source may contain
// spaces.
func ReadFile(name string, parts []string) ([]Record, error) {
	return records.ReadParts(name, parts, readRecord, func(r Record) string { return r.Part })
}

func readRecord(line string) (r Record, err error) {
	fields := strings.Fields(line)
	if len(fields) < sourceField+1 {
		return r, errRecord
	}
	_, err = fmt.Sscanf(strings.Join(fields[:sourceField], " "), "%s %s %s %s %g %d-%d",
		&r.Board, &r.Hash, &r.Part, &r.Rules, &r.Komi, &r.First, &r.Last)
	if err != nil {
		return r, errRecord
	}
	r.Source = strings.Join(fields[sourceField:], " ")
	if hash, err := hex.DecodeString(r.Hash); err != nil || len(hash) != sha256.Size {
		return r, fmt.Errorf("%s is not a SHA-256; use 64 hexadecimal digits", r.Hash)
	}
	if r.First < 1 || r.Last < r.First {
		return r, fmt.Errorf("moves %d-%d: use the first and the last move, from 1", r.First, r.Last)
	}
	_, err = game.ParseRules(r.Rules)
	return r, err
}

// sourceField is the index for a line's last field.
const sourceField = 6

var errRecord = errors.New("a record is: board, SHA-256, part, rules, komi, FIRST-LAST move and source, between spaces")

// read replays the record from a file, under the rules in the list.
func (r Record) read(file string) (*review.Review, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c, err := sgf.Parse(bytes.NewReader(text), sgf.Options{})
	if err != nil {
		return nil, err
	}
	rules, err := game.ParseRules(r.Rules)
	if err != nil {
		return nil, err
	}
	found, err := review.Read(c.Trees[0], sgf.Override{Rules: &rules, Komi: &r.Komi}, maxMoves)
	if err == nil && found.Graph.Name() != r.Board {
		err = fmt.Errorf("its board is %s and not %s", found.Graph.Name(), r.Board)
	}
	return found, err
}

// maxMoves limits the moves to review.
const maxMoves = 2000

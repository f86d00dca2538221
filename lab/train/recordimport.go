package train

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"slices"

	"rosette/engine/deadstones"
	"rosette/game"
	"rosette/lab/records"
)

// RecordsNetwork stands for the network in batches of records.
const RecordsNetwork = "records"

// A RecordImport adds finished games from SGF records to an archive. Their last positions become
// samples without policies.
type RecordImport struct {
	Archive Archive
	Judge   deadstones.Judge // must be sure of the count, which must equal the record's result
	Except  map[string]bool  // SHA-256 of files to leave out, such as those that measure a network
	Games   int              // in a batch

	OnRecord func(file string, err error) // called after each file; err is why it was left out
}

// Run reads the SGF files and adds their games in batches. When ctx ends, it adds the games that it
// has and returns the cause.
func (m *RecordImport) Run(ctx context.Context, files []string) error {
	rules, err := recordRules()
	if err != nil {
		return err
	}
	batches := map[string]*Batch{} // by board
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		if m.Except[fmt.Sprintf("%x", sum)] {
			continue
		}
		played, err := m.game(ctx, text, rules)
		if ctx.Err() != nil {
			break // the games so far are added
		}
		m.OnRecord(file, err)
		if err != nil {
			continue
		}
		graph := played.Game.Graph()
		b := batches[graph.Name()]
		if b == nil {
			b = &Batch{Shard: Shard{Graph: graph}}
			b.Meta = Meta{Network: RecordsNetwork, Seed: binary.LittleEndian.Uint64(sum[:])}
			batches[graph.Name()] = b
		}
		b.Games = append(b.Games, played)
		if len(b.Games) >= m.Games {
			if err := m.add(b); err != nil {
				return err
			}
			delete(batches, graph.Name())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(batches)) {
		if err := m.add(batches[name]); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func (m *RecordImport) add(b *Batch) error {
	b.Meta.Games = len(b.Games)
	return m.Archive.Append(b)
}

// game returns the game in a record with its samples.
func (m *RecordImport) game(
	ctx context.Context, text []byte, rules []Weighted[game.Rules],
) (*PlayedGame, error) {
	g, dead, err := records.Counted(ctx, text, m.Judge.Propose)
	if err != nil {
		return nil, err
	}
	return AgreedGame(g, dead, rules, 0)
}

// recordRules returns rules for half the games.
func recordRules() (all []Weighted[game.Rules], err error) {
	for _, name := range []string{"tromp-taylor", "japanese"} {
		r, err := game.Preset(name)
		if err != nil {
			return nil, err
		}
		all = append(all, Rulesets(r)...)
	}
	return all, nil
}

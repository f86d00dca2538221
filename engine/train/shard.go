package train

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"

	"rosette/engine/neural"
	"rosette/game/board"
)

// shardMagic begins a file of rows, shardVersion says how it goes on.
const (
	shardMagic   = "ROSETTE SHARD\n"
	shardVersion = 1
)

// A Shard is the positions of some games on one board.
type Shard struct {
	Graph *board.Graph
	Rows  []Row
	About About
}

// About says where the rows of a shard come from.
type About struct {
	Network string `json:"network"` // the hash of the one that played, or "playouts"
	Seed    uint64 `json:"seed"`
	Batch   int    `json:"batch"`
	Games   int    `json:"games"`
}

// A groundWords is what a network must know of a board, as JSON.
type groundWords struct {
	Taps       [][]int32       `json:"taps"`
	Hexagons   [][]board.Point `json:"hexagons"`
	Symmetries [][]board.Point `json:"symmetries"`
}

// A shardWords is the header of a shard.
type shardWords struct {
	About
	Board  string      `json:"board"`
	Points int         `json:"points"`
	Graph  groundWords `json:"graph"`
	Rows   int         `json:"rows"`
}

// groundOf is what the trainer must know of a graph.
func groundOf(g *board.Graph, d *neural.BoardTables) groundWords {
	taps, table := d.Taps()
	w := groundWords{Hexagons: g.Rosettes(), Symmetries: g.Symmetries()}
	if w.Hexagons == nil {
		w.Hexagons = [][]board.Point{}
	}
	for len(table) > 0 {
		w.Taps, table = append(w.Taps, table[:taps]), table[taps:]
	}
	return w
}

// Bytes returns the file: a line of magic, the version, a header and the rows,
// compressed, then the SHA-256 of all that.
func (s *Shard) Bytes() ([]byte, error) {
	d, _ := neural.NewBoardTables(s.Graph)
	header, err := json.Marshal(shardWords{About: s.About, Board: s.Graph.Name(), Points: s.Graph.Points(), Graph: groundOf(s.Graph, d), Rows: len(s.Rows)})
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	file.WriteString(shardMagic)
	file.Write(binary.LittleEndian.AppendUint32(nil, shardVersion))
	file.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(header))))
	file.Write(header)
	press := zlib.NewWriter(&file)
	var row []byte
	for i := range s.Rows {
		row = s.Rows[i].append(row[:0])
		if _, err := press.Write(row); err != nil {
			return nil, err
		}
	}
	if err := press.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(file.Bytes())
	file.Write(sum[:])
	return file.Bytes(), nil
}

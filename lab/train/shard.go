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

// A shard file begins with shardMagic and shardVersion.
const (
	shardMagic   = "ROSETTE SHARD\n"
	shardVersion = 2
)

// A Shard holds the samples from games on one board.
type Shard struct {
	Graph   *board.Graph
	Samples []Sample
	Meta    Meta
}

// Meta describes the origin of a shard's samples.
type Meta struct {
	Network string `json:"network"` // hash of the network that played, or "playouts"
	Seed    uint64 `json:"seed"`
	Batch   int    `json:"batch"`
	Games   int    `json:"games"`
}

// A graphHeader describes a board to the trainer.
type graphHeader struct {
	Taps       [][]int32       `json:"taps"`
	Hexagons   [][]board.Point `json:"hexagons"`
	Symmetries [][]board.Point `json:"symmetries"`
}

// A shardHeader is a shard file's header.
type shardHeader struct {
	Meta
	Board  string      `json:"board"`
	Points int         `json:"points"`
	Graph  graphHeader `json:"graph"`
	Rows   int         `json:"rows"`
}

// graphHeaderOf returns a graph's header.
func graphHeaderOf(g *board.Graph, tables *neural.BoardTables) graphHeader {
	taps, table := tables.Taps()
	w := graphHeader{Hexagons: g.Rosettes(), Symmetries: g.Symmetries()}
	if w.Hexagons == nil {
		w.Hexagons = [][]board.Point{}
	}
	for len(table) > 0 {
		w.Taps, table = append(w.Taps, table[:taps]), table[taps:]
	}
	return w
}

// Bytes returns the shard file: a magic line, the version, the header's length, the header as JSON,
// the samples as zlib-compressed rows, and the SHA-256 of everything before it.
func (s *Shard) Bytes() ([]byte, error) {
	tables, _ := neural.NewBoardTables(s.Graph)
	header, err := json.Marshal(shardHeader{
		Meta: s.Meta, Board: s.Graph.Name(), Points: s.Graph.Points(), Graph: graphHeaderOf(s.Graph, tables),
		Rows: len(s.Samples),
	})
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	file.WriteString(shardMagic)
	file.Write(binary.LittleEndian.AppendUint32(nil, shardVersion))
	file.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(header))))
	file.Write(header)
	compressor := zlib.NewWriter(&file)
	var row []byte
	for i := range s.Samples {
		row = s.Samples[i].append(row[:0])
		if _, err := compressor.Write(row); err != nil {
			return nil, err
		}
	}
	if err := compressor.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(file.Bytes())
	file.Write(sum[:])
	return file.Bytes(), nil
}

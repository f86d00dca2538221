package web

import (
	"bytes"
	"compress/flate"
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"
)

// A JSONWriter is a response that writes itself as JSON.
type JSONWriter interface{ WriteJSON(w io.Writer) error }

// A PackedJSON is a long response as compressed JSON. It takes little memory while a client reads
// it.
type PackedJSON struct{ data bytes.Buffer }

// Pack compresses the JSON that write writes as the response to the request in ctx. The memory for
// the request's work is released when the response begins. Pack returns the error of write.
func Pack(ctx context.Context, write func(w io.Writer) error) (*PackedJSON, error) {
	p := &PackedJSON{}
	packer, err := flate.NewWriter(&p.data, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := write(packer); err != nil {
		return nil, err
	}
	if err := packer.Close(); err != nil {
		return nil, err
	}
	if t, _ := ctx.Value(ticketKey{}).(*ticket); t != nil {
		t.packed = int64(p.data.Cap())
	}
	return p, nil
}

// WriteJSON implements [JSONWriter].
func (p *PackedJSON) WriteJSON(w io.Writer) error {
	_, err := io.Copy(struct{ io.Writer }{w}, flate.NewReader(bytes.NewReader(p.data.Bytes()))) // hides w's ReadFrom
	return err
}

// A clientWriter writes to a client and records whether it has disconnected or does not read.
type clientWriter struct {
	io.Writer
	gone bool
}

// Write implements [io.Writer].
func (c *clientWriter) Write(data []byte) (int, error) {
	n, err := c.Writer.Write(data)
	c.gone = c.gone || err != nil
	return n, err
}

// jsonFormat is the format of responses. It ignores a disconnected client, because package huma
// would otherwise write another status and text. Package net/http closes the connection.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		client := &clientWriter{Writer: w}
		err := marshal(client, v)
		if client.gone {
			return nil
		}
		return err
	},
	Unmarshal: huma.DefaultJSONFormat.Unmarshal,
}

// marshal writes a response as JSON.
func marshal(w io.Writer, v any) error {
	if answer, ok := v.(JSONWriter); ok {
		return answer.WriteJSON(w)
	}
	return huma.DefaultJSONFormat.Marshal(w, v)
}

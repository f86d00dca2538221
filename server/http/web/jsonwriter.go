package web

import (
	"io"

	"github.com/danielgtaylor/huma/v2"
)

// A JSONWriter is an answer that writes itself as JSON, part by part, because all of it
// together would take too much memory.
type JSONWriter interface{ WriteJSON(w io.Writer) error }

// jsonFormat is the format of answers.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		if answer, ok := v.(JSONWriter); ok {
			return answer.WriteJSON(w)
		}
		return huma.DefaultJSONFormat.Marshal(w, v)
	},
	Unmarshal: huma.DefaultJSONFormat.Unmarshal,
}

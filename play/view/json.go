package view

import "encoding/json"

// AppendJSON appends the frame as [encoding/json] writes it.
func (f Frame) AppendJSON(dst []byte) []byte {
	data, err := json.Marshal(f)
	if err != nil {
		panic("view: " + err.Error()) // a number that is none: the rules and komi have only finite ones
	}
	return append(dst, data...)
}

package remote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"rosette/server/pubsub"
)

// subject returns the subject of a topic, after a prefix. What a subject may not hold is written as % and
// two hexadecimal digits, as in a URL; a slash is kept, so that a topic is one token.
func subject(prefix, topic string) string {
	var b strings.Builder
	b.WriteString(prefix)
	for _, c := range []byte(topic) {
		if c > ' ' && c < 0x7f && !strings.ContainsRune(".*>%", rune(c)) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

// format is the first byte of a message. A process that is newer may write another one,
// which older ones leave out.
const format = 1

// encode returns a message as it travels: its format, numbers, the length of its sender,
// that and its data. The topic is in the subject.
func encode(m pubsub.Message) []byte {
	b := make([]byte, 0, 16+len(m.From)+len(m.Data))
	b = append(b, format)
	b = binary.AppendVarint(b, int64(m.Seq))
	b = binary.AppendVarint(b, int64(m.After))
	b = binary.AppendUvarint(b, uint64(len(m.From)))
	b = append(b, m.From...)
	return append(b, m.Data...)
}

// errMalformed is returned for what is no message.
var errMalformed = errors.New("pubsub: a message of another process cannot be read")

// decode reads what encode wrote. The data stays where it is.
func decode(topic string, b []byte) (pubsub.Message, error) {
	m := pubsub.Message{Topic: topic}
	if len(b) == 0 || b[0] != format {
		return m, errMalformed
	}
	b = b[1:]
	for _, number := range []*int{&m.Seq, &m.After} {
		n, size := binary.Varint(b)
		if size <= 0 || int64(int(n)) != n {
			return m, errMalformed
		}
		*number, b = int(n), b[size:]
	}
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) || m.Seq < 0 {
		return m, errMalformed
	}
	b = b[size:]
	m.From = string(b[:n])
	if b = b[n:]; len(b) > 0 {
		m.Data = b
	}
	return m, nil
}

package remote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"rosette/server/pubsub"
)

// subject returns the subject for a topic, after a prefix. Characters not allowed in a subject are
// written as % and two hexadecimal digits, as in a URL. A slash is kept, so a topic is a single
// token.
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

// format is a message's first byte. Newer processes may write other formats, which older ones skip.
const format = 1

// encode encodes a message: format, numbers, the sender's length, the sender, and the data. The
// topic is in the subject.
func encode(m pubsub.Message) []byte {
	b := make([]byte, 0, 16+len(m.From)+len(m.Data))
	b = append(b, format)
	b = binary.AppendVarint(b, int64(m.Seq))
	b = binary.AppendVarint(b, int64(m.After))
	b = binary.AppendUvarint(b, uint64(len(m.From)))
	b = append(b, m.From...)
	return append(b, m.Data...)
}

// errMalformed is returned for an invalid message.
var errMalformed = errors.New("pubsub: invalid message from another process")

// decode decodes a message from encode. The data is not copied.
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

package stream

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"rosette/server/pubsub"
)

// topicsOf is a subscriber that records its topics.
type topicsOf struct {
	pubsub.Subscriber
	topics []string
}

func (s *topicsOf) Add(topic string) { s.topics = append(s.topics, topic) }

// A headerWriter records its stream's topics when the header is flushed.
type headerWriter struct {
	*httptest.ResponseRecorder
	feed     *topicsOf
	followed []string
}

func (w *headerWriter) Flush() {
	w.followed = slices.Clone(w.feed.topics)
	w.ResponseRecorder.Flush()
}

// A client may act as soon as it has the header. If the stream subscribed later, it would miss a
// challenge that is declined before that.
func TestAStreamFollowsItsTopicsBeforeTheClientHasTheHeader(t *testing.T) {
	feed := &topicsOf{}
	w := &headerWriter{ResponseRecorder: httptest.NewRecorder(), feed: feed}
	l := &lines{Server: &Server{Options: Options{WriteWait: time.Second}}, out: w, control: http.NewResponseController(w), feed: feed}
	if err := l.begin([]string{"one", "other"}); err != nil {
		t.Fatal(err)
	}
	if !w.Flushed || !slices.Equal(w.followed, []string{"one", "other"}) {
		t.Errorf("the header was sent while the stream followed %v", w.followed)
	}
}

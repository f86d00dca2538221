package background

import (
	"context"
	"io/fs"
	"reflect"
	"sync"
	"testing"
)

// A mapTable is a Table in memory.
type mapTable struct{ all sync.Map }

func (s *mapTable) Read(_ context.Context, id string) ([]byte, error) {
	if text, ok := s.all.Load(id); ok {
		return text.([]byte), nil
	}
	return nil, fs.ErrNotExist
}

func (s *mapTable) Write(_ context.Context, id string, text []byte) error {
	s.all.Store(id, text)
	return nil
}

func (s *mapTable) Remove(_ context.Context, id string) error {
	s.all.Delete(id)
	return nil
}

func TestAReviewOfOneServerIsFoundByAnother(t *testing.T) {
	kept, analyzer := &mapTable{}, &counter{}
	one, other := service(t, "", analyzer, nil), service(t, "", analyzer, nil)
	one.Kept, other.Kept = kept, kept
	running(t, one)
	one.Ended("over")
	found := done(t, one, "over")
	calls := analyzer.calls.Load()
	state, again, err := other.Review(t.Context(), "over")
	if err != nil || state != Done || !reflect.DeepEqual(again, found) || analyzer.calls.Load() != calls {
		t.Errorf("%s %+v, %v; want %+v", state, again, err, found)
	}
	if err := one.Forget(t.Context(), "over"); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Read(t.Context(), "over"); err == nil {
		t.Error("a removed game keeps its review")
	}
}

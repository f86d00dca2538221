package tables

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"rosette/play"
	"rosette/server/notice"
	"rosette/server/store"
)

// notices are those of a memory. The zero notices are empty.
type notices struct {
	followed int64 // one more than the position, so that 0 is none
	all      map[noticeKey]notice.Notice
	devices  map[string]notice.Device // by id
	secrets  map[string]string
}

type noticeKey struct {
	kind           notice.Kind
	subject, actor string
}

func keyOfNotice(n notice.Notice) noticeKey { return noticeKey{n.Kind, n.Subject, n.Actor} }

type noticesInMemory struct{ m *memory }

func (t noticesInMemory) Followed(ctx context.Context) (at int64, err error) {
	err = t.m.Reading(ctx, func() error { at = t.m.notices.followed - 1; return nil })
	return at, err
}

func (t noticesInMemory) Follow(ctx context.Context, from, to int64, begun, over []notice.Notice) error {
	return t.m.Writing(ctx, func() error {
		if t.m.notices.followed-1 != from {
			return play.ErrStale
		}
		t.m.notices.followed = to + 1
		for _, n := range over {
			delete(t.m.notices.all, keyOfNotice(n))
		}
		for _, n := range begun {
			t.add(n)
		}
		return nil
	})
}

// add adds a notice unless it is known with its occasion.
func (t noticesInMemory) add(n notice.Notice) {
	if known, ok := t.m.notices.all[keyOfNotice(n)]; ok && known.Occasion == n.Occasion {
		return
	}
	if t.m.notices.all == nil {
		t.m.notices.all = map[noticeKey]notice.Notice{}
	}
	n.Due, n.Tries = store.StoredTime(n.Due), 0
	t.m.notices.all[keyOfNotice(n)] = n
}

func (t noticesInMemory) Add(ctx context.Context, n notice.Notice) error {
	return t.m.Writing(ctx, func() error { t.add(n); return nil })
}

func (t noticesInMemory) Due(ctx context.Context, by time.Time, limit int) (due []notice.Notice, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, n := range t.m.notices.all {
			if !n.Due.IsZero() && !n.Due.After(by) {
				due = append(due, n)
			}
		}
		return nil
	})
	slices.SortFunc(due, func(a, b notice.Notice) int {
		return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.Subject, b.Subject), strings.Compare(a.Actor, b.Actor))
	})
	return due[:min(len(due), limit)], err
}

func (t noticesInMemory) Take(ctx context.Context, n notice.Notice, later time.Time) (took bool, err error) {
	err = t.m.Writing(ctx, func() error {
		known := t.m.notices.all[keyOfNotice(n)]
		if took = known.Occasion == n.Occasion && known.Due.Equal(n.Due) && !n.Due.IsZero(); took {
			known.Due = store.StoredTime(later)
			known.Tries++
			t.m.notices.all[keyOfNotice(n)] = known
		}
		return nil
	})
	return took, err
}

func (t noticesInMemory) Told(ctx context.Context, n notice.Notice) error {
	return t.m.Writing(ctx, func() error {
		if known, ok := t.m.notices.all[keyOfNotice(n)]; ok && known.Occasion == n.Occasion {
			known.Due = time.Time{}
			t.m.notices.all[keyOfNotice(n)] = known
		}
		return nil
	})
}

func (t noticesInMemory) Put(ctx context.Context, d notice.Device) error {
	return t.m.Writing(ctx, func() error {
		if t.m.notices.devices == nil {
			t.m.notices.devices = map[string]notice.Device{}
		}
		d.At = store.StoredTime(d.At)
		t.m.notices.devices[d.ID] = d
		return nil
	})
}

func (t noticesInMemory) Devices(ctx context.Context, actor string) (all []notice.Device, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, d := range t.m.notices.devices {
			if d.Actor == actor {
				all = append(all, d)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b notice.Device) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.ID, b.ID)) })
	return all, err
}

func (t noticesInMemory) Actors(ctx context.Context) ([]string, error) {
	told := map[string]bool{}
	err := t.m.Reading(ctx, func() error {
		for _, d := range t.m.notices.devices {
			told[d.Actor] = true
		}
		return nil
	})
	return slices.Sorted(maps.Keys(told)), err
}

func (t noticesInMemory) Remove(ctx context.Context, actor, id string) error {
	return t.m.Writing(ctx, func() error {
		if t.m.notices.devices[id].Actor == actor {
			delete(t.m.notices.devices, id)
		}
		return nil
	})
}

func (t noticesInMemory) Secret(ctx context.Context, name, fresh string) (kept string, err error) {
	err = t.m.Writing(ctx, func() error {
		if t.m.notices.secrets == nil {
			t.m.notices.secrets = map[string]string{}
		}
		if _, ok := t.m.notices.secrets[name]; !ok {
			t.m.notices.secrets[name] = fresh
		}
		kept = t.m.notices.secrets[name]
		return nil
	})
	return kept, err
}

package endings

// A Log has what an earlier run of an exam has found, and takes what this one finds.
type Log[T any] struct {
	Known    []T
	Keep     func(T) error  // called with each new result, if not nil
	Progress func(done int) // called with the count of what is done, if not nil
}

func (l *Log[T]) keep(result T) error {
	if l.Keep == nil {
		return nil
	}
	return l.Keep(result)
}

func (l *Log[T]) progress(done int) {
	if l.Progress != nil {
		l.Progress(done)
	}
}

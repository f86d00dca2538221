package storm

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// pinSelf keeps this process on one core.
func pinSelf(core int) error {
	var set unix.CPUSet
	set.Set(core)
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			return err
		}
		if err := unix.SchedSetaffinity(id, &set); err != nil && !errors.Is(err, unix.ESRCH) { // a thread that has ended
			return fmt.Errorf("pin to core %d: %w", core, err)
		}
	}
	runtime.GOMAXPROCS(1)
	return nil
}

// onCore calls start, which starts a process, on a thread that runs on one core
// only: the process inherits that.
func onCore(core int, start func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		var set unix.CPUSet
		set.Set(core)
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			done <- fmt.Errorf("pin to core %d: %w", core, err)
			return
		}
		done <- start()
	}()
	return <-done
}

// cores returns the cores on which this process may run.
func cores() (all []int, err error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, err
	}
	for core := range len(set) * 64 {
		if set.IsSet(core) {
			all = append(all, core)
		}
	}
	return all, nil
}

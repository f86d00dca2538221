package storm

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// pinSelf pins this process to a core.
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
		if err := unix.SchedSetaffinity(id, &set); err != nil && !errors.Is(err, unix.ESRCH) { // the thread has ended
			return fmt.Errorf("pin to core %d: %w", core, err)
		}
	}
	runtime.GOMAXPROCS(1)
	return nil
}

// startOn calls start, which starts a process, on a new thread whose properties the process
// inherits: it runs only on that core unless core is −1, and if weak is set, even root needs write
// permission.
func startOn(core int, weak bool, start func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		err := prepareThread(core, weak)
		if err == nil {
			err = start()
		}
		done <- err
	}()
	return <-done
}

func prepareThread(core int, weak bool) error {
	if core >= 0 {
		var set unix.CPUSet
		set.Set(core)
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			return fmt.Errorf("pin to core %d: %w", core, err)
		}
	}
	if !weak || os.Getuid() != 0 {
		return nil
	}
	if err := unix.Prctl(unix.PR_CAPBSET_DROP, unix.CAP_DAC_OVERRIDE, 0, 0, 0); err != nil {
		return fmt.Errorf("drop root's capability to write anywhere: %w", err)
	}
	return nil
}

// cores returns the cores available to this process.
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

package budget

import (
	"io/fs"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// limitVariable is the environment variable with which an operator sets the limit.
const limitVariable = "GOMEMLIMIT"

// LimitRuntime sets the soft memory limit of the Go runtime to nine tenths of the memory available
// to the process: the machine's, or its control group's if that is less. Well below the limit this
// has no effect. Near it the garbage collector works harder, where otherwise the system would kill
// the process. LimitRuntime does nothing if GOMEMLIMIT is set, or if the available memory is
// unknown, as on systems other than Linux. It returns the limit, or 0 if it set none.
func LimitRuntime() int64 {
	if os.Getenv(limitVariable) != "" {
		return 0
	}
	available := machineMemory(os.DirFS("/"))
	if available == 0 {
		return 0
	}
	limit := available / 10 * 9
	debug.SetMemoryLimit(limit)
	return limit
}

// machineMemory returns the number of bytes available to a process, or 0 if unknown. root contains
// Linux's /proc and /sys.
func machineMemory(root fs.FS) (bytes int64) {
	keep := func(n int64, err error) {
		if err == nil && n > 0 && (bytes == 0 || n < bytes) {
			bytes = n
		}
	}
	meminfo, _ := fs.ReadFile(root, "proc/meminfo") // a missing file has no lines
	for line := range strings.Lines(string(meminfo)) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			keep(n<<10, err)
		}
	}
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(fields) < 3:
		case fields[0] == "0": // version 2, where an outer group may have a lower limit
			for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
				keep(readBytes(root, path.Join("sys/fs/cgroup", group, "memory.max")))
				if group == "/" {
					break
				}
			}
		case fields[1] == "memory":
			keep(readBytes(root, path.Join("sys/fs/cgroup/memory", fields[2], "memory.limit_in_bytes")))
		}
	}
	return bytes
}

// readBytes reads a file with a number.
func readBytes(root fs.FS, name string) (int64, error) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
}

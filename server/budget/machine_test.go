package budget

import (
	"testing"
	"testing/fstest"
)

func TestTheMemoryOfAProcessIsThatOfItsMachineOrItsGroup(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	machine := file("MemTotal:        8000000 kB\nMemFree:          100000 kB\n")
	for name, c := range map[string]struct {
		root fstest.MapFS
		want int64
	}{
		"another system": {fstest.MapFS{}, 0},
		"a machine":      {fstest.MapFS{"proc/meminfo": machine, "proc/self/cgroup": file("0::/\n")}, 8_000_000 << 10},
		"no limit": {fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/a.slice\n"), "sys/fs/cgroup/a.slice/memory.max": file("max\n"),
		}, 8_000_000 << 10},
		"an outer group": {fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("0::/a.slice/b.service\n"),
			"sys/fs/cgroup/a.slice/memory.max":           file("1000000000\n"),
			"sys/fs/cgroup/a.slice/b.service/memory.max": file("2000000000\n"),
		}, 1_000_000_000},
		"version 1": {fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("5:cpu:/\n4:memory:/docker/x\n"),
			"sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes": file("512000000\n"),
		}, 512_000_000},
		"version 1 without a limit": {fstest.MapFS{
			"proc/meminfo": machine, "proc/self/cgroup": file("4:memory:/\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n"),
		}, 8_000_000 << 10},
	} {
		if got := machineMemory(c.root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestTheLimitOfTheEnvironmentCounts(t *testing.T) {
	t.Setenv(limitVariable, "1GiB")
	if got := LimitRuntime(); got != 0 {
		t.Errorf("a limit of %d is set", got)
	}
}

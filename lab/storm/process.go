package storm

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is the unit of times in /proc, USER_HZ, which is fixed in Linux.
const ticksPerSecond = 100

// A Process is a process on this machine. Its cost is read from /proc and is unknown on systems
// other than Linux.
type Process struct{ ID int }

// CPU returns the process's processor time, in steps of 10 ms, and whether it is known.
func (p Process) CPU() (used time.Duration, known bool) {
	text, err := p.read("stat")
	if err != nil {
		return 0, false
	}
	// The program's name, in parentheses, may contain spaces.
	_, rest, _ := strings.Cut(text[strings.LastIndexByte(text, ')')+1:], " ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, false
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * (time.Second / ticksPerSecond), err1 == nil && err2 == nil
}

// Memory returns the process's resident memory in bytes, and whether it is known.
func (p Process) Memory() (bytes int64, known bool) {
	text, err := p.read("statm")
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err == nil
}

func (p Process) read(name string) (string, error) {
	if p.ID <= 0 {
		return "", os.ErrNotExist
	}
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.ID), name))
	return string(data), err
}

// processes holds the processes of all measured servers.
type processes []Process

// usage returns the total processor time, 0 where unknown.
func (all processes) usage() (used time.Duration) {
	for _, p := range all {
		d, _ := p.CPU() // 0 if unknown
		used += d
	}
	return used
}

// megabytes returns the total resident memory, 0 where unknown.
func (all processes) megabytes() (mb float64) {
	for _, p := range all {
		bytes, _ := p.Memory() // 0 if unknown
		mb += float64(bytes) / 1e6
	}
	return mb
}

// machineUsage returns the processor time used by all processes and the kernel, 0 where unknown.
func machineUsage() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Fields(line)
	if len(fields) < 8 {
		return 0
	}
	var used int64
	for i, field := range fields[1:8] { // user nice system idle iowait irq softirq
		if n, err := strconv.ParseInt(field, 10, 64); err == nil && i != 3 && i != 4 {
			used += n
		}
	}
	return time.Duration(used) * (time.Second / ticksPerSecond)
}

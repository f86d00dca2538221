package retrograde

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"syscall"
)

// freeDisk returns the number of bytes that may be written to the folder's disk.
func freeDisk(folder string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: folder, Err: err}
	}
	return int64(s.Bavail) * s.Bsize, nil
}

// FreeMemory returns the number of bytes a program can allocate without swapping.
func FreeMemory() int64 {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return math.MaxInt64 // a kernel without this file
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return math.MaxInt64
}

package storm

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"rosette/internal/waittest"
)

func TestAProcessTellsItsCost(t *testing.T) {
	self := Process{os.Getpid()}
	before, known := self.CPU()
	if !known {
		t.Fatal("the processor time is not known")
	}
	after := before
	for end := time.Now().Add(waittest.Limit); after == before && time.Now().Before(end); {
		after, _ = self.CPU()
	}
	if after <= before {
		t.Errorf("the processor time stays %v", before)
	}
	if bytes, known := self.Memory(); !known || bytes < 1<<20 || bytes > 1<<32 {
		t.Errorf("the memory is %d bytes, %v", bytes, known)
	}
	for _, p := range []Process{{}, {1 << 30}} {
		if _, known := p.CPU(); known {
			t.Errorf("process %d is known", p.ID)
		}
	}
}

func TestAChildRunsOnItsCoreAndThisProcessOnAll(t *testing.T) {
	all, err := cores()
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	last := all[len(all)-1]
	var child []byte
	err = startOn(last, false, func() (err error) {
		child, err = exec.Command("grep", "Cpus_allowed_list", "/proc/self/status").Output()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var core int
	if _, err := fmt.Sscanf(string(child), "Cpus_allowed_list: %d", &core); err != nil || core != last {
		t.Errorf("the child says %q, want core %d", child, last)
	}
	if now, err := cores(); err != nil || len(now) != len(all) {
		t.Errorf("afterwards this process may use %v, %v", now, err)
	}
}

// Package pytorch finds a Python with PyTorch.
package pytorch

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// candidates are the programs tried by Find. Debian's PyTorch belongs to /usr/bin/python3, even if
// PATH leads to another Python.
var candidates = []string{"python3", "/usr/bin/python3"}

// hasTorch exits with 0 if PyTorch and NumPy are installed. It does not import them, which would
// take seconds.
const hasTorch = `import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, ("torch", "numpy"))))`

// Find returns the name of a Python with PyTorch: the named one, or the first candidate if named is
// empty.
func Find(ctx context.Context, named string) (string, error) {
	names := candidates
	if named != "" {
		names = []string{named}
	}
	for _, name := range names {
		if exec.CommandContext(ctx, name, "-c", hasTorch).Run() == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s has no PyTorch with NumPy; install them, on Debian: "+
		"apt-get install python3-torch python3-numpy libopenblas0-pthread", strings.Join(names, " and "))
}

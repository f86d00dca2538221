// Types type-checks the program for other systems, from the sources of all packages that
// it needs. This takes a tenth of the compilation time.
//
//	go run ./.ci/types darwin/arm64 windows/amd64
//
// In other modules it checks only declarations.
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) == 1 {
		fmt.Fprintln(os.Stderr, "name systems such as windows/amd64")
		os.Exit(2)
	}
	for _, target := range os.Args[1:] {
		if err := check(target); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", target, err)
			os.Exit(1)
		}
	}
}

// check type-checks the program for a system such as windows/amd64, and prints what it
// finds wrong.
func check(target string) error {
	system, processor, ok := strings.Cut(target, "/")
	if !ok {
		return fmt.Errorf("use the name of a system and of a processor, such as windows/amd64")
	}
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo |
			packages.NeedTypesSizes | packages.NeedModule,
		Env: append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
	}, "./...")
	if err != nil {
		return err
	}
	if wrong := packages.PrintErrors(all); wrong > 0 {
		return fmt.Errorf("%d errors", wrong)
	}
	fmt.Printf("%s: %d packages type-check\n", target, len(all))
	return nil
}

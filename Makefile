.PHONY: build test needs lint format staticcheck deadcode unit race cross arm64 others generate bench fuzz

FUZZTIME = 30s

# Without C the tests share the compiled packages of the program that they build.
# The race detector needs C.
export CGO_ENABLED = 0

# The limit of a package ends a test that hangs. Vet checks all packages once, in lint.
limit = -vet=off -timeout 60m

# Packages that .ci/race names alone run under the race detector and not without
# it. Where a pattern follows, those tests run under it, and all of them without.
watched = $(shell awk 'NF == 1 { print "./" $$1 }' .ci/race)
stories = ./server/page/ui/test
race = $(limit) -race -gcflags=modernc.org/sqlite/lib=-race=false
plain = $(filter-out $(watched),$(shell go list ./... | sed 's|^rosette|.|'))

# Without optimization and debugging information a program is built soonest.
plainly = -gcflags='all=-N -l -dwarf=false'

# silent runs a command that may not print anything. What it prints goes to the
# standard error as it is open: /dev/stderr would open a log anew and truncate it.
silent = echo '$(1)'; found=$$($(1)) && test -z "$$found" || { printf '%s\n' "$$found" >&2; exit 1; }

build: ; go build -trimpath -o rosette ./cmd/rosette
test: needs # what waits runs beside what compiles
	$(MAKE) -j 2 lint unit
	$(MAKE) -j 2 race others
others: ; $(MAKE) -j 1 cross arm64
needs: ; .ci/needs
lint: format staticcheck deadcode ; go vet ./...
format: ; @$(call silent,go tool gofumpt -l .)
staticcheck: ; go tool staticcheck ./...
deadcode: ; @$(call silent,.ci/deadcode)
unit: # a story often waits, so two more are played than there are processors
	go test $(limit) $(filter-out $(stories),$(plain))
	go test $(limit) -parallel $$(($$(getconf _NPROCESSORS_ONLN) + 2)) $(stories)
race: # SQLite, which is C translated to Go, is not watched itself: it would take most of the time
	{ echo $(watched); awk 'NF > 1 { print $$2, $$3, "./" $$1 }' .ci/race; } | CGO_ENABLED=1 xargs -L 1 -P 2 go test $(race)
cross: # type-checked for other systems
	go run ./.ci/types linux/arm64 darwin/arm64 windows/amd64
arm64: # emulated, with and without dot products
	GOOS=linux GOARCH=arm64 go test $(plainly) $(limit) -exec $(CURDIR)/.ci/arm64 -run 'Assembly|Largest|Activations|NaN|Kernel' ./engine/neural
generate: ; go generate ./...
bench: ; go test -run '^$$' -bench . -benchtime 300ms -count 10 ./game/... ./engine/... ./play/... ./server/store ./cmd/rosette
fuzz:
	grep -rE '^func Fuzz' --include=*_test.go . | sed -E 's|/[^/]*:func ([A-Za-z0-9_]+).*| \1|' | sort | while read -r dir name; do \
		go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$dir </dev/null || exit 1; \
	done

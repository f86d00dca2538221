.PHONY: build test needs lint race cross generate bench fuzz

build: ; CGO_ENABLED=0 go build -trimpath -o rosette ./cmd/rosette
test: needs lint race cross
needs: ; .ci/needs
lint: ; test -z "$$(go tool gofumpt -l . | tee /dev/stderr)" && go vet ./...
race: ; go test -race -timeout 12m ./...
cross: ; for os in linux darwin windows; do for arch in amd64 arm64; do CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch go build -o /dev/null ./cmd/rosette || exit 1; done; done
generate: ; go generate ./...
bench: ; go test -run '^$$' -bench . -benchtime 300ms -count 10 ./game/... ./engine/... ./store ./cmd/rosette
fuzz: ; for f in $$(grep -rhoE '^func Fuzz[A-Za-z]+' --include=*_test.go . | sed 's/func //'); do go test -run '^$$' -fuzz "^$$f\$$" -fuzztime 30s ./$$(dirname $$(grep -rlE "^func $$f\(" --include=*_test.go .)) || exit 1; done

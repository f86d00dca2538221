package rosette_test

// libraries lists other modules and the packages that may import each. "tests" means the test files
// in all packages, and a path that ends in "…" includes all packages below.
const libraries = `
github.com/BurntSushi/toml        server/settings
github.com/SherClockHolmes/webpush-go server/notice/push
github.com/andybalholm/brotli     server/page/shell server/page/ui/bundle tests
github.com/coder/websocket        server/http… client
github.com/danielgtaylor/huma/v2  server/http/web
github.com/emersion/go-smtp       tests
github.com/evanw/esbuild          server/page/ui/bundle
github.com/felixge/httpsnoop      server/http/web
github.com/go-webauthn/webauthn   server/account
github.com/golang-jwt/jwt/v5      tests
github.com/google/go-cmp          internal/goldentest tests
github.com/hashicorp/golang-lru/v2 server…
github.com/jackc/pgx/v5           server/store…
github.com/letsencrypt/pebble/v2  tests
github.com/miekg/dns              tests
github.com/nats-io/nats-server/v2 server/pubsub/natstest
github.com/nats-io/nats.go        server/pubsub/remote server/work/remote
github.com/pressly/goose/v3       server/store
github.com/prometheus/client_golang server/metrics
github.com/rogpeppe/go-internal   tests
github.com/schollz/progressbar/v3 internal/progress
github.com/spf13/cobra            cmd/rosette
github.com/spf13/pflag            cmd/rosette server/settings
github.com/wneessen/go-mail       server/notice/mail
github.com/yuin/goldmark          server/page/operator
go.uber.org/goleak                tests
golang.org/x/crypto               server/account server/certificates
golang.org/x/image                draw
golang.org/x/sync                 …
golang.org/x/sys                  engine/neural server/store/postgres lab/storm
golang.org/x/term                 internal/progress terminal
golang.org/x/text                 server/account game/sgf/charset i18n server/page/ui/wasm
golang.org/x/time                 server/http/web
modernc.org/sqlite                server/store
pgregory.net/rapid                tests
rsc.io/qr                         draw
`

package rosette_test

// libraries says which packages of this module may import an outside module.
// "tests" are the test files of all packages.
const libraries = `
github.com/BurntSushi/toml     settings
github.com/SherClockHolmes/webpush-go notify/push
github.com/coder/websocket     api api/client api/meet
github.com/danielgtaylor/huma/v2 api/web
github.com/emersion/go-smtp    tests
github.com/evanw/esbuild       site/ui/bundle
github.com/felixge/httpsnoop   api/web
github.com/go-webauthn/webauthn account
github.com/golang-jwt/jwt/v5   tests
github.com/google/go-cmp       goldentest tests
github.com/hashicorp/golang-lru/v2 api api/web filecache play/computer
github.com/jackc/pgx/v5        store/postgres store/postgrestest
github.com/letsencrypt/pebble/v2 tests
github.com/miekg/dns           tests
github.com/nats-io/nats-server/v2 pubsub/natstest
github.com/nats-io/nats.go     pubsub/remote work/remote
github.com/pressly/goose/v3    store
github.com/prometheus/client_golang metrics
github.com/rogpeppe/go-internal tests
github.com/schollz/progressbar/v3 progress
github.com/spf13/cobra         cmd/rosette
github.com/spf13/pflag         cmd/rosette settings
github.com/wneessen/go-mail    notify/mail
github.com/yuin/goldmark       site/operator
go.uber.org/goleak             tests
golang.org/x/crypto            account certificates
golang.org/x/image             draw
golang.org/x/sync              cmd/rosette engine/bench engine/configure engine/deadstones engine/komi engine/matches engine/pattern/learn engine/review engine/search engine/solve/retrograde engine/testsuite engine/train play/host protocol/analysis store/storetest storm
golang.org/x/sys               engine/neural store/postgres storm
golang.org/x/term              progress terminal
golang.org/x/text              account game/sgf/charset i18n
golang.org/x/time              api/web
modernc.org/sqlite             store
pgregory.net/rapid             tests
rsc.io/qr                      draw
`

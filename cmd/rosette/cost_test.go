package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/lab/matches"
	"rosette/lab/storm/flood"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/store"
)

// costly lists expensive requests. N stands for a different number in each request, LONG for a game
// with 600 moves, LINE for 400 moves, STONE for a different point in each request and RECORD for a
// file with 432 kB. A route without a row uses the request in the authorisation table.
const costly = `
GET /games/LONG
GET /games/LONG/game.sgf
GET /games/LONG/board.png?ply=N
GET /games/LONG/board.svg?ply=N
GET /api/games/LONG
GET /api/games/LONG/stream
POST /api/positions {"start":{"board":"square-25"},"moves":[LINE]}
POST /api/positions/picture {"start":{"board":"square-25","setup":{"b":["STONE"],"w":["C3","C4","D3"]}},"moves":[]}
POST /api/records RECORD
GET /@/player
GET /players?pool=go-19-live
GET /rooms/room1000
GET /messages/many1000
GET /admin/people?name=ma
GET /admin/people/many1
GET /admin/reports/r1
GET /api/users?search=ma&limit=50
GET /api/users/player
GET /api/users/player/games?limit=100
GET /api/users/player/ratings
GET /api/users/player/ratings/go-19-live
GET /api/ratings/go-19-live?limit=200&skip=200
GET /api/watch?limit=50
GET /api/chat/rooms/room1000
GET /api/chat/messages/Many1000
GET /api/admin/people?name=ma
GET /api/openapi.json
GET /api/openapi.yaml
GET /api/openapi-3.0.json
GET /api/openapi-3.0.yaml
`

// longLists fills long lists: the number of rows, the table with its columns, and the values. n is
// the row number, ME the player's id and NOW the time.
const longLists = `
2000 users (id, name_key, email, created, closed, body): 'u' || n, 'many' || n, '', NOW, 0, '{"name":"Many' || n || '"}'
1000 belongings (owner, kind, id, at, body): 'ME', 'follow', 'u' || n, NOW, ''
1000 belongings (owner, kind, id, at, body): 'ME', 'block', 'u' || (1000 + n), NOW, ''
2000 belongings (owner, kind, id, at, body): 'u' || n, 'follow', 'ME', NOW, ''
1000 belongings (owner, kind, id, at, body): 'ME', 'room', 'room' || n, NOW, ''
2000 belongings (owner, kind, id, at, body): 'u' || n, 'room', 'room1', NOW, ''
1000 sessions (key_hash, actor, created, seen, device, method): 'hash' || n, 'user/ME', NOW, NOW, 'Firefox', ''
1000 chat_rooms (id, title, about, owner, made, latest, closed): 'room' || n, 'Room ' || n, 'About', 'user/u' || n, NOW, NOW + n, 0
5000 chat_lines (room, number, actor, name, text, at): 'room/lounge', 100 + n, 'user/u' || (n % 2000), 'Many', 'A line', NOW
1000 chat_conversations (id, one, other, read_one, read_other, latest): 'c' || n, 'ME', 'u' || n, 0, 0, NOW + n
5000 chat_lines (room, number, actor, name, text, at): 'direct/c' || (n % 1000), 1 + n / 1000, 'user/u1', 'Many', 'A line', NOW
1000 moderation_mutes (actor, until, body): 'user/u' || n, 2 * NOW, '{"actor":"user/u' || n || '","until":"2100-01-01T00:00:00Z"}'
2000 moderation_reports (id, state, made, body): 'r' || n, 'open', NOW + n, '{"id":"r' || n || '","kind":"line","by":"user/ME","state":"open"}'
5000 moderation_log (number, at, body): 100 + n, NOW, '{"act":"mute","byName":"Many","on":"Many"}'
10000 games (id, board, rules, opened, updated, seq, position, swapped, ended, result, pool, rated, public): 'game' || n, 'square-19', '', NOW, NOW, 3, 100000 + n, 0, NOW, 'B+R', 'go-19-live', 1, 1
10000 game_seats (game, color, actor, name, outcome): 'game' || n, 'b', 'user/ME', 'player', 'won'
10000 game_seats (game, color, actor, name, outcome): 'game' || n, 'w', 'user/u' || (n % 500), 'Many', 'lost'
10000 rated_games (game, pool, black, white, head_start, position, ended, score, annulled): 'game' || n, 'go-19-live', 'user/ME', 'user/u' || (n % 500), 0, 100000 + n, NOW, 2, 0
10000 ratings (pool, actor, position, game, opponent, score, ended, points_before, points, deviation, volatility, played, last, won, lost, provisional, latest): 'go-19-live', 'user/ME', 100000 + n, 'game' || n, 'user/u' || (n % 500), 2, NOW, 15000000 + n, 15000001 + n, 500000, 600, n, NOW, n, 0, 0, n = 10000
10000 ratings (pool, actor, position, game, opponent, score, ended, points_before, points, deviation, volatility, played, last, won, lost, provisional, latest): 'go-19-live', 'user/u' || (n % 500), 100000 + n, 'game' || n, 'user/ME', 0, NOW, 15000001 + n, 15000000 + n, 500000, 600, 1 + n / 500, NOW, 0, 1 + n / 500, 0, n > 9500
`

// floodOf is the number of simultaneous requests, floodFor the clients' timeout.
const (
	floodOf  = 200
	floodFor = 200 * time.Millisecond
)

// A costlyWorld is a world with much data.
type costlyWorld struct {
	*world
	costs    map[string]web.Cost // by route
	requests map[string]string   // by route
	words    *strings.Replacer
	record   string   // a large one, shared because a copy for each client would count
	long     []string // moves
}

// newCostlyWorld returns a world with a game with 600 moves, many games and many users.
func newCostlyWorld(t *testing.T) *costlyWorld {
	t.Helper()
	w := &costlyWorld{world: newWorld(t), costs: map[string]web.Cost{}, requests: map[string]string{}, record: flood.LargeRecord()}
	w.accounts.Hasher = &account.Hasher{Cost: account.UsualCost, Budget: w.srv.API.Budget}
	for path, methods := range w.srv.Pages.Routes {
		for method, e := range methods {
			w.costs[method+" "+strings.TrimSuffix(path, "{$}")] = e.Cost
		}
	}
	maps.Copy(w.costs, w.srv.API.Costs(w.srv.Groups()...))
	w.routes = slices.Sorted(maps.Keys(w.costs))
	slices.SortStableFunc(w.routes, func(a, b string) int { // others may end the session, or empty a list
		return strings.Index(b, "GET ") - strings.Index(a, "GET ")
	})
	for i := range 600 { // in columns apart from each other, so that nothing is captured
		const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
		move := "pass"
		if at := i / 2; at < 150 {
			move = fmt.Sprintf("%c%d", columns[4*(at/25)+2*(i%2)], 1+at%25)
		}
		w.long = append(w.long, move)
	}
	id := w.open(t, 25, w.long[:300])
	for range 60 {
		w.open(t, 9, []string{"A1", "C3"})
	}
	w.fill(t)
	w.words = strings.NewReplacer("LONG", id, "LINE", `"`+strings.Join(w.long[:300], `","`)+`"`)
	for row := range strings.Lines(strings.TrimSpace(authorisation)) {
		_, request, _ := strings.Cut(strings.TrimSpace(row), " | ")
		request, alone := strings.CutPrefix(request, "* ")
		if route := w.routeOf(request); !alone || w.requests[route] == "" {
			w.requests[route] = request
		}
	}
	for row := range strings.Lines(strings.TrimSpace(costly)) {
		request := strings.TrimSpace(row)
		w.requests[w.routeOf(request)] = request
	}
	return w
}

// fill writes the rows of longLists.
func (w *costlyWorld) fill(t *testing.T) {
	t.Helper()
	words := strings.NewReplacer("ME", w.seats["player"].ID, "NOW", fmt.Sprint(time.Now().UnixNano()))
	if err := w.srv.Store.Write(t.Context(), func(tx store.Tx) (refused, failed error) {
		for row := range strings.Lines(strings.TrimSpace(longLists)) {
			n, row, _ := strings.Cut(row, " ")
			table, values, _ := strings.Cut(row, ": ")
			_, err := tx.Exec("WITH RECURSIVE rows (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM rows WHERE n < " + n + ") " +
				"INSERT INTO " + table + " SELECT " + words.Replace(values) + " FROM rows")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", table, err)
			}
		}
		return nil, nil
	}); err != nil {
		t.Fatal(err)
	}
}

// open opens a public game between the player and the opponent and plays moves.
func (w *costlyWorld) open(t *testing.T, size int, moves []string) (id string) {
	t.Helper()
	graph := board.Square(size, size)
	settings := play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Black: w.seats["player"], White: w.seats["opponent"], Public: true,
	}
	id = account.NewKey()
	if err := w.srv.Matches.Open(t.Context(), id, settings); err != nil {
		t.Fatal(err)
	}
	for i, point := range moves {
		w.command(t, id, play.Command{Kind: play.Play, By: board.Colors[i%2], Point: point})
	}
	return id
}

// ask sends a request for the n-th time and returns the status.
func (w *costlyWorld) ask(ctx context.Context, request string, n int) int {
	request = strings.NewReplacer("?ply=N", fmt.Sprint("?ply=", 1+n%300), "STONE", fmt.Sprint("Z", 1+n%25)).Replace(w.words.Replace(request))
	method, rest, _ := strings.Cut(request, " ")
	path, body, _ := strings.Cut(rest, " ")
	if body == "RECORD" {
		body = w.record
	}
	path = strings.NewReplacer("GAME", w.game, "OFFER", w.offer).Replace(path)
	r := httptest.NewRequestWithContext(ctx, method, "http://localhost"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", map[byte]string{'{': "application/json", '(': "application/octet-stream", ' ': ""}[(body + " ")[0]])
	if r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	who := "player"
	if strings.Contains(path, "/admin") {
		who = "admin"
	}
	r.AddCookie(w.keys[who])
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answer := &discarded{header: http.Header{}, end: cancel}
	w.handler.ServeHTTP(answer, r.WithContext(ctx))
	return answer.status
}

// A discarded is a ResponseWriter that discards the response.
type discarded struct {
	header http.Header
	status int
	end    context.CancelFunc
}

func (d *discarded) Header() http.Header { return d.header }

func (d *discarded) WriteHeader(status int) { d.status = status }

// Flush ends a stream at its first flush.
func (d *discarded) Flush() { d.end() }

func (d *discarded) Write(data []byte) (int, error) {
	if d.status == 0 {
		d.status = http.StatusOK
	}
	return len(data), nil
}

// idle returns the live heap bytes, and the heap size at which the next collection begins.
func idle() (alive, total int64) {
	runtime.GC()
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/goal:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64())
}

// heap returns the heap bytes that the last garbage collection found alive, and the total heap
// size.
func heap() (alive, total int64) {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64() + samples[2].Value.Uint64())
}

// peak samples the heap until stop is called, which returns the largest samples.
func peak() (stop func() (alive, total int64)) {
	done := make(chan struct{})
	var all sync.WaitGroup
	var alive, total int64
	all.Go(func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			a, b := heap()
			alive, total = max(alive, a), max(total, b)
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	return func() (int64, int64) {
		close(done)
		all.Wait()
		return alive, total
	}
}

// flood sends a request many times at once, from clients with a short timeout, and counts the
// responses by status.
func (w *costlyWorld) flood(t *testing.T, request string) map[int]int {
	ctx, cancel := context.WithCancel(t.Context())
	defer time.AfterFunc(floodFor, cancel).Stop()
	defer cancel()
	var mu sync.Mutex
	var all sync.WaitGroup
	answers := map[int]int{}
	for i := range floodOf {
		all.Go(func() {
			status := w.ask(ctx, request, i)
			mu.Lock()
			answers[status]++
			mu.Unlock()
		})
	}
	all.Wait()
	return answers
}

// hashing are the routes that hash a password. The hasher acquires its own budget for it.
var hashing = []string{"POST /sign-in", "POST /api/session", "POST /api/account/confirm", "POST /confirm"}

// queued are the routes that search. The searches wait in the queue of engine jobs.
var queued = []string{"POST /api/positions/reply"}

func TestEveryRouteDeclaresWhatItTakes(t *testing.T) {
	w := newCostlyWorld(t)
	for _, route := range w.routes {
		cost, request := w.costs[route], w.requests[route]
		switch {
		case cost.Memory == 0 || cost.CPU == 0:
			t.Errorf("%s declares no cost", route)
		case !cost.Cheap() && strings.HasPrefix(route, "POST /") && !strings.HasPrefix(route, "POST /api/"):
			t.Errorf("%s waits before its form is read, and does not notice that its client goes", route)
		case request == "":
			t.Errorf("%s has no request here", route)
		case cost.Cheap() && !slices.Contains(hashing, route):
			bytes, cpu := w.used(t, request)
			if cost == web.Cheap && bytes > cost.Memory { // others are measured under a flood
				t.Errorf("%s takes %d kB, and declares %d", route, bytes>>10, cost.Memory>>10)
			}
			if cpu > web.Page.CPU && !slices.Contains(queued, route) {
				t.Errorf("%s takes %v of a processor, and needs no place", route, cpu)
			}
		case cost == web.List:
			bytes, cpu := w.used(t, request)
			t.Logf("%-40s %d kB, %v", route, bytes>>10, cpu)
			if bytes <= web.Cheap.Memory && cpu <= web.Cheap.CPU {
				t.Errorf("%s is cheap, or longLists has too few rows", route)
			}
		}
	}
}

// used returns the bytes that a request allocates, an upper bound for its memory, and its processor
// time. Both are minima over several runs, since other goroutines use both.
func (w *costlyWorld) used(t *testing.T, request string) (bytes int64, cpu time.Duration) {
	bytes, cpu = 1<<60, time.Hour
	for n := range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun, _ := matches.ProcessCPU()
		w.ask(t.Context(), request, n)
		ended, _ := matches.ProcessCPU()
		runtime.ReadMemStats(&after)
		if n > 0 { // the first fills caches
			bytes, cpu = min(bytes, int64(after.TotalAlloc-before.TotalAlloc)), min(cpu, ended-begun)
		}
	}
	return bytes, cpu
}

func TestEveryRouteStaysWithinTheBudgetWhenManyAskAtOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	w := newCostlyWorld(t)
	for _, route := range w.routes {
		if cost := w.costs[route]; cost == web.Cheap && !slices.Contains(hashing, route) {
			continue // 200 of them fit: TestEveryRouteDeclaresWhatItTakes
		}
		w.ask(t.Context(), w.requests[route], 0)
		var alive, total int64
		for range 10 { // on a busy machine a collection may be late, and what is allocated meanwhile counts
			aliveBefore, totalBefore := idle()
			stop := peak()
			answers := w.flood(t, w.requests[route])
			alive, total = stop()
			alive, total = alive-aliveBefore, total-totalBefore
			t.Logf("%-40s alive +%d MB, total +%d MB; %v", route, alive>>20, total>>20, answers)
			waittest.Until(t, "all clients of "+route+" have gone, and nothing is in use", func() bool { return w.srv.API.Budget.Load() == budget.Load{} })
			if max(alive, total) <= budget.DefaultMemory {
				break
			}
		}
		if max(alive, total) > budget.DefaultMemory {
			t.Errorf("%s takes %d MB alive, %d in all", route, alive>>20, total>>20)
		}
	}
}

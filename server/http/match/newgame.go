package match

import (
	crypto "crypto/rand"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// MostHandicap is the most that can be asked for.
const MostHandicap = 9

// A misfit is what does not fit in one field of a NewGame.
type misfit struct {
	field string
	code  string
	args  map[string]any
}

// Error returns the field and the key.
func (m misfit) Error() string { return m.field + ": " + m.code }

// unfit returns a misfit that quotes what was sent.
func unfit(field, code, sent string, others ...any) error {
	args := map[string]any{"text": quote.Plain(sent, 40)}
	for i := 0; i+1 < len(others); i += 2 {
		args[others[i].(string)] = others[i+1]
	}
	return misfit{field, code, args}
}

// A newGame becomes settings, step by step.
type newGame struct {
	wire.NewGame
	server   *Server
	graph    *board.Graph
	settings play.Settings
	ranks    game.RankDifference
	free     bool // the weaker player has Black without komi, because of a fraction of a rank
}

// Settings checks what is asked for and returns it as the settings of a match
// whose people are the actor. The error is a Problem with the fault's field.
func (s *Server) Settings(wanted wire.NewGame, actor web.Actor, now time.Time) (play.Settings, error) {
	n := newGame{NewGame: wanted, server: s}
	n.settings.TieBreakSeed = RandomSeed()
	steps := []func() error{n.chooseBoard, n.chooseRules, n.limitStones, n.chooseKomiBy, n.setRanks, n.setHandicap, n.setWeaker, n.negotiate, n.setKomi, n.setClock}
	for _, step := range append(steps, func() error { return n.seat(actor) }, n.setVisibility) {
		if err := step(); err != nil {
			return play.Settings{}, asProblem(err)
		}
	}
	if _, err := play.Open(n.settings, now); err != nil {
		if n.settings.Rated {
			return play.Settings{}, asProblem(n.unrated())
		}
		return play.Settings{}, asProblem(misfit{"rules", "form.rules", nil})
	}
	if err := n.unmeasured(); err != nil {
		return play.Settings{}, asProblem(err)
	}
	return n.settings, nil
}

// nobody stands for a guest who is not known yet.
const nobody web.Actor = "guest/00000000000000000000000000000000"

// RandomColor returns one of the players.
func RandomColor() board.Color { return board.Colors[rand.IntN(2)] }

// ColorNamed reads the word of a colour in a NewGame; Empty is random.
func ColorNamed(word string) (c board.Color, err error) {
	c, ok := map[string]board.Color{"": board.Empty, "random": board.Empty, "black": board.Black, "white": board.White}[word]
	if !ok {
		return c, asProblem(unfit("color", "form.color", word))
	}
	return c, nil
}

// asProblem returns the problem of a misfit.
func asProblem(err error) error {
	var m misfit
	if !errors.As(err, &m) {
		return err
	}
	p := web.ProblemOf(http.StatusUnprocessableEntity, m.code, m.args)
	p.Errors = []wire.Fault{{Location: "body." + m.field, Code: m.code, Args: m.args}}
	return p
}

// RandomSeed returns what equal secret bids are decided by.
func RandomSeed() uint64 {
	var bits [8]byte
	crypto.Read(bits[:]) // never fails; the process ends if the system has no random bits
	return binary.LittleEndian.Uint64(bits[:])
}

func (n *newGame) chooseBoard() (err error) {
	name := or(n.Board, append(slices.Clone(n.server.Boards), "")[0])
	if !slices.Contains(n.server.Boards, name) {
		return unfit("board", "form.board", name, "boards", strings.Join(n.server.Boards, ", "))
	}
	if n.graph, err = board.Named(name); err != nil {
		return unfit("board", "form.board", name, "boards", strings.Join(n.server.Boards, ", "))
	}
	n.settings.Board, n.settings.Rules = name, game.DefaultRules(n.graph)
	return nil
}

func (n *newGame) chooseRules() error {
	if n.Rules == "" {
		return nil
	}
	rules, err := game.Preset(n.Rules)
	if err != nil || rules.Preset != n.Rules {
		return unfit("rules", "form.ruleset", n.Rules)
	}
	n.settings.Rules = rules
	return nil
}

// limitStones takes a supply of stones where one is asked for.
func (n *newGame) limitStones() (err error) {
	if n.Supply == "" {
		return nil
	}
	rules := &n.settings.Rules
	if rules.Supply, err = game.ParseSupply(n.Supply); err != nil {
		return unfit("supply", "form.supply", n.Supply)
	}
	if rules.Check() != nil {
		return misfit{"supply", "form.supply-kept", nil}
	}
	return nil
}

// komiBy are the ways to a komi by their words.
var komiBy = map[string]play.KomiBy{
	"": play.KomiGiven, "rules": play.KomiGiven, "number": play.KomiGiven,
	"divide": play.KomiDivide, "open": play.KomiOpen, "secret": play.KomiSecret,
}

func (n *newGame) chooseKomiBy() error {
	by, ok := komiBy[n.KomiBy]
	if !ok {
		return unfit("komiBy", "form.komi-by", n.KomiBy)
	}
	n.settings.KomiBy = by
	n.settings.Halves = by != play.KomiGiven && n.settings.Rules.Handicap != game.HandicapFlower
	return nil
}

// setRanks turns a difference in rank into a handicap.
func (n *newGame) setRanks() (err error) {
	const field = "rankDifference"
	if strings.TrimSpace(n.Ranks) == "" {
		return nil
	}
	if n.Ranks == ByRatings {
		return misfit{"handicap", "form.handicap-ratings", nil}
	}
	if n.ranks, err = game.ParseRankDifference(n.Ranks); err != nil {
		return unfit(field, "form.ranks", n.Ranks)
	}
	if n.Handicap != 0 {
		return misfit{field, "form.ranks-handicap", nil}
	}
	n.Handicap, n.free = n.settings.Rules.RankHandicap(n.graph, n.ranks)
	if n.free && (n.settings.KomiBy != play.KomiGiven || n.Komi != nil) {
		return misfit{field, "form.ranks-komi", nil}
	}
	return nil
}

func (n *newGame) setHandicap() error {
	rules, stones, field := n.settings.Rules, n.Handicap, "handicap"
	if n.ranks.Ranks > 0 {
		field = "rankDifference"
	}
	most := min(MostHandicap, rules.MostHandicap(n.graph))
	switch {
	case stones < 0 || stones > most:
		return misfit{field, "form.handicap", map[string]any{"text": stones, "most": most}}
	case stones > 0 && rules.Handicap == game.HandicapNone:
		return misfit{field, "form.no-handicap", nil}
	case stones > 0 && n.settings.KomiBy != play.KomiGiven && rules.Handicap != game.HandicapFlower:
		return misfit{field, "form.handicap-bids", nil}
	}
	n.settings.Handicap = stones
	return nil
}

// setWeaker says whose handicap it is, which Flower alone leaves open.
func (n *newGame) setWeaker() error {
	weaker, ok := map[string]board.Color{"": board.Black, "black": board.Black, "white": board.White}[n.Weaker]
	if !ok {
		return unfit("weaker", "form.weaker", n.Weaker)
	}
	if n.free && weaker == board.White {
		return misfit{"weaker", "form.ranks-black", nil}
	}
	if n.settings.Handicap > 0 && n.settings.Rules.Handicap == game.HandicapFlower {
		n.settings.Weaker = weaker
	}
	return nil
}

// negotiate lets the players agree on komi where it is left to rules whose text says so:
// by divide-and-choose, the first of the methods that Flower names.
func (n *newGame) negotiate() error {
	left := n.KomiBy == "rules" || n.KomiBy == "" && n.Komi == nil
	if left && !n.free && n.settings.Rules.Handicap == game.HandicapFlower {
		n.settings.KomiBy = play.KomiDivide
	}
	return nil
}

// setKomi takes a number where komi is one; otherwise the rules decide.
func (n *newGame) setKomi() error {
	rules := &n.settings.Rules
	if n.free {
		rules.Komi = 0
		return nil
	}
	if n.Komi == nil || n.KomiBy != "" && n.KomiBy != "number" {
		rules.Komi = rules.HandicapKomi(n.settings.Handicap)
		return nil
	}
	rules.Komi = *n.Komi
	switch {
	case rules.Check() != nil:
		return misfit{"komi", "form.komi", map[string]any{"text": *n.Komi}}
	case rules.CheckKomi() != nil:
		return misfit{"komi", "form.komi-whole", map[string]any{"n": rules.Komi}}
	}
	return nil
}

func (n *newGame) setClock() (err error) {
	if n.settings.Clock, err = clock.ParseControl(or(n.Clock, "none")); err != nil {
		return unfit("clock", "form.clock", n.Clock, "forms", clock.Forms)
	}
	return nil
}

// seat puts people and the computer on their seats.
func (n *newGame) seat(actor web.Actor) (err error) {
	switch or(n.Opponent, "computer") {
	case "computer":
		err = n.seatComputer(actor)
	case "people":
		err = n.seatPeople(actor)
	default:
		return unfit("opponent", "form.opponent", n.Opponent)
	}
	n.settings.GiveRanks(n.ranks)
	n.settings.Rated = n.Rated
	return err
}

func (n *newGame) seatComputer(actor web.Actor) error {
	mine, err := ColorNamed(n.Color)
	if err != nil {
		return err
	}
	if mine == board.Empty {
		mine = n.randomSeat()
	}
	levels := n.server.Levels
	level := or(n.Level, append(slices.Clone(levels), "")[0])
	if !slices.Contains(levels, level) {
		return unfit("level", "form.level", level, "levels", strings.Join(levels, ", "))
	}
	most := n.server.Limits.Thinking
	if n.Seconds < 0 || n.Seconds > most {
		return misfit{"seconds", "opponent.seconds.most", map[string]any{"n": most}}
	}
	if level == engine.FullStrength {
		n.settings.Thinking = time.Duration(n.Seconds) * time.Second
	}
	name, err := readName("names.black", n.Names.Black)
	if err != nil {
		return err
	}
	n.settings.Black = seatOf(actor, or(name, usualPlayer))
	n.settings.White = play.Seat{Kind: play.SeatBot, ID: level, Name: LevelTitle("en", level)}
	if mine == board.White {
		n.settings.Black, n.settings.White = n.settings.White, n.settings.Black
	}
	return nil
}

// randomSeat returns a colour for a person against the computer: in a rated game, where
// the computer gets no handicap, that which has the handicap.
func (n *newGame) randomSeat() board.Color {
	start := n.settings.HeadStart()
	switch {
	case n.Rated && start > 0:
		return board.Black
	case n.Rated && start < 0:
		return board.White
	}
	return RandomColor()
}

// seatPeople gives both seats to the actor.
func (n *newGame) seatPeople(actor web.Actor) error {
	black, err := readName("names.black", n.Names.Black)
	if err != nil {
		return err
	}
	white, err := readName("names.white", n.Names.White)
	if err != nil {
		return err
	}
	usual := [2]string{usualBlack, usualWhite}
	if n.settings.KomiBy != play.KomiGiven {
		usual = [2]string{usualFirst, usualSecond}
	}
	n.settings.Black, n.settings.White = seatOf(actor, or(black, usual[0])), seatOf(actor, or(white, usual[1]))
	if account.Key(n.settings.Black.Name) == account.Key(n.settings.White.Name) {
		return unfit("names.white", "form.same-name", n.settings.White.Name)
	}
	return nil
}

func or(text, usual string) string {
	if text == "" {
		return usual
	}
	return text
}

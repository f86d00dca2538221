package match

import (
	crypto "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
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
	"rosette/server/refusal"
)

// A NewGame is a request to open a game. Empty fields mean the default.
type NewGame struct {
	Board      string // name of an offered board; the first one if empty
	Opponent   string // computer, or people: both seats for the person
	Level      string // the computer's; the first one if empty
	Seconds    int    // the computer's thinking time for a move, at full strength only
	Color      string // of the person against the computer: black, white or random
	Black      string // typed name of a player; in a komi negotiation, of the player who begins it
	White      string
	Rules      string // name of a ruleset; the board's own if empty
	Supply     string // stones for each player, or for Black and White; from the rules if empty
	KomiBy     string // fair, rules, number, divide, open or secret; fair if empty
	Komi       *float64
	Handicap   int
	Ranks      string // sets the handicap by the rules: a rank difference, or both ranks
	Weaker     string // player with the handicap where the rules leave that open: black or white
	Clock      string
	Visibility string // public, unlisted or private
	Rated      bool
}

// MostHandicap is the largest handicap that can be requested.
const MostHandicap = 9

// Unfit returns the refusal for a field of a [NewGame]. It quotes the text that was sent. others
// lists names and values of further arguments.
func Unfit(field, code, sent string, others ...any) error {
	args := map[string]any{"text": quote.Plain(sent, 40)}
	for i := 0; i+1 < len(others); i += 2 {
		args[others[i].(string)] = others[i+1]
	}
	return refusal.InField(field, code, args)
}

// ByRatings is the value for [NewGame.Ranks] if the players' ratings decide the handicap. Only
// offers can grant that.
const ByRatings = "ratings"

// A newGame is converted to settings step by step.
type newGame struct {
	NewGame
	service  *Service
	graph    *board.Graph
	settings play.Settings
	ranks    game.RankDifference
	noKomi   bool // the weaker player has Black without komi, because of a fraction of a rank
}

// Settings returns the settings for a requested game in which the actor plays every seat that the
// computer does not. It returns a [*refusal.Error] that names the field if the game is not possible.
func (s *Service) Settings(wanted NewGame, actor account.Actor, now time.Time) (play.Settings, error) {
	n := newGame{NewGame: wanted, service: s}
	n.settings.TieBreakSeed = RandomSeed()
	steps := []func() error{
		n.chooseBoard, n.chooseRules, n.limitStones, n.chooseKomiBy, n.setRanks, n.setHandicap, n.setWeaker,
		n.negotiate, n.setKomi, n.setClock,
	}
	for _, step := range append(steps, func() error { return n.seat(actor) }, n.setVisibility) {
		if err := step(); err != nil {
			return play.Settings{}, err
		}
	}
	if _, err := play.Open(n.settings, now); err != nil {
		if n.settings.Rated {
			return play.Settings{}, n.checkRated()
		}
		return play.Settings{}, refusal.InField("rules", "form.rules", nil)
	}
	if err := n.checkLevelRating(); err != nil {
		return play.Settings{}, err
	}
	return n.settings, nil
}

// placeholderGuest stands for a guest without a session yet.
const placeholderGuest account.Actor = "guest/00000000000000000000000000000000"

// RandomColor returns a random player.
func RandomColor() board.Color { return board.Colors[rand.IntN(2)] }

// ColorNamed parses the colour in a NewGame; Empty is random.
func ColorNamed(word string) (c board.Color, err error) {
	c, ok := map[string]board.Color{
		"": board.Empty, "random": board.Empty, "black": board.Black, "white": board.White,
	}[word]
	if !ok {
		return c, Unfit("color", "form.color", word)
	}
	return c, nil
}

// RandomSeed returns the seed that decides between equal secret bids.
func RandomSeed() uint64 {
	var bits [8]byte
	crypto.Read(bits[:]) // never fails; the process ends if the system has no random bits
	return binary.LittleEndian.Uint64(bits[:])
}

func (n *newGame) chooseBoard() (err error) {
	name := or(n.Board, append(slices.Clone(n.service.Boards), "")[0])
	if !slices.Contains(n.service.Boards, name) {
		return Unfit("board", "form.board", name, "boards", strings.Join(n.service.Boards, ", "))
	}
	if n.graph, err = board.Named(name); err != nil {
		return Unfit("board", "form.board", name, "boards", strings.Join(n.service.Boards, ", "))
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
		return Unfit("rules", "form.ruleset", n.Rules)
	}
	n.settings.Rules = rules
	return nil
}

// limitStones sets the supply of stones, if requested.
func (n *newGame) limitStones() (err error) {
	if n.Supply == "" {
		return nil
	}
	rules := &n.settings.Rules
	if rules.Supply, err = game.ParseSupply(n.Supply); err != nil {
		return Unfit("supply", "form.supply", n.Supply)
	}
	if rules.Check() != nil {
		return refusal.InField("supply", "form.supply-kept", nil)
	}
	return nil
}

// komiBy maps words to komi methods.
var komiBy = map[string]play.KomiBy{
	"": play.KomiGiven, "fair": play.KomiGiven, "rules": play.KomiGiven, "number": play.KomiGiven,
	"divide": play.KomiDivide, "open": play.KomiOpen, "secret": play.KomiSecret,
}

func (n *newGame) chooseKomiBy() error {
	by, ok := komiBy[n.KomiBy]
	if !ok {
		return Unfit("komiBy", "form.komi-by", n.KomiBy)
	}
	n.settings.KomiBy = by
	n.settings.Halves = by != play.KomiGiven && n.settings.Rules.Handicap != game.HandicapFlower
	return nil
}

// setRanks converts a rank difference to a handicap.
func (n *newGame) setRanks() (err error) {
	const field = "rankDifference"
	if strings.TrimSpace(n.Ranks) == "" {
		return nil
	}
	if n.Ranks == ByRatings {
		return refusal.InField("handicap", "form.handicap-ratings", nil)
	}
	if n.ranks, err = game.ParseRankDifference(n.Ranks); err != nil {
		return Unfit(field, "form.ranks", n.Ranks)
	}
	if n.Handicap != 0 {
		return refusal.InField(field, "form.ranks-handicap", nil)
	}
	n.Handicap, n.noKomi = n.settings.Rules.RankHandicap(n.graph, n.ranks)
	if n.noKomi && (n.settings.KomiBy != play.KomiGiven || n.Komi != nil) {
		return refusal.InField(field, "form.ranks-komi", nil)
	}
	return nil
}

func (n *newGame) setHandicap() error {
	rules := n.settings.Rules
	stones := n.Handicap
	field := "handicap"
	if n.ranks.Ranks > 0 {
		field = "rankDifference"
	}
	most := min(MostHandicap, rules.MostHandicap(n.graph))
	switch {
	case stones < 0 || stones > most:
		return refusal.InField(field, "form.handicap", map[string]any{"text": stones, "most": most})
	case stones > 0 && rules.Handicap == game.HandicapNone:
		return refusal.InField(field, "form.no-handicap", nil)
	case stones > 0 && n.settings.KomiBy != play.KomiGiven && rules.Handicap != game.HandicapFlower:
		return refusal.InField(field, "form.handicap-bids", nil)
	}
	n.settings.Handicap = stones
	return nil
}

// setWeaker decides which player has the handicap. Only Flower leaves that open.
func (n *newGame) setWeaker() error {
	weaker, ok := map[string]board.Color{"": board.Black, "black": board.Black, "white": board.White}[n.Weaker]
	if !ok {
		return Unfit("weaker", "form.weaker", n.Weaker)
	}
	if n.noKomi && weaker == board.White {
		return refusal.InField("weaker", "form.ranks-black", nil)
	}
	if n.settings.Handicap > 0 && n.settings.Rules.Handicap == game.HandicapFlower {
		n.settings.Weaker = weaker
	}
	return nil
}

// negotiate lets the players agree on komi if the request leaves komi to the rules, and the rules
// leave it to the players. It uses divide-and-choose, the first method that Flower names.
func (n *newGame) negotiate() error {
	left := n.KomiBy == "rules" || n.fairKomi()
	if left && !n.noKomi && n.settings.Rules.Handicap == game.HandicapFlower {
		n.settings.KomiBy = play.KomiDivide
	}
	return nil
}

// fairKomi reports whether the request leaves komi to [play.UsualKomi].
func (n *newGame) fairKomi() bool { return n.KomiBy == "fair" || n.KomiBy == "" && n.Komi == nil }

// setKomi sets the komi: the requested number, the fair komi, or the komi of the rules.
func (n *newGame) setKomi() error {
	rules := &n.settings.Rules
	if n.noKomi {
		rules.Komi = 0
		return nil
	}
	if n.fairKomi() {
		rules.Komi = play.UsualKomi(n.settings.Board, *rules, n.settings.Handicap)
		return nil
	}
	if n.Komi == nil || n.KomiBy != "" && n.KomiBy != "number" {
		rules.Komi = rules.HandicapKomi(n.settings.Handicap)
		return nil
	}
	rules.Komi = *n.Komi + 0 // 0 rather than -0
	switch {
	case rules.Check() != nil:
		return refusal.InField("komi", "form.komi", map[string]any{"text": *n.Komi})
	case rules.CheckKomi() != nil:
		return refusal.InField("komi", "form.komi-whole", map[string]any{"n": rules.Komi})
	}
	return nil
}

func (n *newGame) setClock() (err error) {
	if n.settings.Clock, err = clock.ParseControl(or(n.Clock, "none")); err != nil {
		return Unfit("clock", "form.clock", n.Clock, "forms", clock.Forms)
	}
	return nil
}

// seat assigns people and the computer to seats.
func (n *newGame) seat(actor account.Actor) (err error) {
	switch or(n.Opponent, "computer") {
	case "computer":
		err = n.seatComputer(actor)
	case "people":
		err = n.seatPeople(actor)
	default:
		return Unfit("opponent", "form.opponent", n.Opponent)
	}
	n.settings.GiveRanks(n.ranks)
	n.settings.Rated = n.Rated
	return err
}

func (n *newGame) seatComputer(actor account.Actor) error {
	mine, err := ColorNamed(n.Color)
	if err != nil {
		return err
	}
	if mine == board.Empty {
		mine = n.randomSeat()
	}
	levels := n.service.Levels
	level := or(n.Level, append(slices.Clone(levels), "")[0])
	if !slices.Contains(levels, level) {
		return Unfit("level", "form.level", level, "levels", strings.Join(levels, ", "))
	}
	most := n.service.MaxThinking
	if n.Seconds < 0 || n.Seconds > most {
		return refusal.InField("seconds", "opponent.seconds.most", map[string]any{"n": most})
	}
	if level == engine.FullStrength {
		n.settings.Thinking = time.Duration(n.Seconds) * time.Second
	}
	name, err := readName("names.black", n.Black)
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

// randomSeat returns a colour for a person against the computer. In a rated game, where the
// computer gets no handicap, it is the colour with the handicap.
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

// seatPeople assigns both seats to the actor.
func (n *newGame) seatPeople(actor account.Actor) error {
	black, err := readName("names.black", n.Black)
	if err != nil {
		return err
	}
	white, err := readName("names.white", n.White)
	if err != nil {
		return err
	}
	usual := [2]string{usualBlack, usualWhite}
	if n.settings.KomiBy != play.KomiGiven {
		usual = [2]string{usualFirst, usualSecond}
	}
	n.settings.Black, n.settings.White = seatOf(actor, or(black, usual[0])), seatOf(actor, or(white, usual[1]))
	if account.Key(n.settings.Black.Name) == account.Key(n.settings.White.Name) {
		return Unfit("names.white", "form.same-name", n.settings.White.Name)
	}
	return nil
}

func or(text, usual string) string {
	if text == "" {
		return usual
	}
	return text
}

// ThinksByPlayouts reports whether the computer plays a match by playouts, at a level that uses a
// network on other boards and under other rules.
func (s *Service) ThinksByPlayouts(settings play.Settings, g *board.Graph) bool {
	if s.Playouts == nil {
		return false
	}
	for _, c := range board.Colors {
		seat := settings.Seat(c)
		if l, ok := engine.LevelNamed(seat.ID); ok && seat.Bot() && l.UsesNetwork() {
			return s.Playouts(g, settings.Rules)
		}
	}
	return false
}

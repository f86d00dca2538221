package page

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/internal/quote"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/page/shell"
)

// A clockGroup is a group of time controls with the same speed.
type clockGroup struct {
	Speed    clock.Speed
	Controls []string
}

// clocks are the time controls in the form for a new game. Their titles are the texts clock.CLOCK,
// the groups' titles clock.speed.SPEED.
var clocks = []clockGroup{
	{clock.Blitz, []string{"3m+2s", "5m"}},
	{clock.Live, []string{"5m+5s", "15m+10s", "10m+3x30s", "20m+25/10m", "30m", "30s/move"}},
	{clock.Correspondence, []string{"1d/move", "3d/move", "3d/move-weekends", "7d/move"}},
}

// noClock is the time control of a game without a clock.
const noClock = "none"

// usualClocks are the time controls that the form shows first, by their texts clock.speed.NAME.
var usualClocks = []choice{
	{"none", noClock}, {"blitz", "3m+2s"}, {"live", usualLive}, {"correspondence", "3d/move"},
}

// usualLive is the usual time control with an opponent elsewhere.
const usualLive = "10m+3x30s"

// agreements are the ways to agree on komi at the board. Their titles are the texts
// page.home.komi.WAY.
var agreements = []string{"divide", "open", "secret"}

// supplies are the stone supplies in the form. Their titles are the texts
// page.home.supply.SUPPLY.
var supplies = []string{"150", "181/180"}

// usual holds the form's default values. The opponent determines color, clock and rated.
var usual = map[string]string{
	"opponent": computer, "color": "", "black": "", "white": "", "name": "", "to": "", "near": "", "bots": "",
	"rules": "", "supply": "", "komiBy": "fair", "komi": "", "handicap": "0", "rank": "", "opponentRank": "",
	"weaker": "black", "seconds": "0", "clock": "", "control": "", "rated": "", "visibility": "",
}

// visible are the fields shown at once; the others are under Adjust.
var visible = map[string]bool{
	"opponent": true, "level": true, "board": true, "color": true, "black": true, "white": true, "name": true,
	"to": true, "clock": true, "rated": true,
}

// picked are the fields that always need a valid choice.
var picked = map[string]bool{"opponent": true, "level": true, "board": true}

// A formContext holds the data about the client for the new-game form.
type formContext struct {
	Member bool   // the client has an account, and thus a name and ratings
	Only   string // the opponent that cannot be changed here, "" if it can
	wrong  complaint
}

// newGame shows the form for a new game. The query may contain the opponent and, for a challenge,
// the person's name in the field to. It needs no JavaScript.
func (s *site) newGame(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "newgame")
	if !ok {
		return
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	in := formContext{Member: v.User.ID != ""}
	before := lastChoices(r)
	if before == nil {
		before = url.Values{}
	}
	opponent, to := r.URL.Query().Get("opponent"), r.URL.Query().Get("to")
	switch {
	case opponent == challenge && to != "" || opponent == seek:
		in.Only = opponent
		before.Set("opponent", opponent)
		before.Set("to", to)
	case opponent == challenge: // a friend's name may be typed there
		before.Set("opponent", friend)
	case slices.Contains(opponents, opponent):
		before.Set("opponent", opponent)
	}
	s.Show(w, r, http.StatusOK, "newgame", s.newForm(lang, before, in))
}

// A newGameForm is the form for a new game as filled in.
type newGameForm struct {
	shell.Texts
	formContext
	Chosen    map[string]string // by field
	More      bool              // a field under Adjust has its own value or an error
	Foe       opponent          // the chosen level
	Foes      []foe
	Board     thumbnail // the chosen board
	Boards    []boardCard
	Squares   bool // square boards are shown
	Both      bool // rules with their own komi, and a fair one that differs
	Clocks    []clockGroup
	Families  []family
	Supplies  []string
	KomiBy    []string
	Handicaps []int
	Thinking  int // maximum seconds a move at full strength
	Terms     gameTerms
}

// A foe is a named opponent with the levels up to the next one.
type foe struct {
	opponent
	Level  homeLevel
	Others []homeLevel
}

// A boardCard is a board in the form.
type boardCard struct {
	thumbnail
	Title, About string
	Square       bool
	Fair, Own    string // komi in words; Fair is "" where it is not known
	FairLabel    string
	OwnLabel     string
	Note         string // the sentence about komi
	Count        string // how the board's own rules count, in a word
	Rated        bool   // games on the board may be rated
}

// gameTerms are a game's terms in words, as the line above Play shows them.
type gameTerms struct{ Komi, Count, Handicap, Rated string }

// newForm returns the form as filled in, with an error next to its field.
func (s *site) newForm(lang string, filled url.Values, in formContext) newGameForm {
	t := shell.Texts(lang)
	f := newGameForm{
		Texts: t, formContext: in, Chosen: s.chosen(filled, in), Clocks: clocks, Families: families,
		Supplies: supplies, KomiBy: agreements, Thinking: s.Matches.MaxThinking, Foes: s.foes(lang),
	}
	for field, value := range f.Chosen {
		f.More = f.More || !visible[field] && (value != usual[field] || field == in.wrong.Field)
	}
	for _, o := range f.Foes {
		for _, l := range append([]homeLevel{o.Level}, o.Others...) {
			if l.Name == f.Chosen["level"] {
				f.Foe = o.opponent
			}
		}
	}
	for _, b := range s.boards {
		card := newBoardCard(lang, b)
		f.Boards = append(f.Boards, card)
		if b.Name == f.Chosen["board"] {
			f.Board, f.Squares = b, card.Square
			f.Both = card.Fair != "" && card.Note != ""
		}
	}
	for n := range match.MostHandicap + 1 {
		f.Handicaps = append(f.Handicaps, n)
	}
	f.Terms = f.terms()
	return f
}

// newBoardCard returns a board with texts about its rules.
func newBoardCard(lang string, b thumbnail) boardCard {
	g, err := board.Named(b.Name)
	shell.Must(err)
	t, rules := shell.Texts(lang), game.DefaultRules(g)
	c := boardCard{thumbnail: b, Square: g.Lattice() == board.Grid, Title: t.BoardTitle(b.Name)}
	if key := "newgame.board." + b.Name; i18n.Has(key) {
		c.Title = t.T(key)
	}
	c.About = t.Count("newgame.minutes", minutes(b.Points))
	c.Count = countInWords(t, rules)
	_, c.Rated = rating.FamilyOf(b.Name)
	own := komiText(lang, rules.Komi)
	c.Own, c.OwnLabel = ownKomi(t, rules), i18n.T(lang, "newgame.rules.komi", i18n.Args{"n": own})
	if rules.Preset == "mindsports-chinese" {
		c.OwnLabel = i18n.T(lang, "newgame.mindsports", i18n.Args{"n": own})
	}
	komi, ok := play.FairKomi(b.Name, rules)
	if !ok {
		return c
	}
	args := i18n.Args{"n": komiText(lang, komi), "own": own}
	c.Fair, c.FairLabel = i18n.T(lang, "newgame.komi.fair", args), i18n.T(lang, "newgame.fair", args)
	if play.KomiPublished(b.Name) {
		c.Note = i18n.T(lang, "newgame.fair.about", args)
	}
	return c
}

// ownKomi returns the words for a ruleset's komi.
func ownKomi(t shell.Texts, rules game.Rules) string {
	if rules.PaysKomiInStones() {
		return t.T("page.home.komi.divide")
	}
	return i18n.T(t.Lang(), "newgame.komi", i18n.Args{"n": komiText(t.Lang(), rules.Komi)})
}

// secondsPerPoint is a game's usual time for each board point.
const secondsPerPoint = 7

// minutes returns a game's usual duration, in steps of five minutes.
func minutes(points int) int {
	const step = 5
	return max(step, step*int(math.Round(float64(points*secondsPerPoint)/60/step)))
}

// countInWords returns how rules count, in a word.
func countInWords(t shell.Texts, r game.Rules) string {
	return t.T("newgame.count." + strings.ToLower(r.Scoring.String()))
}

// foes returns the offered levels by named opponent, the weakest first.
func (s *site) foes(lang string) (all []foe) {
	named := map[string]opponent{}
	for _, o := range s.opponents(lang) {
		named[o.Level] = o
	}
	for _, name := range s.Matches.Levels {
		l := newHomeLevel(lang, name)
		o, ok := named[name]
		switch {
		case ok:
			l.Title = o.Name
			all = append(all, foe{opponent: o, Level: l})
		case len(all) == 0:
			strong := opponent{Level: name, Name: l.Title, About: l.About, Face: Face("rosa")}
			all = append(all, foe{opponent: strong, Level: l})
		default:
			last := &all[len(all)-1]
			last.Others = append(last.Others, l)
		}
	}
	return all
}

// A homeLevel is a level as shown in the form.
type homeLevel struct{ Name, Title, Short, About, Rank, Spoken string }

func newHomeLevel(lang, name string) homeLevel {
	text := func(part string) string { return i18n.T(lang, "level."+name+"."+part, nil) }
	l := homeLevel{Name: name, Title: text("title"), Short: text("short"), About: text("about")}
	l.Spoken = i18n.T(lang, "page.home.level.spoken", i18n.Args{"title": l.Title, "about": l.About})
	if p, ok := rating.Level(rating.Rosette, name); ok {
		l.Rank = rating.Rank(p.Points)
	}
	return l
}

// terms returns the chosen game's terms. The script updates them as the form changes.
func (f newGameForm) terms() gameTerms {
	t := gameTerms{Rated: f.T("newgame.casual"), Handicap: f.T("newgame.handicap.none")}
	card := f.card()
	t.Komi, t.Count = cmp.Or(card.Fair, card.Own), card.Count
	if rules, err := game.Preset(f.Chosen["rules"]); f.Chosen["rules"] != "" && err == nil {
		t.Komi, t.Count = f.KomiOf(rules.Preset), countInWords(f.Texts, rules)
		if fair := f.FairOf(rules.Preset); fair != "" {
			t.Komi = fair
		}
	}
	switch by := f.Chosen["komiBy"]; {
	case by == "number":
		t.Komi = i18n.T(f.Lang(), "newgame.komi", i18n.Args{"n": f.Chosen["komi"]})
	case slices.Contains(agreements, by):
		t.Komi = f.T("page.home.komi." + by)
	case by == "rules" && f.Chosen["rules"] == "":
		t.Komi = card.Own
	case by == "rules":
		t.Komi = f.KomiOf(f.Chosen["rules"])
	}
	if f.Chosen["rated"] != "" && f.Chosen["clock"] != noClock {
		t.Rated = f.T("newgame.rated")
	}
	return t
}

// KomiOf returns the words for a ruleset's komi.
func (f newGameForm) KomiOf(preset string) string {
	rules, err := game.Preset(preset)
	shell.Must(err)
	return ownKomi(f.Texts, rules)
}

// FairOf returns the words for the fair komi on the chosen board under a ruleset, or "" if it is not
// known.
func (f newGameForm) FairOf(preset string) string {
	rules, err := game.Preset(preset)
	shell.Must(err)
	if komi, ok := play.FairKomi(f.Chosen["board"], rules); ok {
		return i18n.T(f.Lang(), "newgame.komi.fair", i18n.Args{"n": komiText(f.Lang(), komi)})
	}
	return ""
}

// CountOf returns how a ruleset counts, in a word.
func (f newGameForm) CountOf(preset string) string {
	rules, err := game.Preset(preset)
	shell.Must(err)
	return countInWords(f.Texts, rules)
}

// FairCounts reports whether the fair komi holds under a ruleset.
func (f newGameForm) FairCounts(preset string) bool {
	rules, err := game.Preset(preset)
	shell.Must(err)
	return play.CountsAsMeasured(rules)
}

// Seats returns the fields for the names of two players at one device.
func (newGameForm) Seats() []string { return []string{"black", "white"} }

// Colors returns the colours that can be chosen, each with its stone's style class.
func (newGameForm) Colors() []choice {
	return []choice{{"black", "b"}, {"random", "r"}, {"white", "w"}}
}

// ColorName returns the text for a colour.
func (f newGameForm) ColorName(color string) string {
	return f.T(map[string]string{"black": "color.b", "white": "color.w", "random": "page.home.color.random"}[color])
}

// HasSquares reports whether the form can show square boards instead of honeycombs.
func (f newGameForm) HasSquares() bool {
	square := func(b boardCard) bool { return b.Square }
	return slices.ContainsFunc(f.Boards, square) &&
		slices.ContainsFunc(f.Boards, func(b boardCard) bool { return !b.Square })
}

// card returns the chosen board.
func (f newGameForm) card() (c boardCard) {
	for _, b := range f.Boards {
		if b.Name == f.Chosen["board"] {
			c = b
		}
	}
	return c
}

// FairLabel, OwnLabel and BothNote return the texts about the komi on the chosen board.
func (f newGameForm) FairLabel() string { return cmp.Or(f.card().FairLabel, f.card().OwnLabel) }
func (f newGameForm) OwnLabel() string  { return f.card().OwnLabel }
func (f newGameForm) BothNote() string  { return f.card().Note }

// HandicapTerms returns a handicap as the line of terms shows it.
func (f newGameForm) HandicapTerms(n int) string {
	switch n {
	case 0:
		return f.T("newgame.handicap.none")
	case 1:
		return f.T("newgame.handicap.first")
	}
	return f.Count("page.home.handicap.stones", n)
}

// Times returns the time controls that the form shows first.
func (newGameForm) Times() []choice { return usualClocks }

// Title returns the form's heading.
func (f newGameForm) Title() string {
	switch f.Only {
	case challenge:
		return i18n.T(f.Lang(), "newgame.challenge", i18n.Args{"name": f.Chosen["to"]})
	case seek:
		return f.T("lobby.offer")
	}
	return f.T("lobby.new")
}

// Button returns the text on the form's button for an opponent.
func (f newGameForm) Button(opponent string) string {
	switch {
	case f.Only == challenge:
		return f.Title()
	case opponent == computer:
		return f.PlayAgainst(f.Foe.Name)
	}
	return f.T("newgame.play." + opponent)
}

// PlayAgainst returns the text on the button for a named opponent.
func (f newGameForm) PlayAgainst(name string) string {
	return i18n.T(f.Lang(), "newgame.play", i18n.Args{"name": name})
}

// Tabs returns the opponents that can be chosen.
func (f newGameForm) Tabs() []string { return []string{computer, friend, seek, people} }

// UsualColor returns the colour for an opponent unless another one is chosen.
func (newGameForm) UsualColor(opponent string) string { return usualColor(opponent) }

// UsualClock returns the time control for an opponent unless another one is chosen.
func (newGameForm) UsualClock(opponent string) string { return usualClock(opponent) }

// UsuallyRated reports whether games with an opponent are rated unless the client decides otherwise.
func (f newGameForm) UsuallyRated(opponent string) bool { return f.Member && usuallyRated(opponent) }

// Visibilities returns the choices of spectators. Their titles are the texts
// privacy.visibility.NAME.
func (newGameForm) Visibilities() []string { return []string{"public", "unlisted", "private"} }

// Seconds returns the choices for the thinking time of full strength, in seconds a move.
func (f newGameForm) Seconds() (all []int) {
	for n := range f.Thinking {
		all = append(all, n+1)
	}
	return all
}

// Near returns the choices for the maximum rating difference.
func (newGameForm) Near() []int { return []int{100, 200, 400} }

// Within returns the text for a maximum rating difference.
func (f newGameForm) Within(n int) string { return i18n.T(f.Lang(), "lobby.near.n", i18n.Args{"n": n}) }

// Complaint returns the error about a field, if any.
func (f newGameForm) Complaint(field string) complaint {
	if f.wrong.Field != field {
		return complaint{}
	}
	return f.wrong
}

// Wrong returns the field with an error, or "".
func (f newGameForm) Wrong() string { return f.wrong.Field }

// usualColor, usualClock and usuallyRated return the defaults for an opponent. A game with a remote
// player has a clock and random colours. Games by link or at one device are unrated, because those
// opponents may have no account.
func usualColor(opponent string) string {
	if afar(opponent) {
		return "random"
	}
	return "black"
}

func usualClock(opponent string) string {
	if afar(opponent) {
		return usualLive
	}
	return noClock
}

func usuallyRated(opponent string) bool { return opponent != friend && opponent != people }

// usualFor returns the default value of a field for an opponent. Ok is false for a field without one.
func usualFor(opponent, field string) (value string, ok bool) {
	switch field {
	case "color":
		return usualColor(opponent), true
	case "clock":
		return usualClock(opponent), true
	}
	value, ok = usual[field]
	return value, ok
}

// chosen returns the fields' values: as filled in, or as proposed by the server, or the defaults.
func (s *site) chosen(filled url.Values, in formContext) map[string]string {
	chosen := maps.Clone(usual)
	for i, b := range s.boards {
		if i == 0 || b.Name == FirstBoard {
			chosen["board"] = b.Name
		}
	}
	if len(s.Matches.Levels) > 0 {
		chosen["level"] = s.Matches.Levels[0]
	}
	maps.Copy(chosen, s.Proposed)
	if chosen["komi"] != "" {
		chosen["komiBy"] = "number"
	}
	for field := range chosen {
		if filled.Has(field) && (field != in.wrong.Field || !picked[field]) {
			chosen[field] = quote.Plain(filled.Get(field), 40)
		}
	}
	if in.wrong.Field == "komi" {
		chosen["komiBy"] = "number"
	}
	completeChoices(chosen, in.Member)
	return chosen
}

// completeChoices sets the fields whose defaults depend on the opponent. For an unusual time control
// it sets clock to the usual one with the same speed, and control to the chosen one.
func completeChoices(chosen map[string]string, member bool) {
	opponent := chosen["opponent"]
	chosen["color"] = cmp.Or(chosen["color"], usualColor(opponent))
	chosen["clock"] = cmp.Or(chosen["clock"], usualClock(opponent))
	if control, err := clock.ParseControl(chosen["clock"]); err == nil &&
		!slices.ContainsFunc(usualClocks, func(c choice) bool { return c.Value == chosen["clock"] }) {
		chosen["control"] = chosen["clock"]
		for _, c := range usualClocks {
			if c.Field == string(control.Speed()) {
				chosen["clock"] = c.Value
			}
		}
	}
	switch rated := chosen["rated"]; {
	case !member || rated == "off":
		chosen["rated"] = ""
	case rated == "" && usuallyRated(opponent):
		chosen["rated"] = ratedIfPossible
	}
}

// ratedIfPossible is the value of the field rated if the client has left the switch as it was.
const ratedIfPossible = "usual"

// normalize converts a form's fields to a game's fields. The first page's buttons two and friend
// choose the opponent, a friend's name makes a challenge, another time control replaces the usual
// one, and ranks decide the handicap and the colour.
func normalize(form url.Values) {
	for button, opponent := range map[string]string{"two": people, "friend": friend} {
		if form.Get(button) != "" {
			form.Set("opponent", opponent)
		}
	}
	if form.Get("opponent") == friend && strings.TrimSpace(form.Get("to")) != "" {
		form.Set("opponent", challenge)
	}
	if control := form.Get("control"); control != "" {
		form.Set("clock", control)
	}
	own, other := strings.TrimSpace(form.Get("rank")), strings.TrimSpace(form.Get("opponentRank"))
	if own == "" && other == "" {
		return
	}
	ranks := strings.TrimSpace(own + " " + other)
	form.Set("rankDifference", ranks)
	if d, err := game.ParseRankDifference(ranks); err == nil && d.Ranks > 0 {
		form.Set("color", map[bool]string{true: "black", false: "white"}[d.Weaker == strings.ToLower(own)])
		form.Set("handicap", "")
	}
}

// refuse shows the form again with the error, or an error page if the error is not about a field.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, filled url.Values, err error) {
	var p web.Problem
	if !errors.As(web.AsProblem(err), &p) || len(p.Errors) == 0 {
		s.Failed(w, r, err)
		return
	}
	lang, ok := s.Language(w, r, "newgame")
	if !ok {
		return
	}
	in := formContext{wrong: complaint{matchhttp.FormField(p.Errors[0].Location), p.In(lang).Detail}}
	if only := filled.Get("only"); only == challenge || only == seek {
		in.Only = only
	} else if filled.Get("opponent") == challenge { // typed as a friend's name
		filled.Set("opponent", friend)
	}
	if v, err := s.Web.Visitor(r); err == nil {
		in.Member = v.User.ID != ""
	}
	if !filled.Has("rated") {
		filled.Set("rated", "off")
	}
	s.Show(w, r, p.Status, "newgame", s.newForm(lang, filled, in))
}

// A complaint is an error about a field.
type complaint struct{ Field, Why string }

// A family is a group of rulesets. Its title is the text ruleset.family.NAME; a ruleset has the
// texts ruleset.NAME and ruleset.NAME.about.
type family struct {
	Name     string
	Rulesets []string
}

// families holds all rulesets on the first page.
var families = []family{
	{"rosette", []string{
		"mindsports-chinese", "mindsports-japanese", "comment-jouer", "comment-jouer-150", "flower",
	}},
	{"go", []string{
		"tromp-taylor", "chinese", "japanese", "japanese-1989", "korean", "aga", "aga-pass-stones", "bga", "french",
		"new-zealand", "goe", "ikeda-area-3", "aga-button", "stone-scoring", "ancient-territory",
	}},
	{"servers", []string{
		"kgs-japanese", "kgs-chinese", "kgs-aga", "kgs-new-zealand", "chinese-ogs", "chinese-kgs",
	}},
}

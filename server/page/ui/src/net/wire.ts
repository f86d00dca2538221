// Generated from the Go types by "go generate ./server/http/match". Do not edit.

export type Color = 'b' | 'w'
export type Nobody = ''
export type Colors = Color | 'bw' | 'wb' | Nobody
export type Move = [Color, string]
export type Phase = 'komi' | 'handicap' | 'play' | 'agreement' | 'turn' | 'confirmation' | 'over'
export type Command = 'abort' | 'add-time' | 'agree' | 'aid' | 'bid' | 'choose-mover' | 'claim' | 'confirm' | 'continue' | 'dispute' | 'grant' | 'mark' | 'offer' | 'pass' | 'pause' | 'place' | 'play' | 'refuse' | 'resign' | 'take' | 'undo' | 'void' | 'yield'
export type ServerMessage = Hello | TopicJoined | Frame | Reply | TopicLeft | QueuePlace | Presence | Chat | RoomPresence | Mute | UnreadCount | Turns | Beat | OffersMessage

// A Request is a message of a client. Topic is "match/" and the game's id.
export interface Request {
  // join, leave, do, say or probe
  kind: 'join' | 'leave' | 'do' | 'say' | 'probe'
  topic?: string
  // of do and probe: chosen by the client, up to 64 printable ASCII characters; the reply repeats
  // it
  id?: string
  // of join and do: the seq of the last event that the client has; 0 if it has none
  after?: number
  // of do
  command?: Command
  // of do: b or w, for a client that holds both seats; otherwise the player who must act
  as?: Color
  // of play, place, confirm, and of pass for a ko: the name of a point
  point?: string
  // of mark: at least one stone of each chain
  points?: string[]
  // of mark
  dead?: boolean
  // of offer and bid
  komi?: number
  // of take: the colour; of choose-mover: the player who is to move; of claim: the sender for a
  // win, empty for a draw; b or w
  side?: Color
  // of say: up to 300 characters
  text?: string
}

// A Game is a game with all that a client needs to show it.
export interface Game {
  id: string
  // for its frames on the socket
  topic: string
  // by opening colour
  seats: Seats
  // the seats that the client holds: b, w, bw or empty
  seat: Colors
  board: Board
  // the ruleset's name
  rules: string
  // each player's stones, if the number differs from the ruleset's
  supply?: string
  rulesName: string
  // how play ends; a game.Ending
  ending: string
  komiBy?: string
  // bids may be half points
  halves?: boolean
  rated?: boolean
  // public, unlisted or private
  visibility: string
  handicap?: number
  // whose handicap it is
  weaker?: Color
  clock: string
  // the server makes them
  estimates?: boolean
  // the computer searches by playouts, although its level uses a network
  playouts?: boolean
  // estimates and reviews are rough: the board is larger than those that the network was trained on
  beyondTraining?: boolean
  frame: Frame
  // conditional moves may be laid down: two persons play by correspondence
  conditional?: boolean
}

// A NewGame describes a game to create. Empty fields mean the defaults.
export interface NewGame {
  board?: string
  opponent?: string
  level?: string
  seconds?: number
  color?: string
  names?: Names
  rules?: string
  supply?: string
  komiBy?: string
  komi?: number
  handicap?: number
  rankDifference?: string
  weaker?: string
  clock?: string
  visibility?: string
  rated?: boolean
}

// An OpenedGame locates a new game.
export interface OpenedGame {
  id: string
  topic: string
  // address of its page
  page: string
}

// A GameList lists the client's games.
export interface GameList {
  running: GameSummary[]
  // the last ones
  finished: GameSummary[]
}

// A WaitingGame is a game that waits for the client: it is the client's turn against
// another person, and they do not sit at the board together.
export interface WaitingGame {
  id: string
  // address of its page
  page: string
  deadline?: number
}

// Counts are the numbers of things that wait for the client.
export interface Counts {
  turns: number
  challenges: number
  messages: number
}

// An Estimate is what a position comes to.
export interface Estimate {
  ply: number
  next: Color
  // the chance that Black wins, 0 to 1
  black: number
  // Black's, in points; White's is below 0
  lead: number
  // standard error of the lead, in points: two in three results are within it
  error: number
  even?: boolean
  // searched visits
  visits: number
  // visits to ask for next, for a better estimate
  more?: number
  // for each point, 1 (Black's) to −1 (White's)
  owner: number[]
  // chance and lead in words
  text: string
}

// A Review holds the results so far for a finished game. Leads and chances are
// Black's.
export interface Review {
  // none, waiting, running or done
  state: 'none' | 'waiting' | 'running' | 'done'
  // 0 to 1
  progress: number
  // in the first search at each position
  visits: number
  // exact enough to name inaccuracies
  sure: boolean
  // the loss in points below which no mistake is named or many are missed; absent if nothing could
  // be judged
  seen?: number
  // the strength of reviews on the board; absent if it has not been measured
  strength?: ReviewStrength
  // in points after each move, first before all of them
  lead: number[]
  // the chance that Black wins, likewise
  win: number[]
  moments: Moment[]
}

// A Hint is a good move and what it does.
export interface Hint {
  ply: number
  // or "pass"
  point: string
  // the key of a text of the area hint
  does: string
  count?: number
}

// An Advice is what a coach advises, if anything.
export interface Advice {
  ply: number
  // or "pass", if nothing is left to gain; absent if nothing is worth 2 points
  point?: string
  // points lost by playing elsewhere
  worth?: number
  // as in Hint
  does?: string
  count?: number
}

// A LineReply is the computer's move after a line of moves.
export interface LineReply {
  // or "pass"
  point: string
  // Black's before the move, in points
  lead: number
  // standard error of the lead
  error: number
}

// A NewOffer is a request to offer a game.
export interface NewOffer {
  kind?: string
  game?: NewGame
  name?: string
  to?: string
  least?: number
  most?: number
  near?: number
  bots?: boolean
  even?: boolean
}

// An OfferList lists the open offers for a client.
export interface OfferList {
  // in the lobby
  seeks: OfferView[]
  // by the client or to it
  yours: OfferView[]
}

// A HandOver is a link with which another device can play as the client.
export interface HandOver {
  page: string
  minutes: number
}

// A WatcherLink is a link with which one person may watch a private game.
export interface WatcherLink {
  page: string
  days: number
}

// A PlanView holds the client's conditional moves in a game, from the current position on. Only the
// client gets them.
export interface PlanView {
  lines: string[][]
  ended?: string
  seq: number
}

// A NewPlan holds the conditional moves that a player sends.
export interface NewPlan {
  lines: string[][]
  after?: number
}

// A Level is a playing strength for the computer.
export interface Level {
  name: string
  title: string
  // the title where there is little room
  short: string
  about: string
  elo: number
  eloDated?: boolean
  opponent?: string
}

// A Ruleset is a rules preset.
export interface Ruleset {
  name: string
  title: string
  about: string
  komi: number
}

// A BoardInfo is a board that is offered for new games.
export interface BoardInfo {
  name: string
  points: number
  // the ruleset that is its own
  rules: string
}

// A RatingChange is a rated game's effect on a player.
export interface RatingChange {
  // b or w
  color: Color
  rating: number
  change: number
  rank: string
  provisional?: boolean
  weight: number
  annulled?: boolean
}

// A Problem is the reason for a failed request. Code and the codes in Errors are catalogue keys;
// Detail and the messages are their texts in the request's language.
export interface Problem {
  status: number
  code: string
  detail: string
  errors?: Fault[]
  // the exact cause in English, for programs
  cause?: string
}

// Moves are a line of moves whose positions are requested.
export interface Moves {
  start: Start
  moves: string[]
  from?: number
}

// A Line holds the positions along a line of moves.
export interface Line {
  // after the first requested number of moves and after each later one
  positions: Position[]
  refused?: IllegalMove
}

// A GameRecord is a game record as a tree of positions.
export interface GameRecord {
  board: Board
  rules: string
  komi: number
  // name and rank
  black?: string
  white?: string
  // as the file has it
  result?: string
  event?: string
  date?: string
  // time control as in a new game, if TM and OT have a known form
  clock?: string
  // in the file; this is the first
  games: number
  // each after its parent, the main line first
  nodes: RecordNode[]
  // there are nodes that are not shown
  more?: boolean
  // what the file names, and what was assumed
  reading: Reading
  problems: RecordFault[]
  // all games as SGF FF[4] in UTF-8, whatever the file was
  sgf: string
}

// A Hello is the first message of the server.
export interface Hello {
  kind: 'hello'
  now: number
  // milliseconds between beats; a connection without a beat for longer is dead
  beat: number
}

// TopicJoined confirms a join. A frame follows with the changes from the client's After to
// Seq, or with the whole state.
export interface TopicJoined {
  kind: 'joined'
  topic: string
  seq: number
  // the client's seats by the colours of the opening: b, w, bw or empty; state.swapped exchanges
  // them
  seat: Colors
}

// A Frame holds the changes in a match after an event, or the whole match.
export interface Frame {
  // "frame"
  kind: 'frame'
  // "match/ID"
  topic: string
  // last event
  seq: number
  // last event before Events; 0: a snapshot without events
  after: number
  events: Event[]
  // the Events as keys of the catalogue
  say: Message[]
  // all moves; null if Events only add to them
  moves: Move[] | null
  state: State
}

// A Reply is the outcome of a do or probe.
export interface Reply {
  kind: 'reply'
  topic: string
  id: string
  // of the last event that the command caused, the same when it is sent again; if it was refused,
  // of the last one of the match
  seq: number
  // why, as a key of the catalogue; missing if it was done
  refused?: string
}

// TopicLeft means that a topic is not or no longer joined.
export interface TopicLeft {
  kind: 'left'
  topic: string
  // no-match, unknown-event, damaged, private, not-now or too-many; empty if the client has left
  reason: string
}

// QueuePlace is the computer's place in the queue while it is to act. It is sent on joining
// and whenever the place changes; a frame with a later move ends it.
export interface QueuePlace {
  kind: 'waiting'
  topic: string
  // in the queue: 1 is next; 0: it is thinking
  place: number
}

// A Presence lists the people present in a match between two persons. It is sent on joining
// and when it changes.
export interface Presence {
  kind: 'presence'
  topic: string
  // the seats of players with a connection, by the colours of the opening: b, w, bw or empty
  there: string
  // time of disconnection of the others
  gone: AbsentSince
  // number of spectators
  watching?: number
  // connection quality of the others
  signal?: Signal
}

// A Chat has lines of a chat: all lines that are shown when a client joins, and each new
// line. A line comes once more when it is hidden.
export interface Chat {
  kind: 'chat'
  topic: string
  // the lines are all lines that are shown, sent to a client that joins
  whole?: boolean
  lines: ChatLine[]
}

// A RoomPresence lists the people in a room. It is sent on joining and when it changes.
export interface RoomPresence {
  kind: 'there'
  topic: string
  // of users, sorted
  names: string[]
  // persons without an account
  guests?: number
}

// A Mute is sent to the muted person on joining a chat and when a moderator mutes or unmutes.
export interface Mute {
  kind: 'muted'
  // 0 if the person may write
  until: number
  reason?: string
}

// An UnreadCount is the number of unread conversation lines and report outcomes.
export interface UnreadCount {
  kind: 'unread'
  count: number
}

// Turns means that the games waiting for the client may have changed.
export interface Turns {
  kind: 'turns'
  topic: string
}

// A Beat is sent at regular times, so that a client notices a dead line.
export interface Beat {
  kind: 'beat'
  now: number
}

// An OffersMessage is a socket message about offers. In the lobby the first one has all open offers.
export interface OffersMessage {
  kind: 'offers'
  // lobby, offer/ID, or me for messages to this client
  topic: string
  // the list is complete
  all?: boolean
  offers: OfferView[]
}

// Seats are the players of a match, by the colours of the opening. After
// State.Swapped they have the other colours.
export interface Seats {
  b: Player
  w: Player
}

// A Board is a board for drawing by a client. Names and XY have an element per point. Lines,
// Rosettes and Stars refer to points by index.
export interface Board {
  name: string
  names: string[]
  // unit: length of a line, on custom boards distance of the nearest points
  xy: [number, number][]
  lines: [number, number][]
  rosettes: number[][]
  // points marked with a dot
  stars: number[]
}

// Names are the players' names for one game, as in account.SeatName: up to 16 letters of
// one script, digits and signs.
export interface Names {
  black?: string
  white?: string
}

// A GameSummary is a game in a list.
export interface GameSummary {
  id: string
  board: string
  rules: string
  // by their present colours
  seats: Seats
  // the seats that the client holds
  seat: Colors
  opened: number
  updated: number
  // position of the last event in the log; pass it as before to continue a list
  position: number
  finished: boolean
  // as in SGF
  result?: string
  rated?: boolean
  // by a moderator: it changes no rating
  annulled?: boolean
  // rating pool, such as rosette-live
  pool?: string
}

// A ReviewStrength compares reviews on a board with a stronger engine, in
// tenths. It is 0 where reviews find hardly any mistake.
export interface ReviewStrength {
  // mistakes that are real by that engine
  real: number
  // large mistakes by that engine that are found
  found: number
}

// A Moment is a move worth looking at.
export interface Moment {
  // move number
  ply: number
  color: Color
  played: string
  // blunder, mistake, inaccuracy or rosette
  kind: 'blunder' | 'mistake' | 'inaccuracy' | 'rosette'
  // the better move
  best?: string
  // in points
  loss?: number
  // the better line
  line: string[]
  // what the better move does: the key of a text of the area hint
  does?: string
  count?: number
}

// An OfferView is an offer as clients see it.
export interface OfferView {
  // also of the game that it becomes
  id: string
  // link, seek, challenge or rematch
  kind: 'link' | 'seek' | 'challenge' | 'rematch'
  // open, accepted, withdrawn, declined or expired
  state: 'open' | 'accepted' | 'withdrawn' | 'declined' | 'expired'
  by: Player
  // made by the client
  mine?: boolean
  // made to the client
  asked?: boolean
  // b or w, colour of the maker; random if empty
  color?: Color
  board: string
  // name of the ruleset
  rules: string
  // stones of each player, where the rules' own number was changed
  supply?: string
  // divide, open or secret; by the rules or the number if empty
  komiBy?: string
  komi: number
  handicap?: number
  clock: string
  // blitz, live or correspondence
  speed?: string
  rated?: boolean
  // of the game: public, unlisted or private
  visibility: string
  // lowest rating that may accept
  least?: number
  most?: number
  // for a seek: bots may also accept
  bots?: boolean
  // the players' ratings decide the handicap
  even?: boolean
  // of a rated game that the client may accept, if it ended now: above 0, up to 1; in the answer
  // about one offer
  weight?: number
  // in the lobby, and of a rated game: why the client may not accept
  refused?: string
  // the game of which it is a rematch
  after?: string
  // why it was declined
  why?: string
  made: number
  ends: number
}

// A Fault is an error in one part of a request.
export interface Fault {
  // such as body.komi
  location: string
  code: string
  message: string
}

// A Start is where a line of moves begins. Empty fields mean the usual.
export interface Start {
  board: string
  rules?: string
  komi?: number
  supply?: string
  setup?: Setup
  next?: Color
}

// A Position is a position in a line, with its last move's effect.
export interface Position {
  ply: number
  // "b", "w" or "." for each point
  stones: string
  // "b" or "w"
  toMove: Color
  last?: string
  // the last move's player
  by?: Color
  // points emptied by the last move
  captured: string[]
  // rosettes filled by the last move
  formed: number[]
  // filled ones, by index in [Board]
  rosettes: number[]
  // stones that can never be captured
  immortal: number[]
  passes?: number
  prisoners: Prisoners
  // absent unless the rules limit stones
  left?: StonesLeft
  // empty point → reason key, for the player to move
  illegal: Record<string, string>
}

// IllegalMove is the first illegal move. No position follows it.
export interface IllegalMove {
  // number of moves before it
  ply: number
  // key of the refusal
  reason: string
}

// A RecordNode is a node of a record with the position after it.
export interface RecordNode {
  // index of a node; -1 of the root
  parent: number
  position: Position
  // a move was made here, the last one of the position
  moved?: boolean
  // the player's time after the move, with a known clock
  left?: TimeLeft
  comment?: string
  marks?: RecordMark[]
  // what could not be played as it is written
  wrong?: RecordFault
}

// A Reading states how each value that play and score depend on was found: named by the record,
// recognized in other words, or assumed because the record lacks it. [GameInfoAt] returns it, and
// every command, page and API shows it.
export interface Reading {
  // such as UTF-8
  charset: Assumption
  // a preset, KataGo's notation, or "" for rules without a name
  rules: Assumption
  // in points
  komi: Assumption
  // number of stones
  handicap: Assumption
  // name of the board
  size: Assumption
  // black or white, who moves first
  turn: Assumption
}

// A RecordFault is what is wrong with a file. Its kind is a key of the catalogue after
// record.fault, which describes it in general.
export interface RecordFault {
  // note, warning or error
  grade: string
  kind: string
  // what exactly, in English
  text: string
}

// An Event is a match's event without secrets.
export interface Event {
  seq: number
  // a [play.Kind]
  kind: string
  color?: Color
  point?: string
  // for Marked
  points?: string[]
  dead?: boolean
  side?: Color
  // not for a secret bid
  komi?: number
  swap?: boolean
  ply: number
  // the command's ID
  id?: string
}

// A Message is a sentence in language-independent form: a catalogue key with arguments. It is the
// same for all readers.
export interface Message {
  key: string
  // numbers and strings as in [i18n.Args]; "@color.b" is a colour's name
  args?: Record<string, unknown>
  // By is the player in the sentence, "b" or "w" by the colours at the opening, so that it does
  // not change when colours are exchanged. The argument {name} is that player's name.
  by?: string
  // shown until the next move; other messages are only spoken
  lasting?: boolean
}

// A State is a position with everything that a client shows with it. Colours are "b", "w" and ""
// for none. Points are indices into [Board] or names.
export interface State {
  // a [play.Phase]
  phase: Phase
  // "b", "w" or "." for each point
  stones: string
  last?: string
  // "" if neither or both may act
  toMove: Color | Nobody
  // players who must act: "b", "w" or "bw"
  awaits: Colors
  // players who can undo, the last to act first
  undo?: Colors
  asked?: Color
  ply: number
  // consecutive
  passes?: number
  // effect of a pass: "stops" play or "ends" the game
  pass?: 'stops' | 'ends'
  prisoners: Prisoners
  // absent unless the rules limit stones
  left?: StonesLeft
  // who has taken it, if the rules have one
  button?: string
  komi: number
  // handicap stones before the first move
  start?: Setup
  // the seats have exchanged colours
  swapped?: boolean
  // filled ones, by index in [Board]
  rosettes?: number[]
  // stones that can never be captured
  immortal?: number[]
  // empty point → reason key, for the player to move
  illegal?: Record<string, string>
  clock?: ClockState
  bidding?: Bidding
  // handicap stones
  toPlace?: number
  agreement?: Agreement
  confirmation?: Confirmation
  // as marked, at the end as agreed
  dead?: number[]
  result?: Result
  // as marked, or of a counted game
  score?: Score
  // an estimate of the position may be requested
  estimable?: boolean
  // the players may agree on aids
  aidable?: boolean
  // they have agreed
  aided?: boolean
  // open request to the opponent
  request?: Question
  // a player may abort the match
  abortable?: boolean
  // a player may add time to the opponent's clock
  givesTime?: boolean
  // end of the pause, in milliseconds since 1970
  paused?: number
  // deadline for a first move; likewise
  starts?: number
  // a wait for the opponent
  stall?: Stall
  vacation?: Vacation
}

// AbsentSince has a time in milliseconds since 1970 for each seat, by the colours of the
// opening; 0 for a player who is there.
export interface AbsentSince {
  b?: number
  w?: number
}

// A Signal is each player's connection quality, by the colours of the opening: 1 to 4, where
// 4 is best; 0 if unknown.
export interface Signal {
  b?: number
  w?: number
}

// A ChatLine is a line of a chat. It does not identify guests.
export interface ChatLine {
  // players or watchers of a match, room or direct
  part: string
  // in its part, from 1
  number: number
  // of a player, by the colours of the opening
  seat?: string
  guest?: boolean
  name: string
  text: string
  // a moderator has hidden it: its text is empty
  hidden?: boolean
  at: number
}

// A Player is a seat without the identity of a guest.
export interface Player {
  // "user", "guest" or "bot"
  kind: 'user' | 'guest' | 'bot'
  name: string
  // of a bot: the name of its level
  level?: string
  // such as "5k", if the players have given it
  rank?: string
}

// A Setup has the stones on the board before the first move, by point name.
export interface Setup {
  b: string[]
  w: string[]
}

// Prisoners are the stones that each player has captured.
export interface Prisoners {
  b: number
  w: number
}

// StonesLeft counts the stones that each player can still play.
export interface StonesLeft {
  b: number
  w: number
}

// A TimeLeft is one player's remaining time, in milliseconds.
export interface TimeLeft {
  main: number
  period?: number
  // length of a new period
  whole?: number
  periods?: number
  stones?: number
}

// A RecordMark is a mark on a point.
export interface RecordMark {
  // circle, square, triangle, cross, selected or label
  kind: string
  point: number
  // of a label
  text?: string
}

// An Assumption is a value in a [Reading] and its source.
export interface Assumption {
  how: Source
  value: string
  written?: string
  why?: Reason
  text?: string
}

// A ClockState is the time left on both clocks at a moment. If Running, the clock of Side
// has run since. The moment is in the future if the clock stands still until then.
export interface ClockState {
  b: TimeLeft
  w: TimeLeft
  running: boolean
  // player whose clock runs
  side?: Color
  // milliseconds since 1970, by the server's clock
  at: number
  // Saturdays and Sundays in UTC do not count
  weekends?: boolean
}

// A Bidding is the state of the komi negotiation. Secret bids are absent until both are made.
export interface Bidding {
  // player with the offer or the highest bid
  by?: Color
  komi: number
  // player who has made a secret bid
  made?: Colors
  // the secret bids, once both are made
  bids?: Bids
}

// An Agreement is the state of the agreement on dead stones.
export interface Agreement {
  proposed?: boolean
  unsure?: number[]
  // where a move is worth points
  pending?: PendingRegion[]
  // players who agree with the marking
  agreed?: Colors
  // players who request that both lose
  voided?: Colors
  mover?: Mover
}

// A Confirmation is a chain whose life is being played out on a copy of the board.
export interface Confirmation {
  // in the position at the stop
  chain: number[]
  color: Color
  // kos that the player to move may retake only after a pass for them
  kos?: string[]
}

// A Result is how a match ended.
export interface Result {
  // as in SGF: "B+3.5"
  text: string
  winner: Color | Nobody
  // a game.Reason
  by: string
  margin: number
}

// A Score is the count by points.
export interface Score {
  black: number
  white: number
  // without parts that are 0 for both
  parts: ScorePart[]
  // "b", "w" or "." for each point
  owner: string
  // If captured stones count: the stones that fill territory of their own colour, "b",
  // "w" or "." for each point, and the remaining ones by colour.
  captured?: string
  over?: Prisoners
  // all stones count as alive, because the players did not agree on dead stones
  allAlive?: boolean
  // while the result depends on unsure chains
  range?: ScoreRange
}

// A Question is a pending request to the opponent.
export interface Question {
  // undo, pause, continue or aid
  kind: string
  by: string
}

// A Stall gives the waiting player, and the earliest time at which that player may claim the match.
export interface Stall {
  // the waiting player
  by: string
  // start of the wait, in milliseconds since 1970
  since: number
  // earliest time for By's claim; absent while a clock runs
  claim?: number
  // permitted disconnection in milliseconds; absent for no limit
  absence?: number
}

// A Vacation gives the time until which each player's clock stands still, in milliseconds since
// 1970; 0 if it does not.
export interface Vacation {
  b?: number
  w?: number
}

// A Source is how a value was found.
export type Source = 'named' | 'recognized' | 'default'

// A Reason is why a value was chosen.
export type Reason = 'given' | 'ascii' | 'utf-8' | 'guessed' | 'territory' | 'board' | 'server' | 'handicap' | 'before-1950' | 'rules' | 'even' | 'stones' | 'nineteen' | 'black' | 'white'

// Bids are the players' secret bids, by their current colours.
export interface Bids {
  b: number
  w: number
}

// A PendingRegion is a [Pending] with point names, for JSON.
export interface PendingRegion {
  points: string[]
  black: PendingMove
  white: PendingMove
  // where the ko is retaken
  ko?: string
  // for a ko: the color that makes the first threat, or "second" for the second mover
  needsThreat?: string
}

// Mover gives the player that each player wants to move first after a dispute.
export interface Mover {
  b?: Color
  w?: Color
}

// A ScorePart is one of the sums that make up a score.
export interface ScorePart {
  // of game.Item
  key: string
  b: number
  w: number
}

// A ScoreRange is the range of possible scores, Black's points minus White's.
export interface ScoreRange {
  least: number
  greatest: number
  // blocks on which the result depends
  open: OpenBlock[]
}

// A PendingMove is a player's gain from moving first in a [PendingRegion].
export interface PendingMove {
  // empty if unknown
  move?: string
  // points, relative to the current count
  gain: number
}

// An OpenBlock is one or more chains of one colour that live or die together.
export interface OpenBlock {
  color: Color
  stones: number[]
  // points at stake
  worth: number
  // the block is alive, and only seki is open
  seki?: boolean
}

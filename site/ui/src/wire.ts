// What the server sends and takes. Colours are letters, points are names in
// events and indices in arrays.

export type Color = 'b' | 'w'
export type Seat = Color | '' // whose stones this browser moves now; empty to watch
export type Seats = Seat | 'bw' // both where two people share the browser

export interface Ground {
  name: string
  names: string[]
  xy: [number, number][]
  lines: [number, number][]
  rosettes: number[][]
}

export interface Player {
  program: boolean
  name: string
  level?: string
}

export interface TimeLeft {
  main: number
  period?: number
  whole?: number
  periods?: number
  stones?: number
}

export type Phase = 'komi' | 'handicap' | 'play' | 'agreement' | 'turn' | 'confirmation' | 'over'

export interface State {
  phase: Phase
  stones: string
  last?: string
  toMove: Color | ''
  awaits: Seats // who must do something
  undo?: string // who has something to take back, who acted last first
  asked?: Color // who has asked to take back
  ply: number
  passes?: number // in a row
  pass?: 'stops' | 'ends' // what a pass would bring about
  prisoners: Record<Color, number>
  komi: number
  swapped?: boolean // the seats have changed colours
  rosettes?: number[]
  immortal?: number[]
  illegal?: Record<string, string>
  clock?: { b: TimeLeft; w: TimeLeft; running: boolean }
  talk?: Talk
  toPlace?: number
  agreement?: Agreement
  trial?: Trial
  dead?: number[]
  result?: { text: string; winner: Color | ''; by: string; margin: number }
  score?: Score
  estimable?: boolean // it may be asked what the position comes to
}

export interface Talk {
  by?: Color // whose offer or highest bid it is
  komi: number
  made?: string // whose secret bid is in
  bids?: Record<Color, number> // once both are in
}

export interface Agreement {
  proposed?: boolean
  unsure?: number[]
  agreed?: string
  voided?: string
  wish?: Partial<Record<Color, Color>>
}

export interface Trial {
  chain: number[]
  color: Color
  kos?: string[]
}

export interface Score {
  black: number
  white: number
  parts: { key: string; b: number; w: number }[]
  owner: string
}

// An Estimate is what the position after so many moves comes to.
export interface Estimate {
  ply: number
  next: Color
  black: number // the chance that Black wins
  lead: number // Black's; White's is below 0
  owner: number[] // of each point: 1 Black's … -1 White's
  text: string
}

export interface Happening {
  seq: number
  kind: string
  color?: Color
  point?: string
  points?: string[]
  dead?: boolean
  side?: Color
  komi?: number
  swap?: boolean
  ply: number
  id?: string
}

export interface News {
  kind: 'news'
  seq: number
  after: number
  seat: Seats
  events: Happening[]
  moves: [Color, string][] | null // those that stand; null if the events only add to them
  state: State
}

// Hello comes first on every line. It knows the seat better than the page,
// which was asked for without the cookie if a link on another site led here.
export interface Hello {
  kind: 'hello'
  seat: Seats
  beat: number // ms between two signs of life
}

export type Message = Hello | News | Reply | { kind: 'beat' }

export interface Reply {
  kind: 'reply'
  id: string
  seq: number
  refused?: string
}

export interface Match {
  id: string
  seats: Record<Color, Player>
  board: Ground
  rules: string
  preset: string
  ending: string
  komiBy?: 'divide' | 'open' | 'secret'
  halves?: boolean
  handicap?: number
  weaker?: Color
  clock: string
  estimates?: boolean // the site makes them
  news: News
}

export type Kind =
  | 'offer' | 'take' | 'bid' | 'yield' | 'place' | 'play' | 'pass' | 'mark' | 'agree' | 'dispute'
  | 'choose-mover' | 'confirm' | 'void' | 'resign' | 'undo' | 'grant' | 'refuse' | 'probe'

// Details are what a command says besides its name.
export interface Details {
  as?: Color // for whom, where two people share the browser
  point?: string
  points?: string[]
  dead?: boolean
  komi?: number
  side?: Color
}

export interface Wish extends Details {
  kind: Kind
  after: number
  id: string
}

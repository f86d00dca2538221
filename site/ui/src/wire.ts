// What the server sends and takes. Colours are letters, points are names in
// events and indices in arrays.

export type Color = 'b' | 'w'

export interface Player {
  kind: string
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

export interface ClockState {
  b: TimeLeft
  w: TimeLeft
  running: boolean
  side?: string
  at: number
}

export interface State {
  phase: string
  stones: string
  last?: string
  toMove: string
  awaits: string
  undo?: string
  asked?: string
  ply: number
  passes?: number
  pass?: string
  prisoners: Record<Color, number>
  komi: number
  swapped?: boolean
  rosettes?: number[]
  immortal?: number[]
  illegal?: Record<string, string>
  clock?: ClockState
  bidding?: Bidding
  toPlace?: number
  agreement?: Agreement
  confirmation?: Confirmation
  dead?: number[]
  result?: Result
  score?: Score
  estimable?: boolean
}

export interface Result {
  text: string
  winner: string
  by: string
  margin: number
}

export interface Bidding {
  by?: string
  komi: number
  made?: string
  bids?: Record<Color, number>
}

export interface Agreement {
  proposed?: boolean
  unsure?: number[]
  agreed?: string
  voided?: string
  mover?: Partial<Record<Color, string>>
}

export interface Confirmation {
  chain: number[]
  color: string
  kos?: string[]
}

export interface Score {
  black: number
  white: number
  parts: { key: string; b: number; w: number }[]
  owner: string
}

export interface Event {
  seq: number
  kind: string
  color?: string
  point?: string
  points?: string[]
  dead?: boolean
  side?: string
  komi?: number
  swap?: boolean
  ply: number
  id?: string
}

export interface Message {
  key: string
  args?: Record<string, unknown>
  by?: string
  lasting?: boolean
}

export interface Frame {
  kind: string
  topic: string
  seq: number
  after: number
  events: Event[]
  say: Message[]
  moves: [string, string][] | null
  state: State
}

export interface Hello {
  kind: string
  now: number
  beat: number
}

export interface Joined {
  kind: string
  topic: string
  seq: number
  seat: string
}

export interface Reply {
  kind: string
  topic: string
  id: string
  seq: number
  refused?: string
}

export interface Left {
  kind: string
  topic: string
  reason: string
}

export interface Waiting {
  kind: string
  topic: string
  place: number
}

export interface Beat {
  kind: string
  now: number
}

export interface Request {
  kind: string
  topic?: string
  id?: string
  after?: number
  command?: string
  as?: string
  point?: string
  points?: string[]
  dead?: boolean
  komi?: number
  side?: string
}

export interface Game {
  id: string
  topic: string
  seats: Record<Color, Player>
  board: { name: string; names: string[]; xy: [number, number][]; lines: [number, number][]; rosettes: number[][] }
  rules: string
  rulesName: string
  ending: string
  komiBy?: string
  halves?: boolean
  handicap?: number
  weaker?: string
  clock: string
  estimates?: boolean
  seat: string
  frame: Frame
}

export interface Estimate {
  ply: number
  next: string
  black: number
  lead: number
  owner: number[]
  text: string
}

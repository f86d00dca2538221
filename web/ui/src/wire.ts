// What the server sends and takes. Colours are letters, points are names in
// events and indices in arrays.

export type Color = 'b' | 'w'
export type Seat = Color | '' // empty: this browser may only watch

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

export interface State {
  stones: string
  last?: string
  toMove: Color | ''
  ply: number
  prisoners: Record<Color, number>
  rosettes?: number[]
  immortal?: number[]
  illegal?: Record<string, string>
  clock?: { b: TimeLeft; w: TimeLeft; running: boolean }
  result?: { text: string; winner: Color | ''; by: string; margin: number }
  score?: { black: number; white: number; komi: number; owner: string }
}

export interface Happening {
  seq: number
  kind: string
  color?: Color
  point?: string
  ply: number
  id?: string
}

export interface News {
  kind: 'news'
  seq: number
  after: number
  events: Happening[]
  moves?: [Color, string][] // those that stand, if after is 0
  state: State
}

// Hello comes first on every line. It knows the seat better than the page,
// which was asked for without the cookie if a link on another site led here.
export interface Hello {
  kind: 'hello'
  seat: Seat
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
  seat: Seat
  seats: Record<Color, Player>
  board: Ground
  komi: number
  rules: string
  clock: string
  news: News
}

export interface Wish {
  kind: 'play' | 'pass' | 'resign' | 'undo' | 'probe'
  point?: string
  after: number
  id: string
}

// What the board is given and what it says: the types that its parts share.
import type { Signal } from '@preact/signals'
import type { Mark } from './marks'

export type Color = 'b' | 'w'

// A Ground is a board without stones: its points, lines and hexagons.
export interface Ground {
  name: string
  names: string[] // of the points
  xy: [number, number][] // where each point lies; neighbours are 1 apart
  lines: [number, number][] // pairs of neighbours, by index
  rosettes: number[][] // the points around each hexagon, in order
  stars?: number[] // points with a dot
}

// A Layout is a board as it is drawn.
export interface Layout {
  xy: [number, number][] // as drawn, turned as chosen or if that fits better
  near: number[][]
  box: Box // around all points
  path: string // all lines
}

// A Touch says how a point was picked: a finger taps it or slides to it.
export type Touch = 'mouse' | 'tap' | 'slide'

// A Ghost is where a stone would stand; a sure one has been chosen.
export interface Ghost {
  point: number
  color: Color
  sure: boolean
}

// A Pair is two points, by index.
export type Pair = [number, number]

export interface BoardProps {
  ground: Ground
  signs: string // b, w or . for each point
  ghost?: Ghost | undefined
  ghosts?: { point: number; color: Color; text?: string }[] | undefined // stones of a line that nobody played
  marks?: Map<number, Mark[]>
  faded?: number[] | undefined // stones that count as taken off
  paint?: string | undefined // whose each point is: b, w or .
  heat?: number[] | undefined // whose each point may be: 1 Black’s … -1 White’s
  labels?: Map<number, string> | undefined
  lines?: Pair[] | undefined // drawn between points, above the stones
  arrows?: Pair[] | undefined // to the second point of each
  rosettes?: number[] | undefined // the filled ones
  coordinates?: boolean
  cursor?: number | undefined
  quarters?: number | undefined // clockwise turns of the board; without it the board is turned to fill its place
  whole?: string | undefined // names the button that ends zooming; without it the board does not zoom
  still?: boolean // a picture: upright, for nobody to touch, its shapes drawn by the page
  onHover?(p: number | null): void
  onPick?(p: number, by: Touch, spacing: number): void // spacing is between two points, in px
  onDrag?: ((from: number, to: number) => void) | undefined // pulled from point to point; without it a finger that slides picks the last one
  onMiss?(): void // picked where there is no point
  onHexagon?(r: number): void // picked inside a hexagon, away from its corners
  onLayout?(l: Layout): void
}

// A Finger is where the board is touched, in its own units.
export interface Finger {
  x: number
  y: number
  scale: number // screen pixels in a unit
  left: number // pixels between the finger and the left of the screen
  above: number // and the top
}

// A Box is a part of the drawing.
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

// Touching is the finger on the board, if there is one, the part of the board that two fingers
// have chosen, the drag in progress, and what the board listens for.
export interface Touching {
  finger: Signal<Finger | null>
  part: Signal<Box | null>
  drag: Signal<Pair | null> // the points between which the pointer is pulled now
  listeners: Record<string, (e: PointerEvent) => void>
}

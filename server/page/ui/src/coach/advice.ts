// What a coach says in a first game: what has just happened, and what matters now. It
// looks at liberties and hexagons only, and proposes nothing that the server would
// refuse.
import { chain } from '../board/geometry'
import type { Args } from '../common/i18n'
import type { Color } from '../net/wire'

// A Situation is a position as the player to move sees it.
export interface Situation {
  near: number[][]
  rosettes: number[][]
  stones: string
  immortal: number[]
  me: Color
  legal(p: number): boolean
  ply: number
  passed: boolean // the opponent has just passed
}

// An Advice is a text of the catalogue, coach.KEY, the stones that it speaks of and
// where to play.
export interface Advice {
  key: string
  n?: number
  stone?: number
  point?: number
}

const rival = (me: Color): Color => (me === 'b' ? 'w' : 'b')

// sixth is the empty point of a hexagon whose other points have stones of one colour,
// of which one at least can still be captured.
function sixth({ rosettes, stones, immortal, legal }: Situation, color: Color): number | undefined {
  const safe = new Set(immortal)
  for (const points of rosettes) {
    const empty = points.filter((p) => stones[p] === '.')
    const own = points.filter((p) => stones[p] === color)
    if (empty.length === 1 && own.length === points.length - 1 && own.some((p) => !safe.has(p)) && legal(empty[0]!)) return empty[0]
  }
  return undefined
}

// endangered lists the chains of a colour with one liberty that can be played, the
// largest first.
function endangered({ near, stones, immortal, legal }: Situation, color: Color) {
  const seen = new Set<number>(immortal)
  const all: { stones: number[]; liberty: number }[] = []
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== color || seen.has(p)) continue
    const found = chain(near, stones, p)
    found.stones.forEach((q) => seen.add(q))
    const [liberty] = found.liberties
    if (found.liberties.length === 1 && legal(liberty!)) all.push({ stones: found.stones, liberty: liberty! })
  }
  return all.sort((a, b) => b.stones.length - a.stones.length)
}

// escapes reports whether a stone there would make a chain with liberties to spare, or one
// that cannot be captured.
function escapes({ near, stones, immortal, me }: Situation, p: number): boolean {
  const made = chain(near, stones.slice(0, p) + me + stones.slice(p + 1), p)
  return made.liberties.length > 1 || made.stones.some((q) => immortal.includes(q))
}

// isClosed tells whether every empty region touches one colour only.
function isClosed({ near, stones }: Situation): boolean {
  const seen = new Set<number>()
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== '.' || seen.has(p)) continue
    const region = chain(near, stones, p).stones
    region.forEach((q) => seen.add(q))
    const around = new Set(region.flatMap((q) => near[q]!.map((r) => stones[r]!).filter((sign) => sign !== '.')))
    if (around.size !== 1) return false
  }
  return true
}

// Advisers speak in this order; the first that has something to say is heard.
const advisers: ((s: Situation) => Advice | undefined)[] = [
  (s) => {
    const point = sixth(s, s.me)
    return point === undefined ? undefined : { key: 'complete', point }
  },
  (s) => {
    const [prey] = endangered(s, rival(s.me))
    return prey && { key: 'capture', n: prey.stones.length, stone: prey.stones[0]!, point: prey.liberty }
  },
  (s) => {
    const own = endangered(s, s.me).find(({ liberty }) => escapes(s, liberty))
    return own && { key: 'save', n: own.stones.length, stone: own.stones[0]!, point: own.liberty }
  },
  (s) => {
    const point = sixth(s, rival(s.me))
    return point === undefined || !escapes(s, point) ? undefined : { key: 'block', point }
  },
  ({ ply }) => (ply < 2 ? { key: 'start' } : undefined),
  (s) => (isClosed(s) || ![...s.stones].some((sign, p) => sign === '.' && s.legal(p)) ? { key: 'closed' } : undefined),
  ({ passed, ply, stones }) => (passed && ply > 2 * stones.length ? { key: 'long' } : undefined),
  ({ passed }) => (passed ? { key: 'passed' } : undefined),
]

// advise says what matters now.
export function advise(s: Situation): Advice {
  for (const adviser of advisers) {
    const advice = adviser(s)
    if (advice !== undefined) return advice
  }
  return { key: 'calm' }
}

// Counts are what the coach compares between two positions. A rosette never goes away,
// so a move that adds one has filled it.
export interface Counts {
  prisoners: Record<Color, number>
  rosettes: number
}

// happened says what a move of a colour has changed, as texts of the catalogue.
export function happened(before: Counts, after: Counts, mover: Color, me: Color): { key: string; args: Args }[] {
  const who = mover === me ? 'you' : 'them'
  const taken = after.prisoners[mover] - before.prisoners[mover]
  return [
    ...(taken > 0 ? [{ key: `coach.captured.${who}`, args: { n: taken } }] : []),
    ...(after.rosettes > before.rosettes ? [{ key: `coach.rosette.${who}`, args: {} }] : []),
  ]
}

// What a coach says about what has happened, and about a position.
import type { Args } from '../common/i18n'
import type { Advice, Color } from '../net/wire'

// A Remark is a text of the catalogue.
export interface Remark {
  key: string
  args: Args
}

// A Turn is a position as the player to move sees it.
export interface Turn {
  ply: number
  points: number // of the board
  passed: boolean // the opponent has just passed
}

export const mostRefused = 2 // advices after which the coach is quiet

// inWords says what a coach advises. Without an advice it speaks only of the beginning, of a pass, and
// once of its own silence: silenced is true at the turn after the last refusal.
export function inWords(advice: Advice | null, { ply, points, passed }: Turn, silenced: boolean): Remark[] {
  const { point = '', does = '', count = 0, worth = 0 } = advice ?? {}
  if (does === 'pass') return [{ key: 'coach.closed', args: {} }]
  if (does !== '') return [{ key: `hint.${does}`, args: { point, n: count } }, { key: 'coach.worth', args: { n: worth } }]
  if (passed && ply > 2 * points) return [{ key: 'coach.long', args: {} }]
  if (passed) return [{ key: 'coach.passed', args: {} }]
  if (silenced) return [{ key: 'coach.quiet', args: {} }]
  return ply < 2 ? [{ key: 'coach.start', args: {} }] : []
}

// A Scene is what the coach compares between two positions. A rosette never goes away,
// so a move that adds one has filled it.
export interface Scene {
  prisoners: Record<Color, number>
  rosettes: number
  stones: string // "b", "w" or "." for each point
}

// happened says what a move of a colour has changed.
export function happened(before: Scene, after: Scene, mover: Color, me: Color): Remark[] {
  const who = mover === me ? 'you' : 'them'
  const taken = after.prisoners[mover] - before.prisoners[mover]
  return [
    ...(taken > 0 ? [{ key: `coach.captured.${who}`, args: { n: taken } }] : []),
    ...(after.rosettes > before.rosettes ? [{ key: `coach.rosette.${who}`, args: {} }] : []),
  ]
}

// lost says why the player's stones were captured, if all for the same reason: they were in atari before the
// player's last move, or that move has put them into atari. before has the stones before that move and is
// empty if they are unknown; near lists the neighbours of points.
export function lost(near: number[][], before: string, after: string, me: Color, n: number): Remark[] {
  const gone = near.flatMap((_, p) => (before[p] === me && after[p] === '.' ? [p] : []))
  const endangered = gone.filter((p) => liberties(near, before, p) === 1).length
  if (gone.length > 0 && gone.length === n && endangered === n) return [{ key: 'coach.lost.atari', args: { n } }]
  return before !== '' && endangered === 0 ? [{ key: 'coach.lost.own', args: { n } }] : []
}

// liberties counts the empty points next to the chain at p.
function liberties(near: number[][], stones: string, p: number): number {
  const chain = new Set([p])
  const free = new Set<number>()
  for (const q of chain) {
    for (const r of near[q]!) {
      if (stones[r] === '.') free.add(r)
      else if (stones[r] === stones[p]) chain.add(r)
    }
  }
  return free.size
}

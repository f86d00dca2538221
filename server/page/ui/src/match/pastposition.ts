// What the board shows of a position that is not the live one.
import type { Mark } from '../board/marks'
import type { Ghost } from '../board/types'
import { numbersOf, refusalAt, type Position } from './positions'
import type { View } from './view'

// The keys of refusals that are due to repetition, which a point shows by itself.
const repeats = new Set(['ko', 'superko'])

// pastBoard is what the board shows of a past position or of one that is tried.
export function pastBoard({ pointOf, nameOf, prefs, browse, moves, answer }: View, at: Position, hover: number | null) {
  const marks = new Map<number, Mark[]>()
  const add = (p: number | undefined, mark: Mark) => p !== undefined && marks.set(p, [...(marks.get(p) ?? []), mark])
  const numbers = browse.numbers.value ?? (prefs.numbers.value ? numbersOf(moves.value.slice(0, at.ply), at.stones, pointOf) : undefined)
  for (const p of at.immortal) add(p, 'immortal')
  for (const p of answer.value?.points ?? []) add(p, 'spoken')
  if (at.last !== undefined) add(pointOf(at.last), numbers === undefined ? 'last' : 'last-around')
  for (const [name, key] of Object.entries(at.illegal)) if (repeats.has(key)) add(pointOf(name), 'ko')
  const refused = hover === null ? undefined : refusalAt(at, hover, nameOf)
  if (refused !== undefined && refused !== 'occupied') add(hover!, 'refused')
  const ghost: Ghost | undefined = hover === null || refused !== undefined ? undefined : { point: hover, color: at.toMove, sure: false }
  const { signs, ghosts } = browse.preview.value ?? { signs: at.stones, ghosts: undefined }
  return { signs, rosettes: at.rosettes, ghost, ghosts, marks, labels: numbers }
}

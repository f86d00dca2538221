// Lines that are tried from a position, or shown from it, and thrown away.
import { batch, computed, type Signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import type { Move } from './match'
import { numbersOf, type Position, type Positions, type Start } from './positions'
import type { Color } from '../net/wire'

// A Variation is a line that leaves the moves of a page after base of them.
// positions[0] is where it leaves.
export interface Variation {
  base: number
  moves: Move[]
  positions: Position[]
  own: boolean // tried by the reader, not shown by the page
}

// A Trunk is what lines leave: a game or a record.
export interface Trunk {
  words: Words
  notice: Signal<string>
  pointOf(name: string): number | undefined
  begun(): boolean
  // lead has the start and the moves that lead to where a line leaves.
  lead(from: number): { start: Start; moves: string[] }
  moverAt(from: number): Color | undefined
}

// A Shown says which position a page shows.
export interface Shown {
  variation: Signal<Variation | null>
  step: Signal<number> // moves that are shown of the variation
  shown: { value: Position | null }
  ply: { value: number }
  clear(): void
  live(): void
  to(ply: number): void
}

// moveText is a move as a request names it.
export const moveText = ({ color, point }: Move) => `${color} ${point}`

// createTrials shows lines that leave the trunk.
export function createTrials(trunk: Trunk, positions: Positions, seen: Shown) {
  const { notice, words, pointOf } = trunk
  const { variation, step, shown, ply } = seen
  let turn = 0 // of lines; an answer to an earlier one is of no use
  // open shows a line after some moves.
  const open = async (from: number, line: string[], own: boolean): Promise<boolean> => {
    const mine = ++turn
    seen.clear()
    const { start, moves } = trunk.lead(from)
    const answer = await positions.line(start, [...moves, ...line], moves.length).catch((error: Error): undefined => void (mine === turn && (notice.value = error.message)))
    if (answer === undefined || mine !== turn) return false
    if (answer.refused !== undefined) notice.value = words.refusal(answer.refused.reason)
    const made = answer.positions.slice(1).map(({ by, last }): Move => ({ color: by!, point: last! }))
    if (made.length === 0 || (own && answer.refused !== undefined)) return false
    batch(() => {
      step.value = made.length
      variation.value = { base: from, moves: made, positions: answer.positions, own }
    })
    return true
  }
  // place tries a move on the position that is shown.
  const place = async (point: string): Promise<void> => {
    if (!trunk.begun()) return
    const from = variation.value?.base ?? ply.value
    const played = variation.value?.moves.slice(0, step.value).map(moveText) ?? []
    const color = shown.value?.toMove ?? trunk.moverAt(from)
    await open(from, [...played, color === undefined ? point : `${color} ${point}`], true)
  }
  // game leaves the line, also one that is still on its way, and shows the position after
  // so many moves of the trunk.
  const game = (at: number): void => {
    turn++
    batch(() => (seen.live(), seen.to(at)))
  }
  // discard throws the line away and shows where it left.
  const discard = () => game(variation.value?.base ?? ply.value)
  // numbers are those of the stones of the line that still stand.
  const numbers = computed(() => (variation.value === null ? undefined : numbersOf(variation.value.moves.slice(0, step.value), shown.value!.stones, pointOf)))
  return { open, place, game, discard, numbers }
}

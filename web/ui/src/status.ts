// One line that says how the game stands.
import { connected, refused } from './feed'
import { asked, chosen, ground, moves, over, page, seat, state } from './match'
import { timeOf } from './clock'
import * as words from './words'
import type { Color } from './wire'

// outcome is how the game ended, in a few words.
export function outcome(): string {
  const r = state.value.result!
  if (r.by === 'no-result') return words.result.void + words.result.by['no-result']!(0)
  if (r.winner === '') return words.result.draw
  return `${words.result.won(r.winner, seat.value)} ${words.result.by[r.by]?.(r.margin) ?? ''}`.trim()
}

// standing is whose turn it is, or how it ended.
export function standing(): string {
  const { toMove } = state.value
  if (refused.value !== '') return refused.value
  if (!connected.value) return words.status.reconnecting
  if (over.value) return outcome()
  if (asked.value !== null) return words.status.sending
  if (chosen.value !== null) return words.status.confirm(ground.names[chosen.value]!)
  const next = toMove as Color
  const passed = moves.value.at(-1)?.point === 'pass'
  if (next === seat.value) return passed ? words.status.passed(page.seats[next === 'b' ? 'w' : 'b'].name) : words.status.yourTurn
  return page.seats[next].program ? words.status.thinking(page.seats[next].name) : words.status.turn(next)
}

// summary is what a screen reader says when asked how things stand.
export function summary(): string {
  const side = (c: Color) => [words.color[c], words.player.prisoners(state.value.prisoners[c]), timeOf(c).value].filter(Boolean).join(', ')
  return [standing(), side('b'), side('w')].join('. ')
}

// One line that says how the game stands.
import { connected, refused } from './feed'
import { asked, awaited, chosen, ground, moves, other, over, phase, players, seats, state, you } from './match'
import { timeOf } from './clock'
import * as words from './words'
import type { Color, Phase } from './wire'

// outcome is how the game ended, in a few words.
export function outcome(): string {
  const r = state.value.result!
  const nobody = words.result.nobody[r.by]
  if (nobody !== undefined) return nobody
  if (r.winner === '') return words.result.draw
  const watched = seats.value === '' || seats.value === 'bw'
  return `${words.result.won(r.winner, watched ? '' : (seats.value as Color))} ${words.result.by[r.by]?.(r.margin) ?? ''}`.trim()
}

const name = (c: Color) => players.value[c].name

// scenes say what a phase waits for.
const scenes: Record<Exclude<Phase, 'over'>, (next: Color) => string> = {
  komi: (next) => (you(next) ? words.status.yourKomi : words.status.komi(name(next))),
  handicap: (next) => words.status.place(you(next) ? '' : name(next), state.value.toPlace ?? 0),
  play: turn,
  agreement: (next) => {
    if (state.value.agreement?.proposed !== true) return words.status.looking
    return awaited.value.length > 0 || state.value.awaits === 'bw' ? words.status.dead : words.status.waiting(name(next))
  },
  turn: () => words.status.who,
  confirmation: (next) => words.status.trial(you(next) ? '' : color(next)),
}

const color = (c: Color) => words.color[c]

// meaning is what a pass would bring about.
const meaning = () => (state.value.pass === undefined ? '' : words.status.pass[state.value.pass])

function turn(next: Color): string {
  if (!you(next) && players.value[next].program) return words.status.thinking(name(next))
  const whose = you(next) ? words.status.yourTurn : words.status.turn(next, name(next))
  const last = moves.value.at(-1)
  const { pass, passes } = state.value
  // A pass before play went on again has done what it does.
  const passed = last?.point === 'pass' && last.color !== next && (pass !== undefined || passes !== 2)
  return passed ? words.status.passed(name(other(next)), whose, meaning()) : whose
}

// standing is whose turn it is, or how it ended.
export function standing(): string {
  if (refused.value !== '') return refused.value
  if (!connected.value) return words.status.reconnecting
  if (over.value) return outcome()
  if (asked.value !== null && asked.value.kind !== 'mark') return words.status.sending
  if (chosen.value !== null) return words.status.confirm(ground.names[chosen.value]!)
  const { toMove, awaits } = state.value
  const next = (toMove !== '' ? toMove : (awaited.value[0] ?? awaits[0] ?? 'b')) as Color
  if (phase.value === 'agreement' && toMove !== '') return words.status.flower(you(next) ? '' : name(next), meaning())
  return scenes[phase.value as Exclude<Phase, 'over'>](next)
}

// summary is what a screen reader says when asked how things stand.
export function summary(): string {
  const side = (c: Color) => [words.color[c], words.player.prisoners(state.value.prisoners[c]), timeOf(c).value].filter(Boolean).join(', ')
  return [standing(), side('b'), side('w')].join('. ')
}

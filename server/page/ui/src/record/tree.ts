// Going through the tree of a game record, and lines that are tried from there.
import { batch, computed, signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import type { Position, Positions } from '../match/positions'
import { createTrials, moveText, type Practice, type Variation } from '../match/variations'
import type { GameRecord, Setup } from '../net/wire'

// createTree goes through the nodes. Where lines part it goes on along the one that was
// last looked at.
function createTree({ nodes }: GameRecord) {
  const children: number[][] = nodes.map(() => [])
  nodes.forEach(({ parent }, i) => parent >= 0 && children[parent]!.push(i))
  const at = signal(0)
  const onward = signal<Record<number, number>>({})
  const next = (i: number): number | undefined => onward.value[i] ?? children[i]![0]
  // line lists the nodes from the root through the one that is shown to the end.
  const line = computed((): number[] => {
    const all: number[] = []
    for (let i = at.value; i >= 0; i = nodes[i]!.parent) all.unshift(i)
    for (let i = next(at.value); i !== undefined; i = next(i)) all.push(i)
    return all
  })
  const enter = (i: number) => {
    const { parent } = nodes[i]!
    if (parent >= 0) onward.value = { ...onward.value, [parent]: i }
    at.value = i
  }
  return { children, at, line, enter }
}

// createReading shows a node of a record, the first one at first, or a line that is tried from it.
export function createReading(record: GameRecord, words: Words, positions: Positions, first = 0) {
  const { nodes, board, rules, komi } = record
  const { children, at, line, enter } = createTree(record)
  if (first in nodes) enter(first)
  const notice = signal('')
  const variation = signal<Variation | null>(null)
  const practice = signal<Practice | null>(null)
  const step = signal(0) // moves that are shown of the variation
  const shown = computed((): Position => variation.value?.positions[step.value] ?? nodes[at.value]!.position)
  const here = computed(() => line.value.indexOf(at.value))
  const ply = computed(() => (variation.value === null ? here.value : variation.value.base + step.value))
  const last = computed(() => (variation.value === null ? line.value.length - 1 : variation.value.base + variation.value.moves.length))
  const live = () => batch(() => (variation.value = practice.value = null))
  const clear = () => void (notice.value = '')
  const show = (i: number) => batch(() => (clear(), live(), enter(i)))
  const to = (wanted: number): void =>
    batch(() => {
      const goal = Math.max(0, Math.min(wanted, last.value))
      clear()
      if (variation.value !== null && goal >= variation.value.base) return void (step.value = goal - variation.value.base)
      live()
      at.value = line.value[goal]!
    })
  // lead begins at the last node that is not a move as the rules have it, so that what
  // the record sets up stands and repetition is known.
  const lead = (from: number) => {
    const moves: string[] = []
    let i = line.value[from]!
    for (; nodes[i]!.moved === true && nodes[i]!.wrong === undefined && nodes[i]!.parent >= 0; i = nodes[i]!.parent) {
      const { by, last: point } = nodes[i]!.position
      moves.unshift(moveText({ color: by!, point: point! }))
    }
    const { stones, toMove } = nodes[i]!.position
    return { start: { board: board.name, rules, komi, setup: setupOf(board.names, stones), next: toMove }, moves }
  }
  // whole is what leads to the position that is shown.
  const whole = () => {
    const { start, moves } = lead(here.value)
    return { start, moves: [...moves, ...(variation.value?.moves.slice(0, step.value).map(moveText) ?? [])] }
  }
  const pointOf = (name: string) => (board.names.includes(name) ? board.names.indexOf(name) : undefined)
  const seen = { variation, practice, step, shown, ply, clear, live, to }
  const playedAt = (from: number) => nodes[line.value[from + 1] ?? -1]?.position.last
  const trials = createTrials({ words, notice, pointOf, begun: () => true, lead, moverAt: () => shown.value.toMove, playedAt }, positions, seen)
  return { ...seen, ...trials, children, at, line, last, lead, show, notice, whole, pointOf }
}

const setupOf = (names: string[], stones: string): Setup => ({ b: names.filter((_, p) => stones[p] === 'b'), w: names.filter((_, p) => stones[p] === 'w') })

export type Reading = ReturnType<typeof createReading>

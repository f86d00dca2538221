// Looking back in a game: the position that the board shows, which is the live one, a
// past one or one of a line that is tried from there. Nothing of it is sent to the game.
import { batch, computed, effect, signal } from '@preact/signals'
import type { Mistake } from './judgement'
import { other, type Match, type Move } from './match'
import type { Position, Positions, Start } from './positions'
import { createTrials, moveText, type Practice, type Variation } from './variations'
import type { Color, State } from '../net/wire'

// fromState makes a position of what the server says of the live one, on a board with
// such points; before is the position before its last move.
function fromState(s: State, names: string[], before: Position | undefined, last: Move | undefined): Position {
  const { stones, ply, prisoners } = s
  const rosettes = s.rosettes ?? []
  const toMove: Color = s.toMove !== '' ? s.toMove : last === undefined ? 'b' : other(last.color)
  const formed = before === undefined ? [] : rosettes.filter((r) => !before.rosettes.includes(r))
  return {
    ply, stones, toMove, prisoners, formed, rosettes,
    captured: names.filter((_, p) => stones[p] === '.' && before !== undefined && before.stones[p] !== '.'),
    immortal: s.immortal ?? [],
    illegal: s.illegal ?? {},
    ...(s.last === undefined ? {} : { last: s.last }),
    ...(s.left === undefined ? {} : { left: s.left }),
    ...(last === undefined ? {} : { by: last.color }),
  }
}

const same = (a: Move | undefined, b: Move | undefined) => a?.color === b?.color && a?.point === b?.point

// createPast keeps the positions of the moves that stand. It requests the positions
// that the page has not seen, all at once.
function createPast(match: Match, positions: Positions) {
  const { moves, state, page } = match
  const known: (Position | undefined)[] = []
  const version = signal(0) // grows when known changes
  let before: Move[] = []

  const begun = () => state.value.phase !== 'komi' && state.value.phase !== 'handicap'
  const start = (): Start => {
    const { start: setup, komi, toMove } = state.value
    const next = moves.value[0]?.color ?? (toMove === 'w' ? 'w' : 'b')
    return {
      board: page.board.name, rules: page.rules, komi, next,
      ...(setup === undefined ? {} : { setup }),
      ...(page.supply === undefined ? {} : { supply: page.supply }),
    }
  }
  // follow takes the live position over and forgets what no longer stands. It returns
  // how many moves have stayed.
  const follow = (): number => {
    const now = moves.value
    let stay = 0
    while (stay < Math.min(before.length, now.length) && same(before[stay], now[stay])) stay++
    known.length = Math.min(known.length, stay + 1)
    const n = now.length
    if (begun() && state.value.ply === n && known[n] === undefined && (n === 0 || known[n - 1] !== undefined)) {
      known[n] = fromState(state.value, page.board.names, known[n - 1], now[n - 1])
    }
    before = now
    version.value++
    return stay
  }
  let loading: Promise<void> | undefined
  const fetchMissing = async (): Promise<void> => {
    const of = moves.value
    const from = [...Array(of.length + 1).keys()].find((i) => known[i] === undefined)
    if (from === undefined || !begun()) return
    const { positions: found } = await positions.line(start(), of.map(moveText), from)
    if (moves.value.slice(0, of.length).some((move, i) => !same(move, of[i]))) return
    for (const p of found) known[p.ply] ??= p
    version.value++
  }
  // load has all positions at hand, however often it is called until then.
  const load = (): Promise<void> => (loading ??= fetchMissing().finally(() => (loading = undefined)))
  return { known, version, start, follow, load, begun }
}

// createNavigation has the position that is shown: the live one unless the person looks back.
function createNavigation({ moves, notice, chosen }: Match, past: Past) {
  const at = signal<number | null>(null) // moves that are shown of the game; null: all, live
  const variation = signal<Variation | null>(null)
  const practice = signal<Practice | null>(null)
  const step = signal(0) // moves that are shown of the variation
  let lastShown: Position | null = null // what is shown until something else has come
  const shown = computed((): Position | null => {
    past.version.value
    if (variation.value !== null) return (lastShown = variation.value.positions[step.value]!)
    if (at.value === null) return (lastShown = null)
    return (lastShown = past.known[at.value] ?? lastShown)
  })
  const last = computed(() => (variation.value === null ? moves.value.length : variation.value.base + variation.value.moves.length))
  const ply = computed(() => (variation.value === null ? (at.value ?? moves.value.length) : variation.value.base + step.value))
  const clear = () => {
    chosen.value = null
    notice.value = ''
  }
  const live = () =>
    batch(() => {
      at.value = null
      variation.value = null
      practice.value = null
    })
  // to shows the position after so many moves of the game, or of the variation.
  const to = (wanted: number): void => {
    const goal = Math.max(0, Math.min(wanted, last.value))
    if (goal === ply.value) return
    batch(() => {
      clear()
      if (variation.value !== null && goal >= variation.value.base) return void (step.value = goal - variation.value.base)
      variation.value = null
      practice.value = null
      at.value = goal === moves.value.length ? null : goal
    })
    if (at.value !== null) void past.load().catch((error: Error) => (notice.value = error.message))
  }
  return { at, variation, practice, step, shown, last, ply, clear, live, to }
}

// createBrowse returns what is shown of a match, and the ways to show something else.
export function createBrowse(match: Match, positions: Positions) {
  const past = createPast(match, positions)
  const navigation = createNavigation(match, past)
  const { notice, words, pointOf } = match
  const lead = (from: number) => ({ start: past.start(), moves: match.moves.value.slice(0, from).map(moveText) })
  const moverAt = (from: number) => past.known[from]?.toMove
  const playedAt = (from: number) => match.moves.value[from]?.point
  const { showLine, ...trials } = createTrials({ notice, words, pointOf, begun: past.begun, lead, moverAt, playedAt }, positions, navigation)
  const { at, variation, live } = navigation
  match.listen(() => {
    const stay = past.follow()
    if ((at.value ?? 0) >= match.moves.value.length) at.value = null
    if ((variation.value?.base ?? 0) > stay) live()
  })
  past.follow()
  // Who acts in the game sees the game.
  const stop = effect(() => {
    if (match.sent.value !== null) live()
  })
  return {
    ...navigation,
    ...trials,
    stop,
    back: computed(() => at.value !== null || variation.value !== null), // what is shown is not the game as it stands
    // line shows a line after some moves of the game, instead of a mistake.
    line: (line: string[], from: number, mistake: Mistake) => showLine(from, line, false, mistake),
    // again tries a line of the live game once more, so that it can be changed.
    again: (line: string[]) => showLine(match.moves.value.length, line, true),
    // try lets the next touch of the live position try a move.
    try: () => batch(() => (navigation.clear(), (variation.value = null), (at.value = match.moves.value.length))),
    // load asks for the positions that the list of moves speaks of.
    load: () => past.load().catch(() => undefined),
    after: (n: number): Position | undefined => (past.version.value, past.known[n]),
  }
}

type Past = ReturnType<typeof createPast>
export type Browse = ReturnType<typeof createBrowse>

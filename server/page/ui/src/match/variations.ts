// Lines that are tried from a position, or shown from it, and thrown away.
import { batch, computed, type Signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import type { Move } from './match'
import { numbersOf, type Position, type Positions, type Start } from './positions'
import { judge, type Judgement, type Mistake } from './judgement'
import { previewOf } from './preview'
import type { Color } from '../net/wire'

// A Variation is a line that leaves the moves of a page after base of them.
// positions[0] is where it leaves.
export interface Variation {
  base: number
  moves: Move[]
  positions: Position[]
  own: boolean // tried by the reader, not shown by the page
  mistake?: Mistake | undefined // instead of which the page shows the line
}

// A Practice is a line that the reader plays with one colour against the computer.
export interface Practice {
  color: Color
  thinking: boolean
  mistake?: Mistake | undefined // which the reader wants to do better
  judgement?: Judgement | undefined // of the first move
  captured?: number // stones, by the reply to it
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
  // playedAt names the point of the move that was played where a line leaves.
  playedAt(from: number): string | undefined
}

// A Shown says which position a page shows.
export interface Shown {
  variation: Signal<Variation | null>
  practice: Signal<Practice | null>
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
  const { variation, practice, step, shown, ply } = seen
  const lines = createLines(trunk, positions, seen)
  const { quit, reply, practise } = createPractice(trunk, positions, seen, lines)
  // place tries a move on the position that is shown.
  const place = async (point: string): Promise<void> => {
    if (!trunk.begun() || practice.value?.thinking === true) return
    const from = variation.value?.base ?? ply.value
    const played = variation.value?.moves.slice(0, step.value).map(moveText) ?? []
    const color = shown.value?.toMove ?? trunk.moverAt(from)
    const done = await lines.open(from, [...played, color === undefined ? point : `${color} ${point}`], true)
    if (done) await reply()
  }
  // game leaves the line, also one that is still on its way, and shows the position after
  // so many moves of the trunk.
  const game = (at: number): void => {
    lines.cancel()
    quit()
    batch(() => (seen.live(), seen.to(at)))
  }
  // discard throws the line away and shows where it left.
  const discard = () => game(variation.value?.base ?? ply.value)
  // numbers are those of the stones of the line that still stand. In a line that the page shows, a
  // question mark stands where the game went on.
  const numbers = computed(() => {
    const tried = variation.value
    if (tried === null) return undefined
    const { stones } = shown.value!
    const all = numbersOf(tried.moves.slice(0, step.value), stones, trunk.pointOf)
    const played = tried.own ? undefined : trunk.pointOf(trunk.playedAt(tried.base) ?? '')
    if (played !== undefined && stones[played] === '.') all.set(played, '?')
    return all
  })
  const preview = computed(() => {
    const tried = variation.value
    if (tried === null || tried.own || step.value > 0) return undefined
    return previewOf(tried.positions[0]!.stones, trunk.playedAt(tried.base), tried.moves, trunk.pointOf)
  })
  // showLine shows a line that the page has, which ends a practice.
  const showLine = (from: number, line: string[], own: boolean, mistake?: Mistake) => (quit(), lines.open(from, line, own, mistake))
  return { showLine, place, practise, game, discard, numbers, preview }
}

// createLines opens lines. An answer that comes after a later request, or after cancel, is of no use.
function createLines(trunk: Trunk, positions: Positions, seen: Shown) {
  const { notice, words } = trunk
  const { variation, step } = seen
  let turn = 0
  const cancel = () => void turn++
  // request has the positions of a line that leaves the trunk after some moves.
  const request = async (from: number, line: string[]) => {
    const mine = ++turn
    seen.clear()
    const { start, moves } = trunk.lead(from)
    const answer = await positions.line(start, [...moves, ...line], moves.length).catch((error: Error): undefined => void (mine === turn && (notice.value = error.message)))
    return mine === turn ? answer : undefined
  }
  // open shows a line after some moves: one of the page before its first move.
  const open = async (from: number, line: string[], own: boolean, mistake?: Mistake): Promise<boolean> => {
    const answer = await request(from, line)
    if (answer === undefined) return false
    if (answer.refused !== undefined) notice.value = words.refusal(answer.refused.reason)
    const made = answer.positions.slice(1).map(({ by, last }): Move => ({ color: by!, point: last! }))
    if (made.length === 0 || (own && answer.refused !== undefined)) return false
    batch(() => {
      step.value = own ? made.length : 0
      variation.value = { base: from, moves: made, positions: answer.positions, own, mistake }
    })
    return true
  }
  return { request, open, cancel }
}

// createPractice has the computer answer in a line.
function createPractice(trunk: Trunk, positions: Positions, { variation, practice, step }: Shown, { request, open }: ReturnType<typeof createLines>) {
  let thinking = new AbortController()
  // quit ends a practice.
  const quit = () => {
    thinking.abort()
    practice.value = null
  }
  // reply has the computer move, if it is its turn and play has not ended.
  const reply = async (): Promise<void> => {
    const now = practice.value
    const line = variation.value
    const at = line?.positions.at(-1)
    if (now === null || line === null || at === undefined || at.toMove === now.color || (at.passes ?? 0) > 1) return
    thinking.abort()
    const { signal: gone } = (thinking = new AbortController())
    practice.value = { ...now, thinking: true }
    const { start, moves } = trunk.lead(line.base)
    const played = line.moves.map(moveText)
    const found = await positions.reply(start, [...moves, ...played], gone).catch((error: Error) => error)
    if (gone.aborted) return
    practice.value = now
    if (found instanceof Error) return void (trunk.notice.value = found.message)
    if (variation.value !== line) return
    if (now.mistake !== undefined && played.length === 1) practice.value = { ...now, judgement: judge(now.mistake, line.moves[0]!.point, found) }
    const answered = await open(line.base, [...played, `${at.toMove} ${found.point}`], true)
    if (answered && played.length === 1 && practice.value !== null) practice.value = { ...practice.value, captured: variation.value!.positions.at(-1)!.captured.length }
  }
  // practise lets the reader play with a colour from the position after some moves.
  const practise = async (from: number, color: Color, mistake?: Mistake): Promise<void> => {
    quit()
    const answer = await request(from, [])
    if (answer === undefined) return
    batch(() => {
      step.value = 0
      variation.value = { base: from, moves: [], positions: answer.positions.slice(0, 1), own: true }
      practice.value = { color, thinking: false, mistake }
    })
    await reply()
  }
  return { quit, reply, practise }
}

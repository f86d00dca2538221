// Playing against the computer from a position of a record. Its moves come from the server and
// become a branch of the tree.
import { signal, type Signal } from '@preact/signals'
import { requestJSON } from '../net/request'
import type { Words } from '../common/i18n'
import { judge, type Judgement, type Mistake } from '../match/judgement'
import type { MoveLine } from '../net/editor'
import type { Color, LineReply, Moves } from '../net/wire'
import type { Session } from './session'

// A Practice is a line that the reader plays with one colour against the computer.
export interface Practice {
  color: Color
  thinking: boolean
  base: string // the node where it began
  index: number // of that node in its line
  mistake?: Mistake | undefined // which the reader wants to do better
  judgement?: Judgement | undefined // of the first move
  captured?: number // stones, by the reply to it
}

export interface Practices {
  now: Signal<Practice | null>
  start(mistake?: Mistake): void // with the player to move
  again(): void // from where it began
  stop(): void
  moved(): void // the reader has played
}

// movesOf is a line as the server takes it: the moves up to the current node, or all.
export function movesOf({ start, moves, at }: MoveLine, whole = false): Moves {
  return { start, moves: whole ? moves : moves.slice(0, at) } as Moves
}

export function createPractice(words: Words, { run, state, ground }: Session, notice: Signal<string>): Practices {
  const now = signal<Practice | null>(null)
  let thinking = new AbortController()
  const stop = () => {
    thinking.abort()
    now.value = null
  }
  const request = async (gone: AbortSignal): Promise<LineReply> => {
    const { line } = await run({ command: 'line' })
    if (!line!.known) throw new Error(words.t('editor.practise.start'))
    return await requestJSON<LineReply>(words, '/api/positions/reply', { json: movesOf(line!), signal: gone })
  }
  // reply has the computer move if it is its turn and play has not ended.
  const reply = async (): Promise<void> => {
    const { position, node, index } = state.value
    const mine = now.value
    if (mine === null || position.toMove === mine.color || (position.passes ?? 0) > 1) return
    thinking.abort()
    const { signal: gone } = (thinking = new AbortController())
    now.value = { ...mine, thinking: true }
    const answer = await request(gone).catch((error: Error) => error)
    if (gone.aborted) return
    now.value = mine
    if (answer instanceof Error) return void (notice.value = answer.message)
    if (state.value.node.id !== node.id) return
    const { names } = ground.value
    const point = names.indexOf(answer.point)
    await run(point < 0 ? { command: 'play' } : { command: 'play', point })
    if (gone.aborted || mine.mistake === undefined || index !== mine.index + 1) return
    const judgement = judge(mine.mistake, node.point === undefined ? 'pass' : names[node.point]!, answer)
    now.value = { ...mine, judgement, captured: state.value.position.captured.length }
  }
  const start = (mistake?: Mistake) => {
    stop()
    const { position, node, index } = state.value
    now.value = { color: mistake?.color ?? position.toMove, thinking: false, base: node.id, index, mistake }
    void reply()
  }
  const again = () => {
    const { base, mistake } = now.value!
    stop()
    void run({ command: 'go', node: base }).then(() => start(mistake))
  }
  return { now, start, again, stop, moved: () => void reply() }
}

// Playing against the computer from a position of a record. Its moves come from the server and
// become a branch of the tree.
import { signal, type Signal } from '@preact/signals'
import { requestJSON } from '../net/request'
import type { Words } from '../common/i18n'
import type { MoveLine } from '../net/editor'
import type { Color, LineReply, Moves } from '../net/wire'
import type { Session } from './session'

// A Practice is the reader's colour, and whether the computer is choosing a move. base is the node
// where it began.
export interface Practice {
  color: Color
  thinking: boolean
  base: string
}

export interface Practices {
  now: Signal<Practice | null>
  start(color?: Color): void // otherwise with the player to move
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
  const request = async (gone: AbortSignal): Promise<string> => {
    const { line } = await run({ command: 'line' })
    if (!line!.known) throw new Error(words.t('editor.practise.start'))
    return (await requestJSON<LineReply>(words, '/api/positions/reply', { json: movesOf(line!), signal: gone })).point
  }
  // reply has the computer move if it is its turn and play has not ended.
  const reply = async (): Promise<void> => {
    const { position, node } = state.value
    const mine = now.value
    if (mine === null || position.toMove === mine.color || (position.passes ?? 0) > 1) return
    thinking.abort()
    const { signal: gone } = (thinking = new AbortController())
    now.value = { ...mine, thinking: true }
    const answer = await request(gone).catch((error: Error) => error)
    if (gone.aborted) return
    now.value = mine
    if (answer instanceof Error) notice.value = answer.message
    else if (state.value.node.id === node.id) {
      const point = ground.value.names.indexOf(answer)
      await run(point < 0 ? { command: 'play' } : { command: 'play', point })
    }
  }
  const start = (color?: Color) => {
    stop()
    now.value = { color: color ?? state.value.position.toMove, thinking: false, base: state.value.node.id }
    void reply()
  }
  return { now, start, stop, moved: () => void reply() }
}

// The review of the line that is shown: made by the server while the page waits, and kept by
// nobody.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { requestLines, type Failure } from '../net/request'
import { mistakeOf } from '../match/judgement'
import type { Move } from '../match/match'
import type { MoveLine } from '../net/editor'
import type { Moment, Review as Found } from '../net/wire'
import { reasonText, Review as Reviewed } from '../review/review'
import { useEditor } from './context'
import { movesOf } from './practice'

const least = 4 // moves

export function Review() {
  const { words, run, state, review: job } = useEditor()
  const { t } = words
  const failed = useSignal('')
  const controller = useRef(new AbortController())
  const fail = (text: string) => {
    job.value = null
    failed.value = text
  }
  const start = async () => {
    const { line } = await run({ command: 'line' })
    if (line === undefined || !line.known) return fail(t('editor.practise.start'))
    controller.current.abort()
    const { signal: gone } = (controller.current = new AbortController())
    failed.value = ''
    job.value = { line, found: null }
    const take = (found: Found) => void (job.value = { line, found })
    await requestLines<Found>(words, '/api/positions/review', { json: movesOf(line, true), signal: gone }, take).then(
      () => !gone.aborted && job.value?.found?.state !== 'done' && fail(t('review.failed')),
      (error: Failure) => gone.aborted || fail(error.status === 0 ? t('editor.review.offline') : error.message),
    )
  }
  const now = job.value
  const possible = state.value.length >= least
  if (now === null)
    return (
      <div class="offer">
        <button class="button" aria-disabled={!possible} onClick={() => possible && void start()}>
          {t('review.start')}
        </button>
        <p class="note" role="status">
          {failed.value === '' ? t('review.start.about') : failed.value}
        </p>
      </div>
    )
  if (now.found === null) return <p class="review note">{t('review.waiting')}</p>
  return <Shown found={now.found} line={now.line} />
}

// Shown is the review with what it does on the board: the better line is drawn there, and may be
// put in the tree.
function Shown({ found, line: { nodes } }: { found: Found; line: MoveLine }) {
  const { words, run, state, better, practice } = useEditor()
  const here = nodes.indexOf(state.value.node.id)
  const show = (n: number) => run({ command: 'go', node: nodes[Math.max(0, Math.min(n, nodes.length - 1))]! })
  const practised = practice.now.value
  const base = better.value !== null ? here : practised !== null ? nodes.indexOf(practised.base) : -1
  const mistake = (m: Moment) => mistakeOf(m, found.lead, reasonText(words.t, m))
  const game = {
    words,
    moves: nodes.length - 1,
    ply: here,
    tried: base < 0 ? null : { base, own: practised !== null, moves: [], positions: [] },
    mine: '' as const,
    go: (n: number) => {
      practice.stop()
      void show(n)
    },
    line: (m: Moment) => {
      practice.stop()
      void show(m.ply - 1).then(() => (better.value = { line: lineOf(m), mistake: mistake(m) }))
    },
    practise: (m: Moment) => void show(m.ply - 1).then(() => practice.start(mistake(m))),
  }
  return <Reviewed game={game} found={found} />
}

// lineOf is the better line of a moment, whose moves may name their colours.
const lineOf = ({ line, color }: Moment): Move[] =>
  line.map((name, i) => ({ color: (i % 2 === 0) === (color === 'b') ? 'b' : 'w', point: name.replace(/^[bw] /, '') }))

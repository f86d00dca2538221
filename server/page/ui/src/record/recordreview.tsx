// The review of the line of a record that was chosen: made while the page waits, and kept by
// nobody.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Words } from '../common/i18n'
import { mistakeOf } from '../match/judgement'
import { requestLines, Failure } from '../net/request'
import { reasonText, Review } from '../review/review'
import type { Reading } from './tree'
import type { Moment, Moves, Review as Found } from '../net/wire'

// A Job is a review and the nodes that it is about, first the one before the first move.
interface Job {
  path: number[]
  before: number // nodes of the line before them
  found: Found | null
  failed: string
}

const least = 4 // moves

export function RecordReview({ words, reading }: { words: Words; reading: Reading }) {
  const { t } = words
  const { line, at, ply, variation, lead, show, showLine, practise } = reading
  const job = useSignal<Job | null>(null)
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])
  const start = async () => {
    const all = line.value
    const { start, moves } = lead(all.length - 1)
    const before = all.length - 1 - moves.length
    const { signal: gone } = (controller.current = new AbortController())
    const now: Job = { path: all.slice(before), before, found: null, failed: '' }
    job.value = now
    const take = (found: Found) => void (job.value = { ...now, found })
    await requestLines<Found>(words, '/api/positions/review', { json: { start, moves } satisfies Moves, signal: gone }, take).then(
      () => !gone.aborted && job.value?.found?.state !== 'done' && (job.value = { ...now, failed: t('review.failed') }),
      (error: Failure) => gone.aborted || (job.value = { ...now, failed: error.message }),
    )
  }
  const now = job.value
  const moves = lead(line.value.length - 1).moves.length
  if (now === null || now.failed !== '')
    return moves < least ? null : (
      <div class="offer">
        <button class="button" onClick={start}>
          {t('review.start')}
        </button>
        <p class="note" role="status">
          {now?.failed ?? t('review.start.about')}
        </p>
      </div>
    )
  if (now.found === null) return <p class="review note">{t('review.waiting')}</p>
  const { path, before, found } = now
  const here = path.indexOf(at.value)
  const tried = variation.value
  const game = {
    words,
    moves: path.length - 1,
    ply: tried === null ? here : ply.value - before,
    tried: tried === null ? null : { ...tried, base: tried.base - before },
    mine: '' as const,
    go: (n: number) => show(path[Math.max(0, Math.min(n, path.length - 1))]!),
    line: (m: Moment) => {
      show(path[m.ply - 1]!)
      void showLine(before + m.ply - 1, m.line, false, mistakeOf(m, found.lead, reasonText(t, m)))
    },
    practise: (m: Moment) => {
      show(path[m.ply - 1]!)
      void practise(before + m.ply - 1, m.color, mistakeOf(m, found.lead, reasonText(t, m)))
    },
  }
  return <Review game={game} found={found} />
}

// The end of a game: the result with its reasons, and what may follow.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { levelAbove, opponentIn, settingsOf, start, swapped } from './newgame'
import { levelTitle } from '../common/face'
import { Flower, Icon } from '../common/icons'
import { other } from './match'
import { NextGame } from '../correspondence/nextgame'
import { ChatButton } from './ledger'
import { Rated } from '../rating/ratingchange'
import { hasRemoteOpponent, useRematch } from './rematch'
import { Player } from './panel'
import { Table } from './score'
import { outcome } from './statustext'
import { useView, type View } from './view'
import type { Score } from '../net/wire'

export function Ended() {
  const view = useView()
  const section = useRef<HTMLElement>(null)
  const before = useRef(view.over.value)
  useEffect(() => {
    // Where an agreement was scrolled through, the result comes into sight.
    if (view.over.value && !before.current) section.current!.scrollIntoView({ block: 'nearest' })
    before.current = view.over.value
  }, [view.over.value])
  if (!view.over.value) return null
  return (
    <section ref={section} class="ended" aria-label={view.t('match.ended')}>
      <div class={lost(view) ? 'result beaten' : 'result'}>
        <Flower />
        <h2>{outcome(view)}</h2>
        <p class="note">{summary(view)}</p>
        {view.state.value.score?.allAlive === true && <p class="note">{view.t('event.all-alive')}</p>}
        <Rated />
      </div>
      <Players />
      <Next />
    </section>
  )
}

// Players shows who played, with the person here last.
function Players() {
  const { seats } = useView()
  const own = seats.value === 'w' ? 'w' : 'b'
  return (
    <div class="seats">
      <Player color={other(own)} far />
      <Player color={own} far={false} />
    </div>
  )
}

// lost reports whether the person here has lost.
function lost({ state, seats, both }: View): boolean {
  const { by, winner } = state.value.result!
  return seats.value !== '' && !both.value && (by === 'both-lose' || (winner !== '' && winner !== seats.value))
}

// Count says how the points were counted. Where captured stones fill territory, the board shows it
// while that is unfolded.
export function Count() {
  const { t, over, state, counting } = useView()
  const { score } = state.value
  if (!over.value || score === undefined) return null
  const unfold = (details: HTMLDetailsElement) => {
    counting.value = details.open
    if (details.open) details.scrollIntoView({ block: 'nearest' })
  }
  return (
    <details class="score" open={counting.value} onToggle={(e) => unfold(e.currentTarget)}>
      <summary>{t('match.count.title')}</summary>
      <Table score={score} />
      <Reasons score={score} />
    </details>
  )
}

// summary is the game in one line: the points, the opponent, the moves.
function summary(view: View): string {
  const { t, words, state, named, moves } = view
  const { score } = state.value
  const bot = opponentIn(view)
  const parts = [
    score === undefined ? '' : t('match.ended.points', { black: score.black, white: score.white }),
    bot === undefined ? '' : t('match.ended.against', { name: levelTitle(words, named(bot).level ?? '') }),
    t('match.ended.moves', { n: moves.value.length }),
  ]
  return parts.filter(Boolean).join(' · ')
}

// ways has the sentence that says how the points were counted, by a part that only
// this way of counting has.
const ways: [part: string, text: string][] = [
  ['stones', 'match.count.area'],
  ['passStones', 'match.count.passes'],
]

// Reasons shows how the count came about, including with the captured stones that fill
// territory, as players count over a board.
function Reasons({ score }: { score: Score }) {
  const { t } = useView()
  const way = ways.find(([part]) => score.parts.some(({ key }) => key === part))?.[1] ?? 'match.count.territory'
  const { captured, over } = score
  const left = captured === undefined || over === undefined ? [] : (['b', 'w'] as const).filter((c) => over[c] > 0)
  return (
    <div class="reasons">
      <p>{t(way)}</p>
      {captured !== undefined && /[bw]/.test(captured) && <p>{t('match.count.filled')}</p>}
      {left.map((c) => (
        <p key={c}>{t('match.count.over', { n: over![c], color: t(`color.${c}`), other: t(`color.${other(c)}`) })}</p>
      ))}
    </div>
  )
}

// Next has what may follow. On a phone it is the bar at the thumb.
function Next() {
  const view = useView()
  const { t, words, seats, page, open, starting, both } = view
  const above = useAbove(view)
  const rematch = useRematch()
  const between = hasRemoteOpponent(view)
  const again = settingsOf(view)
  const swaps = seats.value !== '' && !between && page.handicap === undefined && (!both.value || again.names !== undefined)
  return (
    <>
      {between && (
        <p class="note rematch" role="status">
          {rematch.status}
        </p>
      )}
      {between && rematch.reasons}
      <div class="acts">
        {between && rematch.buttons}
        {seats.value !== '' && !between && (
          <button class="button primary" aria-disabled={starting.value} onClick={() => start(view, again)}>
            <Icon name="again" />
            <span>{t('match.rematch')}</span>
          </button>
        )}
        {above !== undefined && (
          <button class="button" aria-label={t('match.up', { level: levelTitle(words, above) })} aria-disabled={starting.value} onClick={() => start(view, { ...again, level: above })}>
            <Icon name="up" />
            <span>{levelTitle(words, above)}</span>
          </button>
        )}
        {swaps && (
          <button class="button further" aria-label={t('match.swap')} title={t('match.swap')} aria-disabled={starting.value} onClick={() => start(view, swapped(again))}>
            <Icon name="swap" />
            <span>{t('match.swap.short')}</span>
          </button>
        )}
        {seats.value === '' && <p class="note watching">{t('ui.watching')}</p>}
        <NextGame />
        <ChatButton />
        <button class="button further" aria-label={t('match.share')} aria-haspopup="dialog" onClick={() => (open.value = 'share')}>
          <Icon name="share" />
          <span>{t('match.share')}</span>
        </button>
        <button class="button further" aria-haspopup="dialog" onClick={() => (open.value = 'more')}>
          <Icon name="dots" />
          <span>{t('match.more')}</span>
        </button>
      </div>
    </>
  )
}

// useAbove is the next level for a person who has won against the computer.
function useAbove(view: View): string | undefined {
  const { words, named, seats, state, both } = view
  const above = useSignal<string | undefined>(undefined)
  const bot = opponentIn(view)
  const won = bot !== undefined && !both.value && seats.value !== '' && state.value.result?.winner === seats.value
  useEffect(() => {
    if (won) void levelAbove(words, named(bot).level ?? '').then((level) => (above.value = level))
  }, [won])
  return above.value
}

// The moves of a game as a list, or as a strip where there is little room.
import { useEffect, useRef } from 'preact/hooks'
import { Flower } from '../common/icons'
import type { Words } from '../common/i18n'
import type { Move } from './match'
import type { Position } from './positions'
import { moveName } from './stepper'
import type { Variation } from './variations'
import { useView } from './view'

// A Listed move has what it did, where that is known.
export interface ListedMove extends Move {
  number: number
  effects?: Pick<Position, 'captured' | 'formed'> | undefined
}

interface ListProps {
  t: Words['t']
  words: Words
  name: string
  moves: ListedMove[]
  now: number // the number of the move that is shown, 0 before the first
  to(number: number): void
  tried?: boolean
}

// MoveList lists moves of which each leads to its position. The keyboard meets the
// list once; arrows go through the moves.
export function MoveList({ t, words, name, moves, now, to, tried = false }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  const known = moves.filter(({ effects }) => effects !== undefined).length // what they did makes them wider
  const focusable = Math.max(now, moves[0]?.number ?? 0)
  useEffect(() => {
    const all = list.current!
    const item = all.querySelector<HTMLElement>('.now')
    if (item === null) return all.scrollTo(0, 0)
    all.scrollTo({ left: item.offsetLeft - (all.clientWidth - item.offsetWidth) / 2, top: item.offsetTop - (all.clientHeight - item.offsetHeight) / 2 })
    if (all.contains(document.activeElement)) item.querySelector('button')!.focus({ preventScroll: true })
  }, [now, moves.length, known])
  return (
    <ol ref={list} class={tried ? 'tried' : undefined} aria-label={name}>
      {moves.map((move) => (
        <li key={move.number} class={move.number === now ? 'now' : undefined}>
          <button
            tabIndex={move.number === focusable ? 0 : -1}
            aria-current={move.number === now ? 'step' : undefined}
            onClick={() => to(move.number)}
          >
            <span class="hidden">{moveText(t, words, move)}</span>
            <span class="number" aria-hidden="true">
              {move.number}
            </span>
            <i class={`stone ${move.color}`} />
            <span class="point" aria-hidden="true">
              {move.point === 'pass' ? t('ui.moves.pass') : move.point}
            </span>
            <Signs move={move} />
          </button>
        </li>
      ))}
    </ol>
  )
}

// spoken is a move with what it did, in words.
function moveText(t: Words['t'], words: Words, move: ListedMove): string {
  const { effects, number } = move
  return words.list([
    t('record.number', { n: number, move: moveName(t, move) }),
    ...(effects !== undefined && effects.captured.length > 0 ? [t('record.captures', { n: effects.captured.length })] : []),
    ...(effects !== undefined && effects.formed.length > 0 ? [t('record.forms')] : []),
  ])
}

// Signs show what a move did: a flower for a rosette, a cross and a number for stones
// that it took.
function Signs({ move: { effects } }: { move: ListedMove }) {
  if (effects === undefined) return null
  return (
    <>
      {effects.captured.length > 0 && <span class="took" aria-hidden="true">×{effects.captured.length}</span>}
      {effects.formed.length > 0 && <Flower />}
    </>
  )
}

// Tried are the moves of a line that is tried after so many others.
export function Tried({ words, tried, before, now, to }: { words: Words; tried: Variation; before: number; now: number; to(number: number): void }) {
  const moves = tried.moves.map((move, i) => ({ ...move, number: before + i + 1, effects: tried.positions[i + 1] }))
  return <MoveList t={words.t} words={words} name={words.t('record.tried')} moves={moves} now={now} to={to} tried />
}

// Moves are those of the match, and of a line that is tried.
export function Moves() {
  const { t, words, moves, browse } = useView()
  const { variation, ply, to, game, after, load } = browse
  const tried = variation.value
  const begun = moves.value.length > 0
  useEffect(() => {
    if (begun) void load()
  }, [begun])
  if (!begun && tried === null)
    return (
      <section class="moves" aria-label={t('ui.moves.title')}>
        <p class="note">{t('ui.moves.none')}</p>
      </section>
    )
  const main = moves.value.map((move, i) => ({ ...move, number: i + 1, effects: after(i + 1) }))
  return (
    <section class="moves" aria-label={t('ui.moves.title')}>
      {begun && <MoveList t={t} words={words} name={t('ui.moves.title')} moves={main} now={tried?.base ?? ply.value} to={game} />}
      {tried !== null && <Tried words={words} tried={tried} before={tried.base} now={ply.value} to={to} />}
    </section>
  )
}

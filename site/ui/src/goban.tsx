// The board of a game: what it shows, and what keys and touches do to it.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Board, type Touch } from './board/board'
import { chain, type Layout } from './board/geometry'
import type { Mark } from './board/marks'
import { estimate } from './estimate'
import { useKeys } from './keys'
import { asked, chosen, ground, holds, idle, illegal, lastPoint, mine, moves, notice, phase, picked, pointOf, seat, state } from './match'
import { atari, coordinates, numbers } from './prefs'
import { chainAt, choose, marks as speaksOf, mayTry, touch } from './touch'
import * as words from './words'
import type { Color } from './wire'

export function Goban() {
  const hover = useSignal<number | null>(null)
  const cursor = useSignal<number | null>(null)
  const shown = useSignal(false) // the cursor, once keys are in use
  const hovered = useRef('') // the notice that hovering gave
  const l = useRef<Layout | null>(null)
  const s = state.value
  const at = ghostAt(hover.value)
  useEffect(() => {
    document.addEventListener('click', cancelOutside)
    return () => document.removeEventListener('click', cancelOutside)
  }, [])

  const pick = (p: number, by: Touch) => {
    shown.value = false
    cursor.value = p
    if (!speaksOf(p) && (by === 'slide' || (by === 'tap' && chosen.value !== p))) choose(p)
    else touch(p)
  }
  const onHover = (p: number | null) => {
    if (p === hover.value) return
    hover.value = p
    const key = p === null || !mine.value ? undefined : illegal(p)
    const text = key === undefined || key === 'occupied' ? '' : words.why(key)
    // What somebody else has to say stays.
    if (text !== '' || notice.value === hovered.current) notice.value = text
    hovered.current = text
  }
  const keys = useKeys(l, cursor, shown)
  return (
    <div
      class={`goban ${phase.value}`}
      role="application"
      tabIndex={0}
      aria-label={words.board.label(ground.name)}
      aria-describedby="board-keys"
      {...keys}
    >
      <Board
        ground={ground}
        signs={s.stones}
        rosettes={s.rosettes}
        ghost={at === undefined ? undefined : { point: at, color: seat.value as Color, sure: chosen.value === at || !idle.value }}
        marks={marks(l.current, hover.value)}
        faded={s.dead}
        paint={s.score?.owner}
        heat={estimate.value?.owner}
        labels={numbers.value ? moveNumbers(s.stones) : undefined}
        coordinates={coordinates.value}
        cursor={shown.value && cursor.value !== null ? cursor.value : undefined}
        onHover={onHover}
        onPick={pick}
        onMiss={cancel}
        onLayout={(to) => (l.current = to)}
      />
    </div>
  )
}

// A tap off the board takes the choice of a point back.
const cancel = () => (chosen.value = null)

const cancelOutside = (e: Event) => (e.target as Element).closest('.board, .status') === null && cancel()

// ghostAt is where a stone of ours would stand: asked for, chosen or hovered.
function ghostAt(hover: number | null): number | undefined {
  const wish = asked.value
  if (wish?.kind === 'play' || wish?.kind === 'place') {
    const p = pointOf(wish.point!)
    return p !== undefined && state.value.stones[p] === '.' ? p : undefined
  }
  if (!mine.value) return undefined
  const p = hover ?? chosen.value
  return p === null || illegal(p) !== undefined ? undefined : p
}

function marks(l: Layout | null, hover: number | null): Map<number, Mark[]> {
  const s = state.value
  const all = new Map<number, Mark[]>()
  const add = (p: number, mark: Mark) => all.set(p, [...(all.get(p) ?? []), mark])
  for (const p of s.immortal ?? []) add(p, 'immortal')
  for (const p of s.dead ?? []) add(p, 'dead')
  for (const p of s.agreement?.unsure ?? []) add(p, 'unsure')
  for (const p of spokenOf(hover)) add(p, 'spoken')
  // Numbers stand in the middle, so marks make way for them.
  const [warning, last]: [Mark, Mark] = numbers.value ? ['atari-above', 'last-around'] : ['atari', 'last']
  if (atari.value && l !== null) for (const p of inAtari(l, s.stones)) add(p, warning)
  if (lastPoint.value !== undefined) add(lastPoint.value, last)
  if (!mine.value) return all
  for (const [name, key] of Object.entries(s.illegal ?? {})) {
    if (key === 'ko' || key === 'superko' || key === 'pass-for-ko') add(pointOf(name)!, 'ko')
  }
  const key = hover === null ? undefined : illegal(hover)
  if (key !== undefined && key !== 'occupied') add(hover!, 'refused')
  return all
}

// spokenOf lists the stones of the chain that a touch would speak of, or that
// was touched, or whose fate is played out.
function spokenOf(hover: number | null): number[] {
  const { stones, trial, phase } = state.value
  if (trial !== undefined) return trial.chain.filter((p) => stones[p] === trial.color)
  if (phase !== 'agreement') return []
  if (hover !== null && speaksOf(hover) && (holds('b') || holds('w'))) return chainAt(hover)
  return mayTry && picked.value !== null && stones[picked.value] !== '.' ? chainAt(picked.value) : []
}

function inAtari(l: Layout, signs: string): number[] {
  const seen = new Set<number>()
  const immortal = new Set(state.value.immortal)
  return [...signs].flatMap((sign, p) => {
    if (sign === '.' || seen.has(p)) return []
    const { stones, liberties } = chain(l.near, signs, p)
    stones.forEach((q) => seen.add(q))
    return liberties.length === 1 && !immortal.has(p) ? stones : []
  })
}

// moveNumbers numbers the stones that still stand, by the last play on each
// point.
function moveNumbers(signs: string): Map<number, string> {
  const all = new Map<number, string>()
  moves.value.forEach(({ point }, i) => {
    const p = pointOf(point)
    if (p !== undefined && signs[p] !== '.') all.set(p, String(i + 1))
  })
  return all
}

// The board of a match: what it shows, and what keys and touches do to it.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Board } from '../board/board'
import { chain } from '../board/geometry'
import type { Mark } from '../board/marks'
import type { Color, Layout, Touch } from '../board/types'
import { placesOf } from './describe'
import { useKeys } from './keyboard'
import { pastBoard } from './pastposition'
import { numbersOf } from './positions'
import { quarters, type Confirm } from '../settings/preferences'
import { chainAt, choose, marksChain, mayConfirm } from './touch'
import { useView, type View } from './view'
import type { Phase } from '../net/wire'

// nothing takes away what belongs to the live position alone.
const nothing = { faded: undefined, paint: undefined, heat: undefined }

export function Goban() {
  const view = useView()
  const { match, t, state, phase, page, ground, chosen, idle, seat, estimates, prefs, moves, browse } = view
  const hover = useSignal<number | null>(null)
  const cursor = useSignal<number | null>(null)
  const shown = useSignal(false) // the cursor, once keys are in use
  const l = useRef<Layout | null>(null)
  const onHover = useHover(view, hover)
  const keys = useKeys(l, cursor, shown)
  const s = state.value
  const at = ghostAt(view, hover.value)
  const cancel = () => (chosen.value = null) // by a tap off the board
  useEffect(() => {
    const outside = (e: Event) => (e.target as Element).closest('.board, .status') === null && cancel()
    document.addEventListener('click', outside)
    return () => document.removeEventListener('click', outside)
  }, [])
  const pick = (p: number, by: Touch, spacing: number) => {
    shown.value = false
    view.answer.value = null
    cursor.value = p
    if (view.trying()) view.touch(p)
    else if (!marksChain(match, p) && confirms(prefs.confirm.value, by, spacing) && (by === 'slide' || chosen.value !== p)) choose(match, p)
    else view.touch(p)
  }
  const past = browse.shown.value
  return (
    <div
      class={`goban ${past === null ? phase.value : browse.variation.value === null ? 'past' : 'past trial'}`}
      role="application"
      tabIndex={0}
      aria-label={view.board(ground.name)}
      aria-describedby={`keys-${page.id}`}
      {...keys}
    >
      <Board
        ground={ground}
        signs={withCaptured(view)}
        rosettes={s.rosettes}
        ghost={at === undefined ? undefined : { point: at, color: seat.value as Color, sure: chosen.value === at || !idle.value }}
        marks={marks(view, l.current, hover.value)}
        faded={faded(view)}
        paint={s.score?.owner}
        heat={estimates.estimate.value?.owner}
        labels={prefs.numbers.value ? numbersOf(moves.value, s.stones, view.pointOf) : undefined}
        {...(past === null ? {} : { ...nothing, ...pastBoard(view, past, hover.value) })}
        coordinates={prefs.coordinates.value}
        quarters={quarters(prefs.rotation.value)}
        whole={t('legend.whole')}
        cursor={shown.value && cursor.value !== null ? cursor.value : undefined}
        onHover={onHover}
        onPick={pick}
        onMiss={cancel}
        onHexagon={() => expects(view) && (view.notice.value = view.t('match.corners'))}
        onLayout={(to) => (l.current = to)}
      />
    </div>
  )
}

// expects tells whether somebody here may want to put a stone.
const expects = ({ seats, phase }: View) => seats.value !== '' && ['handicap', 'play', 'confirmation'].includes(phase.value)

// isCaptured tells whether a captured stone fills a point of a finished game, as
// players count territory over a board, while that is shown.
const isCaptured = ({ over, state, counting }: View, p: number) => over.value && counting.value && 'bw'.includes(state.value.score?.captured?.[p] ?? '.')

const withCaptured = (view: View): string => [...view.state.value.stones].map((sign, p) => (sign === '.' && isCaptured(view, p) ? view.state.value.score!.captured![p]! : sign)).join('')

const faded = (view: View): number[] | undefined => {
  const { dead } = view.state.value
  const filling = view.ground.names.map((_, p) => p).filter((p) => view.state.value.stones[p] === '.' && isCaptured(view, p))
  return filling.length === 0 ? dead : [...(dead ?? []), ...filling]
}

const roomy = 26 // px between two points that a finger tells apart

// confirms tells whether a point that was picked so is to be picked once more.
const confirms = (when: Confirm, by: Touch, spacing: number) => (when === 'auto' ? by === 'slide' || (by === 'tap' && spacing < roomy) : when === 'always')

// useHover says why one may not play where the mouse is, and takes that away, and
// nothing that somebody else has said.
function useHover({ mine, illegal, words, notice, browse }: View, hover: { value: number | null }) {
  const hovered = useRef('') // the notice that hovering gave
  return (p: number | null) => {
    if (p === hover.value) return
    hover.value = p
    const key = p === null || !mine.value || browse.back.value ? undefined : illegal(p)
    const text = key === undefined || key === 'occupied' ? '' : words.refusal(key)
    if (text !== '' || notice.value === hovered.current) notice.value = text
    hovered.current = text
  }
}

// ghostAt is where a stone of ours would stand: asked for, chosen or hovered.
function ghostAt({ sent, pointOf, state, mine, chosen, illegal }: View, hover: number | null): number | undefined {
  const { command, point } = sent.value ?? {}
  if (command === 'play' || command === 'place') {
    const p = pointOf(point!)
    return p !== undefined && state.value.stones[p] === '.' ? p : undefined
  }
  if (!mine.value) return undefined
  const p = hover ?? chosen.value
  return p === null || illegal(p) !== undefined ? undefined : p
}

function marks(view: View, l: Layout | null, hover: number | null): Map<number, Mark[]> {
  const { state, prefs, lastPoint, mine, pointOf, illegal } = view
  const s = state.value
  const all = new Map<number, Mark[]>()
  const add = (p: number, mark: Mark) => all.set(p, [...(all.get(p) ?? []), mark])
  for (const p of s.immortal ?? []) add(p, 'immortal')
  for (const p of s.dead ?? []) add(p, 'dead')
  for (const p of s.agreement?.unsure ?? []) add(p, 'unsure')
  for (const region of s.agreement?.pending ?? []) for (const name of placesOf(region)) add(pointOf(name)!, 'pending')
  for (const p of view.answer.value?.points ?? announcedPoints(view, hover)) add(p, 'spoken')
  const advised = view.hints.point.value ?? view.coach.point.value
  if (advised !== undefined) add(advised, 'hint')
  // Numbers stand in the middle, so marks make way for them.
  const [warning, last]: [Mark, Mark] = prefs.numbers.value ? ['atari-above', 'last-around'] : ['atari', 'last']
  const dead = new Set(s.dead)
  if (prefs.atari.value && l !== null && fighting(s.phase)) for (const p of inAtari(l, s.stones, s.immortal)) if (!dead.has(p)) add(p, warning)
  if (lastPoint.value !== undefined) add(lastPoint.value, last)
  if (!mine.value) return all
  for (const [name, key] of Object.entries(s.illegal ?? {})) {
    if (key === 'ko' || key === 'superko' || key === 'pass-for-ko') add(pointOf(name)!, 'ko')
  }
  const key = hover === null ? undefined : illegal(hover)
  if (key !== undefined && key !== 'occupied') add(hover!, 'refused')
  return all
}

// announcedPoints returns the stones of the chain under the cursor, of the touched one, or of
// the one that is played out.
function announcedPoints({ match, state, seats, picked }: View, hover: number | null): number[] {
  const { stones, confirmation, phase } = state.value
  if (confirmation !== undefined) return confirmation.chain.filter((p) => stones[p] === confirmation.color)
  if (phase !== 'agreement') return []
  if (hover !== null && marksChain(match, hover) && seats.value !== '') return chainAt(match, hover)
  return mayConfirm(match) && picked.value !== null && stones[picked.value] !== '.' ? chainAt(match, picked.value) : []
}

// fighting tells whether stones may be captured now, so that an atari means something.
const fighting = (phase: Phase) => phase === 'play' || phase === 'confirmation'

function inAtari(l: Layout, signs: string, immortal: number[] = []): number[] {
  const seen = new Set<number>()
  const safe = new Set(immortal)
  return [...signs].flatMap((sign, p) => {
    if (sign === '.' || seen.has(p)) return []
    const { stones, liberties } = chain(l.near, signs, p)
    stones.forEach((q) => seen.add(q))
    return liberties.length === 1 && !safe.has(p) ? stones : []
  })
}

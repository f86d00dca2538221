// The review of a game: who was ahead, and what is worth a look, with the better line on
// the board of the game.
import { useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Words } from '../common/i18n'
import { Flower, Petals } from '../common/icons'
import type { Variation } from '../match/variations'
import type { Color, Moment, Review as Found } from '../net/wire'

// A Reviewed is a game on a page, and what the review does on its board.
export interface Reviewed {
  words: Words
  moves: number
  ply: number // moves before the position that is shown
  tried: Variation | null
  mine: Color | '' // the reader's colour
  go(ply: number): void // shows the position after so many moves
  line(m: Moment): void // shows the better line
  practise(m: Moment): void // lets the reader play on from before the move
}

interface PartProps {
  game: Reviewed
  found: Found
}

const maxRows = 8 // of mistakes, the worst

// reasonText says what the better move is good for, or nothing where the list has said it all: that the
// move is the biggest. How many points of area a move gains is less than its whole worth, which the list has.
export function reasonText(t: Words['t'], { does, best, count = 0 }: Moment): string {
  if (does === undefined || does === 'biggest') return ''
  return does === 'grows' || does === 'reduces' ? t(`review.${does}`, { point: best }) : t(`hint.${does}`, { point: best, n: count })
}

const isMistake = (m: Moment) => m.kind !== 'rosette'
const isBad = (m: Moment) => m.kind === 'mistake' || m.kind === 'blunder'

// worth lists what the list shows: the worst mistakes, and each player's first rosette.
function worth(moments: Moment[]): Moment[] {
  const worst = moments.filter(isMistake).sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0)).slice(0, maxRows)
  const firsts = (['b', 'w'] as const).flatMap((c) => moments.find((m) => !isMistake(m) && m.color === c) ?? [])
  return [...worst, ...firsts].sort((a, b) => a.ply - b.ply)
}

// useSight returns the game with actions that bring its board into sight.
function useSight(game: Reviewed, section: RefObject<HTMLElement | null>): Reviewed {
  const show = () => section.current?.closest('main')?.querySelector('.goban')?.scrollIntoView({ block: 'nearest' })
  return {
    ...game,
    go: (ply) => (game.go(ply), show()),
    line: (m) => (game.line(m), show()),
    practise: (m) => (game.practise(m), show()),
  }
}

// Review shows the results so far.
export function Review({ game: reviewed, found, rough = false }: PartProps & { rough?: boolean }) {
  const { t } = reviewed.words
  const section = useRef<HTMLElement>(null)
  const game = useSight(reviewed, section)
  if (found.state === 'none') return <p class="review note">{t('review.none')}</p>
  return (
    <section ref={section} class="review" data-state={found.state}>
      <header>
        <h2>{t('review.title')}</h2>
        <span>{t('review.after')}</span>
      </header>
      <Graph game={game} found={found} />
      <Worth game={game} found={found} />
      <p class="note" role="status">
        {statusText(t, found)}
      </p>
      <Trust t={t} found={found} />
      {rough && <p class="note">{t('level.large-board')}</p>}
    </section>
  )
}

// statusText returns the progress of the review, or that it names no mistake.
function statusText(t: Words['t'], { state, progress, sure, seen, moments }: Found): string {
  if (state === 'waiting') return t('review.waiting')
  if (state !== 'done') return t('review.running', { n: Math.round(100 * progress) })
  return seen !== undefined && sure && !moments.some(isMistake) ? t('review.clean', { n: seen }) : ''
}

// Trust says how far a review can be trusted, once that is unfolded.
function Trust({ t, found: { state, seen, sure, strength } }: { t: Words['t']; found: Found }) {
  if (state !== 'done' || seen === undefined) return null
  return (
    <details class="trust">
      <summary>{t('review.trust')}</summary>
      <p class="note">
        {!sure && `${t('review.short', { n: seen })} `}
        {strengthText(t, strength)}
      </p>
    </details>
  )
}

// strengthText returns how reviews on the board compare with a stronger engine.
function strengthText(t: Words['t'], strength: Found['strength']): string {
  if (strength === undefined) return t('review.unmeasured')
  return strength.real === 0 ? t('review.weak') : t('review.strength', { real: strength.real, found: strength.found })
}

const [width, height, left, right, top, bottom] = [396, 128, 36, 392, 8, 108]

// scale rounds the largest lead up to what a graph is marked with.
const scale = (lead: number[]) => [5, 10, 20, 40, 60, 80].find((most) => lead.every((x) => Math.abs(x) <= most)) ?? 160

// Graph shows Black's lead after each move.
function Graph({ game: { words: { t }, moves, ply, go }, found: { lead, moments } }: PartProps) {
  const id = useMemo(() => `lead-${Math.random().toString(36).slice(2)}`, [])
  const last = Math.max(1, moves)
  const most = scale(lead)
  const x = (n: number) => left + ((right - left) * n) / last
  const y = (points: number) => (top + bottom) / 2 - (points / most) * ((bottom - top) / 2)
  const zero = y(0)
  const line = lead.map((points, n) => `${n === 0 ? 'M' : 'L'}${x(n).toFixed(1)} ${y(points).toFixed(1)}`).join('')
  const area = lead.length < 2 ? '' : `M${x(0)} ${zero}${line.replace('M', 'L')}L${x(lead.length - 1).toFixed(1)} ${zero}Z`
  const onClick = (e: MouseEvent) => {
    const box = (e.currentTarget as Element).getBoundingClientRect()
    go(Math.round(((((e.clientX - box.left) / box.width) * width - left) / (right - left)) * last))
  }
  return (
    <>
      <svg class="graph" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('review.graph', { lead: inWords(t, lead.at(-1) ?? 0) })} onClick={onClick}>
        <clipPath id={`${id}-b`}>
          <rect x="0" y="0" width={width} height={zero} />
        </clipPath>
        <clipPath id={`${id}-w`}>
          <rect x="0" y={zero} width={width} height={height - zero} />
        </clipPath>
        <path class="tick" d={`M${left} ${y(most)}H${right}M${left} ${y(-most)}H${right}`} />
        <path class="black" d={area} clip-path={`url(#${id}-b)`} />
        <path class="white" d={area} clip-path={`url(#${id}-w)`} />
        <path class="zero" d={`M${left} ${zero}H${right}`} />
        <path class="line" d={line} />
        <path class="now" d={`M${x(Math.max(0, Math.min(ply, last))).toFixed(1)} 2V${bottom + 4}`} />
        {[most, 0, -most].map((points) => (
          <text x={left - 6} y={y(points) + 4} text-anchor="end" key={points}>
            {points === 0 ? '0' : `${t(points > 0 ? 'color.b' : 'color.w').slice(0, 1)}${most}`}
          </text>
        ))}
        {moments.map((m) => (
          <Sign m={m} x={x(m.ply)} y={isMistake(m) ? y(lead[m.ply] ?? 0) : bottom + 13} key={`${m.ply}${m.kind}`} />
        ))}
      </svg>
      <ul class="legend" aria-hidden="true">
        {(['mistake', 'inaccuracy', 'rosette'] as const).map((kind) => (
          <li key={kind}>
            <Shape kind={kind} />
            {t(`review.kind.${kind}`)}
          </li>
        ))}
      </ul>
    </>
  )
}

const inWords = (t: Words['t'], points: number) => {
  const half = Math.round(2 * points) / 2
  return half === 0 ? t('review.even') : t('review.lead', { color: t(half > 0 ? 'color.b' : 'color.w'), n: Math.abs(half) })
}

// Sign is a moment on the graph: a triangle, a diamond or a flower.
const Sign = ({ m, x, y }: { m: Moment; x: number; y: number }) => (
  <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
    {!isMistake(m) ? (
      <g class="flower" transform="scale(.1)">
        <Petals />
      </g>
    ) : isBad(m) ? (
      <path class="bad" d="M0-6L6 5H-6Z" />
    ) : (
      <path class="weak" d="M0-5L5 0L0 5L-5 0Z" />
    )}
  </g>
)

// Shape is the same sign beside words.
const Shape = ({ kind }: { kind: 'mistake' | 'inaccuracy' | 'rosette' }) =>
  kind === 'rosette' ? (
    <Flower />
  ) : (
    <svg viewBox="-7 -7 14 14" aria-hidden="true">
      <path class={kind === 'mistake' ? 'bad' : 'weak'} d={kind === 'mistake' ? 'M0-6L6 5H-6Z' : 'M0-5L5 0L0 5L-5 0Z'} />
    </svg>
  )

// Whose moves the list shows.
type Filter = Color | 'all'

// Worth is the list; a row unfolds and shows the better line on the board.
function Worth({ game, found }: PartProps) {
  const { words, mine } = game
  const { t } = words
  const open = useSignal<string>('')
  const filter = useSignal<Filter>(mine === '' ? 'all' : mine)
  if (found.moments.length === 0) return null
  const of = (f: Filter) => worth(found.moments.filter((m) => f === 'all' || m.color === f))
  const filters: Filter[] = mine === '' ? ['b', 'w', 'all'] : [mine, 'all']
  const rows = of(filter.value)
  return (
    <>
      <header>
        <h2>{t('review.worth')}</h2>
        <div class="filter" role="group" aria-label={t('review.whose')}>
          {filters.map((f) => (
            <button key={f} aria-pressed={filter.value === f} onClick={() => (filter.value = f)}>
              {t(f === 'all' ? 'review.all' : f === mine ? 'review.mine' : `color.${f}`)} <span>{of(f).length}</span>
            </button>
          ))}
        </div>
      </header>
      {rows.length === 0 && <p class="note">{t(filter.value === mine ? 'review.mine.none' : 'review.none-named')}</p>}
      <ol class="worth">
        {rows.map((m) => (
          <Row game={game} m={m} open={open} key={`${m.ply}${m.kind}`} />
        ))}
      </ol>
    </>
  )
}

function Row({ game, m, open }: { game: Reviewed; m: Moment; open: Signal<string> }) {
  const { words, tried, go, line } = game
  const { t } = words
  const id = `${m.ply}${m.kind}`
  const unfolded = open.value === id
  const loss = `−${words.number(m.loss ?? 0)}`
  const toggle = () => {
    open.value = unfolded ? '' : id
    if (unfolded) {
      if (tried !== null) go(m.ply)
    } else if (isMistake(m)) line(m)
    else go(m.ply)
  }
  const color = t(`color.${m.color}`)
  const label = isMistake(m) ? t('review.row', { n: m.ply, color, point: m.played, kind: t(`review.kind.${m.kind}`), loss: m.loss ?? 0 }) : undefined
  return (
    <li class={unfolded ? 'open' : undefined}>
      <button aria-expanded={isMistake(m) ? unfolded : undefined} onClick={toggle}>
        {label !== undefined && <span class="hidden">{label}</span>}
        <span aria-hidden={label !== undefined}>{m.ply}</span>
        <b aria-hidden={label !== undefined}>
          <i class={`stone ${m.color}`} /> {m.played}
        </b>
        <span>
          {isMistake(m) ? <em aria-hidden="true">{m.kind === 'blunder' ? '??' : isBad(m) ? '?' : '?!'}</em> : <Flower />}
          {isMistake(m) ? t('review.better', { point: m.best === 'pass' ? t('ui.pass') : m.best }) : t('review.first', { color })}
        </span>
        <span aria-hidden="true">{isMistake(m) ? loss : ''}</span>
      </button>
      {unfolded && isMistake(m) && <Unfolded game={game} m={m} />}
    </li>
  )
}

// Unfolded has the reason, and what can be done on the board: to see the better line, or
// what was played, or to play on.
function Unfolded({ game: { words: { t }, tried, ply, go, line, practise }, m }: { game: Reviewed; m: Moment }) {
  const here = tried?.base === m.ply - 1
  const reason = reasonText(t, m)
  const inside = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Where the list has a scroller of its own, all of the row comes into sight.
    const [row, middle] = [inside.current!, inside.current!.closest('.middle')]
    if (middle !== null) middle.scrollTop += Math.max(0, row.getBoundingClientRect().bottom - middle.getBoundingClientRect().bottom)
  }, [tried]) // with a line it has less room
  const shown = here ? (tried?.own === true ? 'practise' : 'line') : tried === null && ply === m.ply ? 'game' : ''
  const way = (name: typeof shown, key: string, act: () => void) => (
    <button class="button" aria-pressed={shown === name} onClick={act}>
      {t(key)}
    </button>
  )
  return (
    <div ref={inside}>
      {reason !== '' && <p>{reason}</p>}
      <div class="go">
        {way('line', 'review.line', () => line(m))}
        {way('game', 'review.game', () => go(m.ply))}
        {way('practise', 'review.practise', () => practise(m))}
      </div>
    </div>
  )
}

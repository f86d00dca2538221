// Going through the moves of a game: buttons, a slider, keys and the wheel.
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../common/icons'
import type { Words } from '../common/i18n'
import type { Color } from '../net/wire'
import { judgementText, type Judgement, type Mistake } from './judgement'
import type { Practice, Variation } from './variations'
import { useView } from './view'

// A Walk is a line of moves and where in it one is.
export interface Walk {
  ply: number
  last: number
  to(ply: number): void
}

const wheelStep = 40 // of deltaY

// Steps goes through a line.
export function Steps({ walk: { ply, last, to }, t }: { walk: Walk; t: Words['t'] }) {
  const text = ply === 0 ? t('record.start') : t('record.move', { n: ply, of: last })
  const button = (icon: 'first' | 'back' | 'forward' | 'last', name: string, goal: number) => (
    <button class="button quiet" aria-label={name} title={name} aria-disabled={goal === ply} onClick={() => to(goal)}>
      <Icon name={icon} />
    </button>
  )
  return (
    <div class="steps" role="group" aria-label={t('record.steps')}>
      {button('first', t('record.first'), 0)}
      {button('back', t('record.back'), Math.max(0, ply - 1))}
      <label key={String(last).length}>
        <span aria-hidden="true" data-widest={t('record.move', { n: last, of: last })}>
          {text}
        </span>
        <input
          type="range"
          min={0}
          max={last}
          value={ply}
          aria-label={t('record.slider')}
          aria-valuetext={text}
          onInput={(e) => to(Number(e.currentTarget.value))}
        />
      </label>
      {button('forward', t('record.forward'), Math.min(last, ply + 1))}
      {button('last', t('record.last'), last)}
    </div>
  )
}

// goals says where a key leads.
const goals: Record<string, (walk: Walk) => number> = {
  ArrowLeft: ({ ply }) => ply - 1,
  ArrowRight: ({ ply }) => ply + 1,
  ',': ({ ply }) => ply - 1,
  '.': ({ ply }) => ply + 1,
  Home: () => 0,
  End: ({ last }) => last,
}

// useSteps goes through the line by keys, wherever no element needs them, and by the
// wheel over the board, where that would not scroll the page.
export function useSteps(inside: RefObject<HTMLElement | null>, walk: () => Walk): void {
  useEffect(() => {
    const main = inside.current!.closest('main')!
    const board = main.querySelector<HTMLElement>('.goban')
    let turned = 0
    const onKey = (e: KeyboardEvent) => {
      const on = e.target as Element
      const goal = goals[e.key]
      const elsewhere = on !== document.body && !main.contains(on)
      if (goal === undefined || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || elsewhere || on.closest('input,textarea,select,dialog') !== null) return
      const { last, to } = walk()
      if (last === 0) return
      e.preventDefault()
      to(goal(walk()))
    }
    const onWheel = (e: WheelEvent) => {
      if (e.ctrlKey || document.documentElement.scrollHeight > innerHeight + 1 || walk().last === 0) return
      e.preventDefault()
      turned += e.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? e.deltaY : Math.sign(e.deltaY) * wheelStep
      const by = Math.trunc(turned / wheelStep)
      turned -= by * wheelStep
      if (by !== 0) walk().to(walk().ply + Math.sign(by))
    }
    document.addEventListener('keydown', onKey)
    board?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      document.removeEventListener('keydown', onKey)
      board?.removeEventListener('wheel', onWheel)
    }
  }, [])
}

// Stepper goes through the moves of the match, and leads back to it.
export function Stepper() {
  const { t, browse, moves, words, describe } = useView()
  const { ply, last, to, back } = browse
  const inside = useRef<HTMLDivElement>(null)
  const first = useRef(true)
  useSteps(inside, () => ({ ply: ply.value, last: last.value, to }))
  useEffect(() => {
    if (first.current) return void (first.current = false)
    const move = (browse.variation.value?.moves[browse.step.value - 1] ?? moves.value[ply.value - 1])
    if (back.value && move !== undefined) describe(words.list([t('record.move', { n: ply.value, of: last.value }), moveName(t, move)]))
  }, [ply.value, back.value])
  return (
    <div class="stepper" ref={inside}>
      {last.value > 0 && <Steps walk={{ ply: ply.value, last: last.value, to }} t={t} />}
      <Looking />
    </div>
  )
}

// moveName is a move in words.
export const moveName = (t: Words['t'], { color, point }: { color: string; point: string }): string =>
  t(point === 'pass' ? 'record.passes' : 'record.plays', { color: t(`color.${color}`), point })

// Looking says that the board does not show the game as it stands.
function Looking() {
  const { t, browse, moves, conditionals, over } = useView()
  const { back, variation, practice, game, discard, live, place } = browse
  const tried = variation.value
  if (!back.value || conditionals.laying.value || (over.value && tried === null)) return null
  const played = tried !== null && !tried.own && tried.base < moves.value.length ? () => game(tried.base + 1) : undefined
  return <Trial t={t} tried={tried} practice={practice.value} played={played} practise={browse.practise} place={place} discard={discard} live={live} />
}

interface TrialProps {
  t: Words['t']
  tried: Variation | null
  practice: Practice | null
  played?: (() => void) | undefined // shows what was played instead of a line that the page shows
  practise(from: number, color: Color, mistake?: Mistake): unknown // lets the reader play on from where such a line leaves
  place(point: string): unknown
  discard(): void
  live?(): void // back to the game, where there is one that goes on
}

// Sign is a judgement as a sign: a tick, or the question mark of a mistake.
export function Sign({ judgement: { kind } }: { judgement: Judgement }) {
  if (kind === 'best' || kind === 'good') return <Icon name="accept" />
  return kind === 'unsure' ? null : <em aria-hidden="true">{kind === 'better' ? '?!' : '?'}</em>
}

// Trial says what is shown instead of the game, and what may be done with it.
export function Trial({ t, tried, practice, played, practise, place, discard, live }: TrialProps) {
  const better = tried !== null && !tried.own ? tried : undefined
  const trying = practice === null ? 'record.trying' : practice.thinking ? 'review.practice.thinking' : 'review.practice'
  const { mistake, judgement, captured = 0 } = practice ?? {}
  const words =
    better !== undefined ? better.mistake?.why || t('record.line')
    : tried === null ? t('record.looking')
    : judgement !== undefined && mistake !== undefined ? judgementText(t, judgement, mistake, captured)
    : t(trying, { color: practice === null ? '' : t(`color.${practice.color}`) })
  // The list from which a line was opened comes back into sight.
  const close = (e: MouseEvent) => {
    const main = (e.currentTarget as Element).closest('main')
    discard()
    main?.querySelector('.worth .open')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div class={tried === null ? 'looking' : 'looking trial'}>
      <p role="status" class={judgement?.kind}>
        {judgement !== undefined && <Sign judgement={judgement} />}
        {words}
      </p>
      <div class="buttons">
        {played !== undefined && (
          <button class="button listed" onClick={played}>
            {t('review.played')}
          </button>
        )}
        {better !== undefined && (
          <button class="button listed" onClick={() => practise(better.base, better.moves[0]!.color, better.mistake)}>
            {t('review.practise')}
          </button>
        )}
        {tried !== null && mistake !== undefined && tried.moves.length > 0 && (
          <button class="button" onClick={() => practise(tried.base, mistake.color, mistake)}>
            {t('ui.again')}
          </button>
        )}
        {tried?.own === true && (
          <button class="button" onClick={() => place('pass')}>
            {t('record.pass')}
          </button>
        )}
        {tried === null && live !== undefined && (
          <button class="button" onClick={live}>
            {t('record.return')}
          </button>
        )}
      </div>
      {tried !== null && (
        <button class="button quiet" aria-label={t('record.discard')} title={t('record.discard')} onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

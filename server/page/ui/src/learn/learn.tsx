// The page of the lessons: one board, one task at a time.
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Board } from '../board/board'
import type { Layout } from '../board/types'
import { startCoached } from '../coach/coachedgame'
import { useCursor } from '../board/cursor'
import { textOf, type Learning } from './course'
import { lettersOf, marksOf } from '../board/frame'
import { Flower } from '../common/icons'

export function mountLessons(learning: Learning, element: Element): void {
  element.classList.add('settling')
  render(<Lessons learning={learning} />, element)
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => element.classList.remove('settling'))))
}

function Lessons({ learning }: { learning: Learning }) {
  const { lesson } = learning
  const main = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Who goes on with the keyboard goes on at the new lesson.
    if (document.activeElement !== document.body) main.current!.querySelector<HTMLElement>('h1')?.focus()
  }, [lesson.value])
  return (
    <div class="course" ref={main}>
      {lesson.value === undefined ? <Game learning={learning} /> : <Task learning={learning} />}
    </div>
  )
}

function Task({ learning }: { learning: Learning }) {
  const { words, lesson, part, solved, disabled, at, task } = learning
  const { id } = lesson.value!
  const { t } = words
  return (
    <>
      <div class="lesson">
        <Path learning={learning} />
        <h1 tabIndex={-1}>{t(`learn.${id}.title`)}</h1>
        <p class="lede">{marked(t(`learn.${id}.text`))}</p>
      </div>
      <div class="stage">
        <Stage learning={learning} key={id} />
        <Say learning={learning} />
      </div>
      <div class="deeds">
        <div class="task">
          {solved.value ? <Flower /> : <i class="stone b" />}
          <b>{t(solved.value ? 'learn.solved' : 'learn.turn')}</b>
          {!solved.value && <p>{t(textOf(id, 'task', part.value))}</p>}
        </div>
        <div class="goes">
          <button class="button quiet" aria-disabled={at.value === 0} onClick={() => learning.go(at.value - 1)}>
            {t('learn.back')}
          </button>
          <button class="button" aria-disabled={disabled.value} onClick={learning.hint}>
            {t('learn.hint')}
          </button>
          {task.value!.pass !== undefined && (
            <button class="button" aria-disabled={disabled.value} onClick={learning.pass}>
              {t('learn.pass')}
            </button>
          )}
          <button class={solved.value ? 'button primary' : 'button'} onClick={() => learning.go(at.value + 1)}>
            {t('learn.next')}
          </button>
        </div>
      </div>
    </>
  )
}

// Say is what a play or a hint is answered with.
function Say({ learning: { words, remark } }: { learning: Learning }) {
  const now = remark.value
  return (
    <p class={`say ${now?.kind ?? ''}`} role="status">
      {now !== null && <span>{words.t(now.key, now.args)}</span>}
    </p>
  )
}

// Path shows how far one is: a flower for each lesson that was solved.
function Path({ learning }: { learning: Learning }) {
  const { words, lessons, at, done } = learning
  const { t } = words
  const all = lessons.length
  const item = (i: number, name: string, full: boolean) => (
    <li key={i}>
      <button class={full ? 'full' : ''} aria-label={name} title={name} aria-current={i === at.value ? 'step' : undefined} onClick={() => learning.go(i)}>
        {full || i === at.value ? <Flower /> : <Hexagon />}
      </button>
    </li>
  )
  return (
    <nav class="path" aria-label={t('learn.path')}>
      <ol>
        {lessons.map(({ id }, i) => {
          const title = t(`learn.${id}.title`)
          const full = done.value.includes(id)
          return item(i, full ? t('learn.step.done', { title }) : title, full)
        })}
        {item(all, t('learn.game.title'), false)}
      </ol>
      {at.value < all && <span>{t('learn.progress', { n: at.value + 1, all })}</span>}
    </nav>
  )
}

const Hexagon = () => (
  <svg class="empty" viewBox="-50 -50 100 100" aria-hidden="true">
    <path d="M0 -30L26 -15V15L0 30L-26 15V-15Z" />
  </svg>
)

// marked sets what stands between stars in bold.
const marked = (text: string) => text.split('*').map((piece, i) => (i % 2 === 1 ? <b key={i}>{piece}</b> : piece))

function Stage({ learning }: { learning: Learning }) {
  const { words, boards, lesson, shown, disabled, remark, task } = learning
  const hover = useSignal<number | null>(null)
  const cursor = useSignal<number | null>(null)
  const keyed = useSignal(false) // the cursor, once keys are in use
  const announcement = useSignal('')
  const l = useRef<Layout | null>(null)
  const ground = boards[lesson.value!.board]!
  const frame = shown.value!
  const at = hover.value
  const hint = remark.value?.kind === 'hint' ? (task.value!.hint ?? []) : []
  const announce = (p: number | null) => (announcement.value = p === null ? words.t('learn.point.edge') : describe(learning, p))
  const keys = useCursor({ layout: l, at: cursor, keyed, announce, touch: learning.touch })
  return (
    <div
      class="goban"
      role="application"
      tabIndex={0}
      aria-label={words.t('learn.board', { title: words.t(`learn.${lesson.value!.id}.title`) })}
      aria-describedby="learn-keys"
      {...keys}
    >
      <Board
        ground={ground}
        signs={frame.stones}
        rosettes={frame.rosettes}
        ghost={at !== null && !disabled.value && task.value?.marks !== true && frame.stones[at] === '.' ? { point: at, color: 'b', sure: false } : undefined}
        marks={marksOf(frame, hint)}
        labels={lettersOf(frame)}
        paint={frame.paint}
        faded={frame.dead}
        cursor={keyed.value && cursor.value !== null ? cursor.value : undefined}
        onHover={(p) => (hover.value = p)}
        onPick={(p) => {
          keyed.value = false
          cursor.value = p
          learning.touch(p)
        }}
        onMiss={learning.miss}
        onHexagon={learning.miss}
        onLayout={(to) => (l.current = to)}
      />
      <p class="hidden" id="learn-keys">
        {words.t('learn.keys')}
      </p>
      <p class="hidden described" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}

const pointTexts: Record<string, string> = { b: 'learn.point.b', w: 'learn.point.w', '.': 'learn.point.empty' }

// describe tells what is on a point.
function describe({ words, boards, lesson, shown }: Learning, p: number): string {
  const frame = shown.value!
  const letter = frame.letters?.[p]
  const key = frame.stones[p] === '.' && letter !== undefined ? 'learn.point.letter' : pointTexts[frame.stones[p]!]!
  return words.t(key, { point: boards[lesson.value!.board]!.names[p], letter })
}

const firstBoard = 'rosette-3' // of the game with a coach

// Game is what comes after the lessons: a game with a coach. A press on its board begins it too.
function Game({ learning }: { learning: Learning }) {
  const { words, boards } = learning
  const { t } = words
  const ground = boards[firstBoard]!
  const state = useSignal<'ready' | 'opening' | 'failed'>('ready')
  const open = async () => {
    if (state.value === 'opening') return
    state.value = 'opening'
    state.value = (await startCoached(words)) ? 'opening' : 'failed'
  }
  return (
    <>
      <div class="lesson">
        <Path learning={learning} />
        <h1 tabIndex={-1}>{t('learn.game.title')}</h1>
        <p class="lede">{t('learn.game.text')}</p>
      </div>
      <div class="stage">
        <div class="goban" aria-hidden="true">
          <Board ground={ground} signs={'.'.repeat(ground.names.length)} onPick={open} onMiss={open} onHexagon={open} />
        </div>
      </div>
      <div class="deeds">
        <div class="task">
          <Flower />
          <b>{t('learn.game.ready')}</b>
          <p role="status">{t(state.value === 'ready' ? 'learn.game.ready.text' : `learn.game.${state.value}`)}</p>
        </div>
        <div class="goes">
          <button class="button quiet" onClick={() => learning.go(learning.at.value - 1)}>
            {t('learn.back')}
          </button>
          <button class="button primary" aria-disabled={state.value === 'opening'} onClick={open}>
            {t('learn.game.play')}
          </button>
        </div>
      </div>
    </>
  )
}

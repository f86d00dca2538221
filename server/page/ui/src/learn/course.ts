// The course of lessons: what the page brings along, how far the learner is, and what
// a play on the board leads to. The server has played every lesson in every way, so
// nothing here knows the rules.
import { batch, computed, effect, signal, type Signal } from '@preact/signals'
import type { Ground } from '../board/types'
import type { Frame } from '../board/frame'
import type { Args, Catalog, Words } from '../common/i18n'
import { sounds } from '../common/sounds'
import { read, write } from '../net/storage'

// An Answer is what a play, or a pass, leads to. A wrong one is taken back after its
// last frame.
export interface Answer {
  right?: boolean
  key: string
  args?: Args
  frames?: Frame[]
}

export interface Part {
  frame: Frame
  hint?: number[] // the points that solve it; none: a pass, or every point
  answers: Record<string, Answer> // by point, of all that are not occupied
  pass?: Answer // where the lesson has passes
  marks?: boolean // a touch marks stones, and every point has an answer
}

export interface Lesson {
  id: string
  board: string
  parts: Part[]
}

export interface Course {
  boards: Record<string, Ground>
  lessons: Lesson[]
  words: Catalog
}

// A Remark is a text for the learner.
interface Remark {
  key: string
  args: Args
  kind: 'wrong' | 'right' | 'hint'
}

const pause = 600 // ms between two frames
const look = 2200 // ms that a wrong play stands

// completed returns the ids of the lessons that were solved in this browser.
const completed = () => (read('learn') ?? '').split(' ').filter(Boolean)

// stonesOf counts the stones of a position.
const stonesOf = ({ stones }: Frame) => [...stones].filter((sign) => sign !== '.').length

// playSound plays the sound of the step from one position to the next.
function playSound(before: Frame, after: Frame): void {
  if ((after.rosettes?.length ?? 0) > (before.rosettes?.length ?? 0)) sounds.rosette()
  else if (after.last === undefined || after.paint !== undefined) sounds.pass()
  else if (stonesOf(after) <= stonesOf(before)) sounds.capture()
  else sounds.stone()
}

// createTimers runs things after one another, until it is stopped.
function createTimers() {
  let timers: number[] = []
  const later = (ms: number, act: () => void) => void timers.push(window.setTimeout(act, ms))
  return {
    stop: () => {
      timers.forEach(clearTimeout)
      timers = []
    },
    // show runs through frames after a position, each for a while, and then does
    // something.
    show: (from: Frame, frames: Frame[], to: Signal<Frame | null>, last: number, then: () => void) => {
      const put = (i: number) => {
        to.value = frames[i]!
        playSound(frames[i - 1] ?? from, frames[i]!)
      }
      frames.forEach((_, i) => (i === 0 ? put(i) : later(i * pause, () => put(i))))
      if (frames.length === 0) then()
      else later((frames.length - 1) * pause + last, then)
    },
  }
}

// createState keeps where the learner is.
function createState({ lessons, boards }: Course) {
  const at = signal(0) // the number of the lesson; after the last comes the game
  const part = signal(0)
  const frame = signal<Frame | null>(null) // null: the position of the task
  const solved = signal(false) // this lesson, just now
  const moving = signal(false) // to the next part
  const lesson = computed(() => lessons[at.value])
  const task = computed(() => lesson.value?.parts[part.value])
  return {
    lessons,
    boards,
    at,
    part,
    frame,
    remark: signal<Remark | null>(null),
    solved,
    moving,
    done: signal(completed()),
    lesson,
    task,
    shown: computed(() => frame.value ?? task.value?.frame),
    disabled: computed(() => solved.value || moving.value || task.value === undefined), // nothing is to be played
  }
}

// createCourse keeps where the learner is and what a play leads to.
export function createCourse(course: Course, words: Words) {
  const state = createState(course)
  const { lessons, at, part, frame, remark, solved, moving, done, lesson, task, disabled } = state
  const { stop, show } = createTimers()
  const back = () => void (frame.value = null)

  // go opens a lesson anew.
  const go = (to: number) =>
    batch(() => {
      stop()
      at.value = Math.min(Math.max(to, 0), lessons.length)
      part.value = 0
      frame.value = remark.value = null
      solved.value = moving.value = false
    })

  const finish = ({ id }: Lesson) => {
    solved.value = true
    if (done.value.includes(id)) return
    done.value = [...done.value, id]
    write('learn', done.value.join(' '))
  }

  const advance = () =>
    batch(() => {
      part.value++
      frame.value = null
      moving.value = false
    })

  const take = (answer: Answer = { key: 'learn.refused.occupied' }) => {
    sounds.moved()
    if (disabled.value) return
    const { key, args = {}, right = false, frames = [] } = answer
    const last = part.value === lesson.value!.parts.length - 1
    stop()
    batch(() => {
      frame.value = null
      remark.value = { key, args, kind: right ? 'right' : 'wrong' }
      moving.value = right && !last
      if (right && last) finish(lesson.value!)
      show(task.value!.frame, frames, frame, right ? pause : look, right ? (last ? () => undefined : advance) : back)
    })
  }

  const showRemark = (key: string, kind: Remark['kind']) => void (disabled.value || (remark.value = { key, args: {}, kind }))
  return {
    ...state,
    words,
    go,
    touch: (p: number) => take(task.value?.answers[p]),
    pass: () => take(task.value?.pass),
    miss: () => showRemark('learn.miss', 'wrong'),
    hint: () => showRemark(textOf(lesson.value!.id, 'hint', part.value), 'hint'),
  }
}

export type Learning = ReturnType<typeof createCourse>

// textOf is the key of a text of one part of a lesson.
export const textOf = (id: string, word: string, part: number) => `learn.${id}.${word}${part === 0 ? '' : '.then'}`

// keepAddress lets the address name the lesson, so that another language, a reload and
// the browser's back button lead to it. Without a name it is the first that is not
// solved.
export function keepAddress({ lessons, at, done, go }: Learning): void {
  const hashes = [...lessons.map(({ id }) => `#${id}`), '#game']
  const open = () => {
    const named = hashes.indexOf(location.hash)
    const fresh = lessons.findIndex(({ id }) => !done.value.includes(id))
    const to = named >= 0 ? named : fresh >= 0 ? fresh : lessons.length
    if (to !== at.value) go(to)
  }
  open()
  // An address that names no lesson, as that of the link to the content, leads nowhere.
  addEventListener('hashchange', () => (hashes.includes(location.hash) ? open() : history.replaceState(null, '', hashes[at.value]!)))
  effect(() => {
    const hash = hashes[at.value]!
    if (location.hash === '') history.replaceState(null, '', hash)
    else if (location.hash !== hash) history.pushState(null, '', hash)
  })
}

// What the parts of the editor share.
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Words } from '../common/i18n'
import type { MoveLine, Request } from '../net/editor'
import type { Mistake } from '../match/judgement'
import type { Move } from '../match/match'
import type { Review } from '../net/wire'
import type { Prefs } from '../settings/preferences'
import { nodeText } from './names'
import type { Rules } from './rules'
import { rememberPlace } from './begin'
import { createPractice, type Practices } from './practice'
import { createSession, titleOf, type Session } from './session'
import { toolOf, type ToolName } from './tools'

export type SheetName = 'more' | 'new' | 'open' | 'drafts' | 'save' | 'bin' | 'find' | 'chapter' | 'keys'
export type Part = 'comment' | 'information' | 'review'

// A Job is a review and the line that it is about.
export interface Job {
  line: MoveLine
  found: Review | null
}

// A Better line begins where a mistake was made.
export interface Better {
  line: Move[]
  mistake: Mistake
}

export interface Editor extends Pick<Session, 'state' | 'ground' | 'readOnly' | 'run' | 'look'> {
  words: Words
  prefs: Prefs
  session: Session
  practice: Practices
  title: ReadonlySignal<string>
  tool: Signal<ToolName>
  replacing: Signal<boolean> // the next point replaces the current move
  from: Signal<number | null> // the first point of an arrow or a line
  sheet: Signal<SheetName | null>
  part: Signal<Part>
  marksOpen: Signal<boolean> // the sheet of tools, on a phone
  drawn: Signal<boolean> // the comment is drawn up, on a phone
  writing: Signal<boolean> // the comment is edited
  over: Signal<boolean> // a file is dragged over the page
  lit: Signal<number | null> // a point that a comment names
  better: Signal<Better | null> // drawn on the board
  review: Signal<Job | null>
  copied: Signal<string> // the branch that was copied, as text
  notice: Signal<string>
  announcement: Signal<string> // to a screen reader
  touch(p: number): void // does what the tool does there
  drag(from: number, to: number): void
  escape(): void
}

export const EditorContext = createContext<Editor | null>(null)
export const useEditor = (): Editor => useContext(EditorContext)!

export function createEditor(words: Words, prefs: Prefs, rules: Rules): Editor {
  const notice = signal('')
  const session = createSession(words, notice, rules)
  const { state, ground, readOnly, run, look } = session
  const chosen = {
    tool: signal<ToolName>('play'), replacing: signal(false), from: signal<number | null>(null), sheet: signal<SheetName | null>(null), part: signal<Part>('comment'),
    marksOpen: signal(false), drawn: signal(false), writing: signal(false), over: signal(false), lit: signal<number | null>(null),
    better: signal<Better | null>(null), review: signal<Job | null>(null), copied: signal(''), announcement: signal(''),
  }
  const practice = createPractice(words, session, notice)
  const title = computed(() => titleOf(words, state.value) || words.t('editor.untitled'))
  const escape = () =>
    batch(() => {
      chosen.tool.value = 'play'
      chosen.replacing.value = chosen.marksOpen.value = chosen.drawn.value = false
      chosen.from.value = chosen.better.value = null
    })
  const editor = { words, prefs, session, state, ground, readOnly, run, look, practice, title, notice, escape, ...chosen }
  follow(editor)
  return { ...editor, ...createTouch(editor) }
}

type Parts = Omit<Editor, 'touch' | 'drag'>

// follow tells a screen reader the current move, and forgets what was about another node.
function follow({ session, state, words, announcement, better, replacing, from, tool, title, notice }: Parts): void {
  let node = ''
  effect(() => {
    if (session.loaded.value !== 'ready') return
    document.title = `${title.value} · Rosette`
    const { node: now } = state.value
    if (now.id === node) return
    const first = node === ''
    rememberPlace(now.id)
    node = now.id
    batch(() => {
      better.value = null
      replacing.value = false
      from.value = null
      if (!first) announcement.value = words.list([nodeText(words, session.ground.value.names, state.value), words.t('editor.turn', { color: words.t(`color.${state.value.position.toMove}`) })])
    })
  })
  effect(() => {
    void tool.value
    void replacing.value
    from.value = null
    notice.value = ''
  })
}

const colors = { black: 'b', white: 'w', erase: '' } as const

// createTouch returns what tools do on the board.
function createTouch(editor: Parts): Pick<Editor, 'touch' | 'drag'> {
  const { tool, replacing, from, run, readOnly, state, notice, words, practice } = editor
  const stroke = (start: number, end: number) => {
    from.value = null
    void run({ command: 'draw', mark: tool.value as 'arrow' | 'line', point: start, to: end })
  }
  const play = async (point: number) => {
    if (practice.now.value?.thinking === true) return
    if (state.value.position.stones[point] !== '.' && !replacing.value) return void (notice.value = words.refusal('occupied'))
    const command = replacing.value ? 'replace' : 'play'
    replacing.value = false
    const { refused } = await run({ command, point })
    if (refused === undefined && command === 'play') practice.moved()
  }
  const touch = (point: number) => {
    if (readOnly.value) return
    const name = tool.value
    if (name === 'play') void play(point)
    else if (name in colors) void run({ command: 'setup', point, color: colors[name as keyof typeof colors] })
    else if (toolOf(name).points === 1) void run({ command: 'mark', mark: name, point } as Request)
    else if (from.value === null || from.value === point) from.value = from.value === point ? null : point
    else stroke(from.value, point)
  }
  const drag = (start: number, end: number) => {
    if (!readOnly.value && toolOf(tool.value).points === 2 && start !== end) stroke(start, end)
  }
  return { touch, drag }
}

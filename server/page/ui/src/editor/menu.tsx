// What is done with a record and its branches: the list behind More, and the row above the tree.
import type { Words } from '../common/i18n'
import { useEditor, type Editor } from './context'
import { Picture, type Drawing } from './icons'

// An Action is a button of the row or the list. can reports whether it is possible now.
interface Action {
  title: string // key of a text
  key?: string // of the keyboard
  drawing: Drawing
  reads?: boolean // it changes nothing
  can(editor: Editor): boolean
  act(editor: Editor): unknown
}

const always = () => true
const writable = ({ readOnly }: Editor) => !readOnly.value
const inside = (editor: Editor) => writable(editor) && editor.state.value.index > 0
const isMove = ({ state }: Editor) => state.value.node.color !== undefined

// copy copies the branch, also as text for other programs.
async function copy({ run, copied, announcement, words }: Editor, command: 'copy' | 'cut'): Promise<void> {
  const exported = run({ command: 'export', format: 'branch' })
  const { refused } = await run({ command }) // sent at once, before what other keys do
  const { file } = await exported
  if (refused !== undefined) return
  copied.value = file?.text.trim() ?? ''
  announcement.value = words.t(command === 'copy' ? 'editor.copied' : 'editor.deleted')
  await navigator.clipboard?.writeText(copied.value).catch(() => undefined) // the editor has it anyway
}

const remove = async ({ run, announcement, words }: Editor) => {
  const { refused } = await run({ command: 'delete' })
  if (refused === undefined) announcement.value = words.t('editor.deleted')
}

// branchActions change the branch that begins at the current node.
export const branchActions: Action[] = [
  { title: 'editor.find', key: '/', drawing: 'find', reads: true, can: always, act: ({ sheet }) => (sheet.value = 'find') },
  { title: 'editor.replace', key: 'r', drawing: 'replace', can: (editor) => inside(editor) && isMove(editor), act: ({ replacing, tool }) => ((tool.value = 'play'), (replacing.value = !replacing.value)) },
  { title: 'editor.promote', key: 'p', drawing: 'promote', can: inside, act: ({ run }) => run({ command: 'promote' }) },
  { title: 'editor.cut', key: 'control+x', drawing: 'cut', can: inside, act: (editor) => copy(editor, 'cut') },
  { title: 'editor.copy', key: 'control+c', drawing: 'copy', reads: true, can: ({ state }) => state.value.index > 0, act: (editor) => copy(editor, 'copy') },
  { title: 'editor.paste', key: 'control+v', drawing: 'paste', can: (editor) => writable(editor) && editor.state.value.paste, act: ({ run }) => run({ command: 'paste' }) },
  { title: 'editor.delete', key: 'delete', drawing: 'delete', can: inside, act: remove },
]

const opens = (title: string, drawing: Drawing, name: NonNullable<Editor['sheet']['value']>, can: Action['can'] = always): Action => ({ title, drawing, can, act: ({ sheet }) => (sheet.value = name) })

// recordActions are about the record as a whole.
export const recordActions: Action[] = [
  opens('editor.new', 'plus', 'new'),
  opens('editor.open', 'open', 'open'),
  opens('editor.drafts', 'file', 'drafts'),
  opens('editor.save', 'share', 'save'),
]

// otherActions are needed less often.
const otherActions: Action[] = [
  { title: 'editor.pass', drawing: 'pass', can: writable, act: ({ run, practice }) => run({ command: 'play' }).then(practice.moved) },
  { title: 'editor.practise', drawing: 'versus', can: writable, act: ({ practice }) => practice.start() },
  { title: 'editor.clear', drawing: 'erase', can: writable, act: ({ run }) => run({ command: 'clear' }) },
  { title: 'editor.chapter.from', drawing: 'branch', can: inside, act: ({ run }) => run({ command: 'split-chapter' }) },
  opens('editor.chapter.edit', 'pen', 'chapter', writable),
  opens('editor.bin', 'bin', 'bin'),
  opens('editor.keys', 'help', 'keys'),
]

// BranchRow is the row above the tree.
export function BranchRow() {
  const { words: { t }, sheet } = useEditor()
  return (
    <div class="bar" role="group" aria-label={t('editor.tree')}>
      <h2>{t('editor.tree')}</h2>
      {branchActions.map((action) => (
        <Small action={action} key={action.title} />
      ))}
      <button class="act" aria-label={t('editor.more')} title={t('editor.more')} onClick={() => (sheet.value = 'more')}>
        <Picture name="dots" />
      </button>
    </div>
  )
}

// Small is an action as a picture.
export function Small({ action: { title, key, drawing, can, act } }: { action: Action }) {
  const editor = useEditor()
  const { t } = editor.words
  const possible = can(editor)
  const name = t(title)
  return (
    <button
      class="act"
      aria-label={name}
      title={key === undefined ? name : t('editor.key', { name, key: shownKey(t, key) })}
      aria-keyshortcuts={key}
      aria-disabled={!possible}
      aria-pressed={title === 'editor.replace' ? editor.replacing.value : undefined}
      onClick={() => possible && act(editor)}
    >
      <Picture name={drawing} />
    </button>
  )
}

// shownKey is a key as keyboards name it.
export function shownKey(t: Words['t'], key: string): string {
  const letter = key.at(-1)!.toUpperCase()
  if (key.length === 1) return letter
  return key === 'delete' ? t('editor.key.delete') : t('editor.key.control', { key: letter })
}

// More lists all actions with their names.
export function More() {
  return (
    <>
      <Choices actions={recordActions} cls="choices main" />
      <Choices actions={branchActions} cls="choices apart" />
      <Choices actions={otherActions} cls="choices apart" />
    </>
  )
}

function Choices({ actions, cls }: { actions: Action[]; cls: string }) {
  const editor = useEditor()
  const { words: { t }, sheet } = editor
  return (
    <ul class={cls}>
      {actions.map(({ title, drawing, can, act }) => {
        const possible = can(editor)
        const run = () => {
          sheet.value = null
          void act(editor)
        }
        return (
          <li key={title}>
            <button class="button" aria-disabled={!possible} onClick={() => possible && run()}>
              <Picture name={drawing} />
              {t(title)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

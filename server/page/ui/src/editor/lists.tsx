// Lists that open over the page: drafts, the bin, a search, ways to save, keys.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { whenText } from '../common/dates'
import type { BinEntry } from '../net/editor'
import { useEditor } from './context'
import type { DraftEntry } from './drafts'
import { Picture } from './icons'
import { moveText } from './names'
import { branchActions, shownKey } from './menu'
import { saveKinds } from './save'
import { tools } from './tools'

// Drafts lists the drafts of this device.
export function Drafts() {
  const { words: { t }, session, sheet, notice } = useEditor()
  const all = useSignal<DraftEntry[] | null>(null)
  const sure = useSignal('')
  const load = () => void session.keeper.list().then((found) => (all.value = found))
  useEffect(load, [])
  if (all.value === null) return null
  if (all.value.length === 0) return <p class="note">{t('editor.drafts.none')}</p>
  const remove = (id: string) => {
    if (sure.value !== id) return void (sure.value = id)
    void session.removeDraft(id).then(load)
  }
  const open = async (id: string) => {
    sheet.value = null
    notice.value = await session.openDraft(id)
  }
  return (
    <ul class="listing">
      {all.value.map(({ id, title, changed }) => {
        const name = title === '' ? t('editor.untitled') : title
        return (
          <li key={id}>
            <button onClick={() => void open(id)}>
              <span dir="auto">{name}</span>
              <small>{whenText(new Date(changed))}</small>
            </button>
            {sure.value === id && <small role="status">{t('editor.drafts.sure')}</small>}
            <button class="act" aria-label={t('editor.drafts.delete', { title: name })} aria-pressed={sure.value === id} onClick={() => remove(id)}>
              <Picture name="delete" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

// Bin lists what was deleted.
export function Bin() {
  const { words, state, ground, run, readOnly } = useEditor()
  const { t } = words
  const { bin } = state.value
  const name = (entry: BinEntry) =>
    entry.chapter !== undefined ? t('editor.bin.chapter', { title: entry.title ?? '' }) : entry.color === undefined || entry.here !== true ? t('editor.node.note') : moveText(words, ground.value.names, entry)
  const restore = ({ node, chapter }: BinEntry) => run(chapter === undefined ? { command: 'restore', node: node! } : { command: 'restore-chapter', chapter })
  if (bin.length === 0) return <p class="note">{t('editor.bin.empty')}</p>
  return (
    <ul class="listing">
      {bin.map((entry) => (
        <li key={entry.node ?? entry.chapter}>
          <span>{t('editor.bin.branch', { n: entry.nodes, name: name(entry) })}</span>
          {!readOnly.value && (
            <button class="button" onClick={() => void restore(entry)}>
              {t('editor.restore')}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

// Find goes to the next place with some words, or with the position that is shown.
export function Find() {
  const { words: { t }, run } = useEditor()
  const found = useSignal<number | undefined>(undefined)
  const search = async (text: string, back = false) => {
    found.value = (await run({ command: 'find', back, ...(text === '' ? {} : { text }) })).found
  }
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    const text = String(new FormData(e.currentTarget as HTMLFormElement).get('text')).trim()
    if (text !== '') void search(text, (e.submitter as HTMLButtonElement | null)?.value === 'back')
  }
  return (
    <form class="editor-form" onSubmit={submit}>
      <label>
        {t('editor.find.text')}
        <input name="text" autocomplete="off" dir="auto" />
      </label>
      <div class="pair">
        <button class="button primary">{t('editor.find.next')}</button>
        <button class="button" value="back">
          {t('editor.find.back')}
        </button>
      </div>
      <button class="button" type="button" onClick={() => void search('')}>
        {t('editor.find.position')}
      </button>
      <p class="note" role="status">
        {found.value === undefined ? '' : found.value === 0 ? t('editor.find.none') : t('editor.find.found', { n: found.value })}
      </p>
    </form>
  )
}

// Save lists the files that a record can be saved as.
export function Save() {
  const editor = useEditor()
  const { t } = editor.words
  return (
    <ul class="choices">
      {saveKinds.map(
        ({ title, can, save }) =>
          can?.() !== false && (
            <li key={title}>
              <button class="button" onClick={() => void save(editor)}>
                {t(title)}
              </button>
            </li>
          ),
      )}
    </ul>
  )
}

// Keys lists the keys and what they do.
export function Keys() {
  const { t } = useEditor().words
  const rows = [
    [t('editor.key.step'), t('editor.key.step.does')],
    [t('editor.key.branch'), t('editor.key.branch.does')],
    [t('editor.key.ends'), t('editor.key.ends.does')],
    ...tools.map(({ key, title }) => [key, t(title)]),
    ...branchActions.map(({ key, title }) => [shownKey(t, key!), t(title)]),
    [shownKey(t, 'control+z'), t('editor.undo')],
    [shownKey(t, 'control+y'), t('editor.redo')],
    [t('editor.key.enter'), t('editor.comment.edit')],
    [t('editor.key.escape'), t('editor.key.escape.does')],
  ]
  return (
    <dl class="keys">
      {rows.map(([key, does]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}

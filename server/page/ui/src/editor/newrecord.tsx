// A new record: every board, also from a file, and every ruleset.
import { useSignal, type Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Words } from '../common/i18n'
import { useEditor } from './context'

const honeycombs = [...Array(12).keys()].map((i) => `rosette-${i + 1}`)
const squares = [...Array(24).keys()].map((i) => `square-${i + 2}`)
const [rectangle, file] = ['rectangle', 'file'] // what the board is chosen by, instead of its name

export function NewRecord() {
  const { words, sheet, session, readOnly } = useEditor()
  const { t } = words
  const kind = useSignal('rosette-5')
  const error = useSignal('')
  const rules = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => void rules.current!.append(document.querySelector<HTMLTemplateElement>('template#rulesets')!.content.cloneNode(true)), [])
  const submit = async (e: SubmitEvent) => {
    e.preventDefault()
    const form = new FormData(e.currentTarget as HTMLFormElement)
    const board = kind.value === rectangle ? `square-${form.get('columns')}x${form.get('rows')}` : kind.value
    const [source, komi, rules] = [form.get('file'), String(form.get('komi')).trim().replace(',', '.'), String(form.get('rules'))]
    if (komi !== '' && !Number.isFinite(Number(komi))) return void (error.value = t('editor.new.komi.wrong'))
    const chosen = { ...(source instanceof File ? { file: await source.text() } : { board }), ...(rules === '' ? {} : { rules }), ...(komi === '' ? {} : { komi: Number(komi) }) }
    error.value = await session.open({ board: chosen }, form.get('here') !== null)
    if (error.value === '') sheet.value = null
  }
  return (
    <form class="editor-form" onSubmit={submit}>
      <BoardChoice words={words} kind={kind} />
      <div class="pair">
        <label>
          {t('editor.new.rules')}
          <select name="rules" ref={rules}>
            <option value="">{t('ruleset.board')}</option>
          </select>
        </label>
        <label>
          {t('editor.new.komi')}
          <input name="komi" inputMode="decimal" autocomplete="off" />
        </label>
      </div>
      {!readOnly.value && (
        <label class="tick">
          <input type="checkbox" name="here" />
          {t('editor.open.here')}
        </label>
      )}
      <p class="error" role="alert">
        {error.value}
      </p>
      <button class="button primary">{t('editor.new.create')}</button>
    </form>
  )
}

// BoardChoice chooses a board by its name, its size, or a file.
function BoardChoice({ words, kind }: { words: Words; kind: Signal<string> }) {
  const { t } = words
  return (
    <>
      <label>
        {t('editor.new.board')}
        <select name="board" value={kind.value} onChange={(e) => (kind.value = e.currentTarget.value)}>
          {[...honeycombs, ...squares].map((name) => (
            <option value={name} key={name}>
              {words.board(name)}
            </option>
          ))}
          <option value={rectangle}>{t('editor.new.rectangle')}</option>
          <option value={file}>{t('editor.new.file')}</option>
        </select>
      </label>
      {kind.value === rectangle && (
        <div class="pair">
          <Size name="columns" title={t('editor.new.columns')} />
          <Size name="rows" title={t('editor.new.rows')} />
        </div>
      )}
      {kind.value === file && (
        <label>
          {t('editor.new.file')}
          <input type="file" name="file" required />
        </label>
      )}
    </>
  )
}

const Size = ({ name, title }: { name: string; title: string }) => (
  <label>
    {title}
    <input type="number" name={name} min={1} max={25} defaultValue={13} required />
  </label>
)

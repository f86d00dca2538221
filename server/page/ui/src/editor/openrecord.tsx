// Opening a record: from a file, from text, or by the address of a game.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useEditor } from './context'
import { openSource } from './drop'

export function OpenRecord() {
  const editor = useEditor()
  const { words: { t }, sheet, readOnly } = editor
  const error = useSignal('')
  const here = useRef<HTMLInputElement>(null)
  const open = async (source: Blob | string | undefined) => {
    if (source === undefined || source === '') return
    error.value = await openSource(editor, source, here.current?.checked === true)
    if (error.value === '') sheet.value = null
  }
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    void open(String(new FormData(e.currentTarget as HTMLFormElement).get('text')).trim())
  }
  return (
    <form class="editor-form" onSubmit={submit}>
      <label class="button primary chooser">
        {t('editor.open.file')}
        <input type="file" accept=".sgf,.gib,.ngf,text/plain" onChange={(e) => void open(e.currentTarget.files?.[0])} />
      </label>
      <p class="note">{t('editor.open.formats')}</p>
      <label>
        {t('editor.open.text')}
        <textarea name="text" spellcheck={false} autocomplete="off" />
      </label>
      {!readOnly.value && (
        <label class="tick">
          <input type="checkbox" ref={here} />
          {t('editor.open.here')}
        </label>
      )}
      <p class="error" role="alert">
        {error.value}
      </p>
      <button class="button">{t('editor.open')}</button>
    </form>
  )
}

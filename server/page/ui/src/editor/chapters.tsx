// The chapters of a record as small boards, and what is done with the current one.
import { Board } from '../board/board'
import type { Words } from '../common/i18n'
import type { ChapterEntry } from '../net/editor'
import { useEditor } from './context'
import { Picture } from './icons'

export function Chapters() {
  const { words: { t }, state, ground, run, sheet } = useEditor()
  const { chapters, chapter: current } = state.value
  if (chapters.length < 2) return null
  return (
    <nav class="chapters" aria-label={t('editor.chapters')}>
      {chapters.map((chapter, i) => (
        <button key={chapter.id} aria-current={chapter.id === current ? 'true' : undefined} onClick={() => (chapter.id === current ? (sheet.value = 'chapter') : void run({ command: 'chapter', chapter: chapter.id }))}>
          {chapter.board === ground.value.name && chapter.stones !== undefined && (
            <div class="small" aria-hidden="true">
              <Board ground={ground.value} signs={chapter.stones} still />
            </div>
          )}
          <span dir="auto">{chapterName(t, chapter, i)}</span>
        </button>
      ))}
    </nav>
  )
}

// chapterName is the number of a chapter with its title, or its players.
function chapterName(t: Words['t'], { title, black, white }: ChapterEntry, i: number): string {
  const name = title !== '' ? title : black !== undefined && white !== undefined ? t('editor.players', { black, white }) : undefined
  return name === undefined ? t('editor.chapter', { n: i + 1 }) : t('editor.chapter.named', { n: i + 1, name })
}

// Chapter changes the chapter that is shown.
export function Chapter() {
  const { words: { t }, state, run, sheet } = useEditor()
  const { chapters, chapter } = state.value
  const at = chapters.findIndex(({ id }) => id === chapter)
  const close = () => (sheet.value = null)
  const submit = (e: SubmitEvent) => {
    e.preventDefault()
    void run({ command: 'name-chapter', text: String(new FormData(e.currentTarget as HTMLFormElement).get('title')).trim() })
    close()
  }
  return (
    <form class="editor-form" onSubmit={submit}>
      <label>
        {t('editor.chapter.title')}
        <input name="title" defaultValue={chapters[at]?.title ?? ''} autocomplete="off" dir="auto" maxLength={100} />
      </label>
      <button class="button primary">{t('editor.comment.done')}</button>
      <ul class="choices apart">
        <li>
          <button type="button" class="button" aria-disabled={at === 0} onClick={() => at > 0 && void run({ command: 'move-chapter', by: -1 })}>
            <Picture name="back" />
            {t('editor.chapter.forward')}
          </button>
        </li>
        <li>
          <button type="button" class="button" aria-disabled={at === chapters.length - 1} onClick={() => at < chapters.length - 1 && void run({ command: 'move-chapter', by: 1 })}>
            <Picture name="forward" />
            {t('editor.chapter.backward')}
          </button>
        </li>
        <li>
          <button type="button" class="button danger" aria-disabled={chapters.length < 2} onClick={() => chapters.length > 1 && (close(), void run({ command: 'remove-chapter' }))}>
            {t('editor.chapter.delete')}
          </button>
        </li>
      </ul>
    </form>
  )
}

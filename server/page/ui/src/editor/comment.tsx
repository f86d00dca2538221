// The comment of a position: read as text with links and points, edited as plain text.
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Words } from '../common/i18n'
import { Picture } from './icons'
import { Prose } from './prose'

const longest = 4000 // characters that can be typed
const pause = 3000 // ms without a key until what is typed is kept

interface CommentProps {
  words: Words
  text: string
  readOnly: boolean
  writing: Signal<boolean>
  keep(text: string): void
  pointOf(name: string): number | undefined
  light(point: number | null): void
  children?: ComponentChildren // above the text
}

export function Comment({ words: { t }, text, readOnly, writing, keep, pointOf, light, children }: CommentProps) {
  const edit = () => (writing.value = true)
  return (
    <div class="remark">
      {children}
      {writing.value ? (
        <Writing t={t} text={text} keep={keep} done={() => (writing.value = false)} />
      ) : (
        <>
          <div class="text">{text === '' ? !readOnly && <button class="invite" onClick={edit}>{t('editor.comment.empty')}</button> : <Prose text={text} pointOf={pointOf} light={light} />}</div>
          {!readOnly && (
            <div class="writing">
              <span />
              <button class="act" aria-label={t('editor.comment.edit')} title={t('editor.key', { name: t('editor.comment.edit'), key: '⏎' })} onClick={edit}>
                <Picture name="pen" />
              </button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

interface WritingProps {
  t: Words['t']
  text: string
  keep(text: string): void
  done(): void
}

// Writing is the text as it is typed. It is kept when the focus leaves it, when the page is
// hidden, and after a pause.
function Writing({ t, text, keep, done }: WritingProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const typed = useRef(text)
  const kept = useRef(text)
  const timer = useRef(0)
  const store = () => {
    clearTimeout(timer.current)
    if (typed.current === kept.current) return
    kept.current = typed.current
    keep(typed.current)
  }
  useLayoutEffect(() => {
    const { length } = area.current!.value
    area.current!.focus()
    area.current!.setSelectionRange(length, length)
    const hide = () => document.visibilityState === 'hidden' && store()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      store()
    }
  }, [])
  const onInput = () => {
    typed.current = area.current!.value
    clearTimeout(timer.current)
    timer.current = window.setTimeout(store, pause)
  }
  const end = () => (store(), done())
  const onKeyDown = (e: KeyboardEvent) => {
    const mark = e.ctrlKey || e.metaKey ? { b: bold, i: italic, k: link }[e.key] : undefined
    if (mark !== undefined) {
      e.preventDefault()
      change(area.current!, mark)
      onInput()
    } else if (/^Escape$/.test(e.key) || ((e.ctrlKey || e.metaKey) && /^Enter$/.test(e.key))) {
      e.preventDefault()
      e.stopPropagation()
      end()
    }
  }
  return (
    <>
      <textarea ref={area} aria-label={t('editor.comment')} dir="auto" maxLength={Math.max(longest, text.length)} defaultValue={text} onInput={onInput} onKeyDown={onKeyDown} onBlur={store} />
      <div class="writing">
        <span class="note">{text.length > longest ? t('editor.comment.long', { most: longest }) : ''}</span>
        <Styles t={t} apply={(mark) => (change(area.current!, mark), onInput())} />
        <button class="button" onClick={end}>
          {t('editor.comment.done')}
        </button>
      </div>
    </>
  )
}

// Styles are the buttons that change what is selected. They leave the focus in the text.
function Styles({ t, apply }: { t: Words['t']; apply(mark: Mark): void }) {
  const button = (name: string, sign: ComponentChildren, mark: Mark) => (
    <button class="act" aria-label={name} title={name} onPointerDown={(e) => e.preventDefault()} onClick={() => apply(mark)}>
      {sign}
    </button>
  )
  return (
    <>
      {button(t('editor.bold'), <b class="glyph" data-text="B" />, bold)}
      {button(t('editor.italic'), <i class="glyph" data-text="I" />, italic)}
      {button(t('editor.list'), <Picture name="list" />, list)}
      {button(t('editor.link'), <Picture name="link" />, link)}
    </>
  )
}

// A Mark changes what is selected. select says which part is selected afterwards.
type Mark = (chosen: string) => { text: string; from: number; to: number }

const around =
  (sign: string): Mark =>
  (chosen) => ({ text: sign + chosen + sign, from: sign.length, to: sign.length + chosen.length })
const bold = around('**')
const italic = around('*')
const link: Mark = (chosen) => ({ text: `[${chosen}](https://)`, from: chosen.length + 3, to: chosen.length + 11 })
const list: Mark = (chosen) => {
  const text = chosen.split('\n').map((line) => `- ${line}`).join('\n')
  return { text, from: text.length, to: text.length }
}

function change(area: HTMLTextAreaElement, mark: Mark): void {
  const { selectionStart: start, selectionEnd: end, value } = area
  const { text, from, to } = mark(value.slice(start, end))
  area.focus()
  area.setRangeText(text, start, end, 'end')
  area.setSelectionRange(start + from, start + to)
}

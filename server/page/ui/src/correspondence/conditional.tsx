// Conditional moves of a game by correspondence, while the opponent is to move.
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../common/icons'
import { other, type Color } from '../match/match'
import { useView } from '../match/view'

// reported are the ends that a player reads of; of his own move and the end of play he knows.
const reported = new Set(['played', 'left', 'back', 'refused'])

export function Conditional() {
  const { t, over, conditionals } = useView()
  const { player, offered, lines, ended, laying, begin, clear, busy } = conditionals
  const gone = reported.has(ended.value)
  const section = useFocusRestore()
  if (!player.value || over.value || (!offered.value && !gone)) return null
  return (
    <section class="desk conditional" aria-label={t('correspondence.title')} {...section}>
      <h2 tabIndex={-1}>{t('correspondence.title')}</h2>
      {gone && (
        <div class="ending" role="status">
          <p>{t(`correspondence.ended.${ended.value}`)}</p>
          <button class="button" aria-disabled={busy.value} onClick={() => void clear()}>
            {t('correspondence.seen')}
          </button>
        </div>
      )}
      {offered.value && !laying.value && lines.value.length === 0 && <p class="note">{t('correspondence.about')}</p>}
      {offered.value && !laying.value && lines.value.length > 0 && <Lines />}
      {offered.value && laying.value && <ConditionalEditor />}
      {offered.value && !laying.value && (
        <div class="buttons">
          <button class="button" onClick={() => void begin()}>
            {t('correspondence.add')}
          </button>
          {lines.value.length > 1 && (
            <button class="button" aria-disabled={busy.value} onClick={() => void clear()}>
              {t('correspondence.clear')}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

// useFocusRestore gives the focus to the board when a line is begun, and to the title when it
// went with a button.
function useFocusRestore() {
  const { laying, lines, ended } = useView().conditionals
  const section = useRef<HTMLElement>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const focusLost = document.activeElement === document.body && focused.current instanceof Element && !focused.current.isConnected
    if (!focusLost || section.current === null) return
    const goal = laying.value ? section.current.closest('main')!.querySelector<HTMLElement>('.goban') : section.current.querySelector('h2')
    goal?.focus({ preventScroll: true })
  }, [laying.value, lines.value, ended.value])
  return { ref: section, onFocusIn: (e: Event) => void (focused.current = e.target) }
}

// useWords returns moves in words.
function useWords() {
  const { t, words, seats } = useView()
  const own = seats.value as Color
  const name = (point: string | undefined) => (point === 'pass' ? t('correspondence.pass') : (point ?? ''))
  const pairs = (line: string[]) => line.flatMap((_, i) => (i % 2 === 0 ? [line.slice(i, i + 2)] : []))
  return {
    own,
    name,
    pairs,
    lineText: (line: string[]) => words.sentences(pairs(line).map(([on, then]) => t('correspondence.pair', { on: name(on), then: name(then) }))),
  }
}

// Lines are those that were laid down. Each can be shown, gone on with and removed.
function Lines() {
  const { t, conditionals } = useView()
  const { lines, busy, begin, remove } = conditionals
  const { lineText } = useWords()
  return (
    <ul class="lines">
      {lines.value.map((line, i) => (
        <li key={line.join(' ')}>
          <button class="line" onClick={() => void begin(line)}>
            <span class="hidden">{lineText(line)}</span>
            <Stones line={line} />
          </button>
          <button
            class="button quiet"
            aria-label={t('correspondence.remove', { line: lineText(line) })}
            title={t('correspondence.remove.short')}
            aria-disabled={busy.value}
            onClick={() => void remove(i)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

// Stones are the moves of a line as one sees them.
function Stones({ line }: { line: string[] }) {
  const { own, name } = useWords()
  return (
    <span class="stones" aria-hidden="true">
      {line.map((point, i) => (
        <span key={i}>
          <i class={`stone ${i % 2 === 0 ? other(own) : own}`} />
          {name(point)}
        </span>
      ))}
    </span>
  )
}

// ConditionalEditor shows what the board waits for while a line is entered, and stores the line.
function ConditionalEditor() {
  const { t, named, browse, conditionals } = useView()
  const { line, keep, back, end, busy } = conditionals
  const { own, name, lineText } = useWords()
  const length = line.value.length
  const open = length % 2 === 1
  const whole = length > 0 && !open
  const question = whole
    ? lineText(line.value)
    : open
      ? t('correspondence.answer', { point: name(line.value.at(-1)) })
      : t('correspondence.what', { name: named(other(own)).name })
  return (
    <>
      <p role="status">{question}</p>
      <div class="buttons">
        <button class="button primary" aria-disabled={!whole || busy.value} onClick={() => whole && void keep()}>
          {t('correspondence.keep')}
        </button>
        <button class="button" onClick={() => void browse.place('pass')}>
          {t('record.pass')}
        </button>
        <button class="button" aria-disabled={length === 0} onClick={back}>
          {t('ui.undo')}
        </button>
        <button class="button" onClick={end}>
          {t('match.close')}
        </button>
      </div>
    </>
  )
}

// The chat of a match.
import { useEffect, useRef } from 'preact/hooks'
import { whenText } from '../common/dates'
import { Icon } from '../common/icons'
import { other, type Color } from '../match/match'
import { useView, type View } from '../match/view'
import type { ChatLine } from '../net/wire'

const longest = 300 // characters of a line

// QUICK_WORDS has the short greetings of every language with their keys in the catalogue. The
// bundle takes them from there.
declare const QUICK_WORDS: Record<string, string>

const greetings = ['hello', 'game', 'thanks']

// textOf is a line for this reader: a greeting stands in the reader's language.
const textOf = ({ t }: View, text: string): string => (Object.hasOwn(QUICK_WORDS, text) ? t(`chat.quick.${QUICK_WORDS[text]!}`) : text)

// speaker is how a line names who has said it.
function speaker({ t, state, seats, named }: View, line: ChatLine): string {
  if (line.seat !== 'b' && line.seat !== 'w') return line.name
  const color: Color = state.value.swapped === true ? other(line.seat) : line.seat
  return seats.value === color ? t('ui.you') : named(color).name
}

export function Talk() {
  const { t, chat, seats, over } = useView()
  const kind = over.value ? 'all' : seats.value === '' ? 'watchers' : 'players'
  const lines = chat.lines.value ?? []
  return (
    <section class="talk" aria-label={t('chat.match')}>
      <p class="note readers">{t(lines.length === 0 ? 'chat.silent' : `chat.match.${kind}`)}</p>
      <Lines lines={lines} />
      <Say />
    </section>
  )
}

function Lines({ lines }: { lines: ChatLine[] }) {
  const view = useView()
  const { t, over, state, seats } = view
  const own = seats.value !== '' && state.value.swapped === true ? other(seats.value as Color) : seats.value
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current!.scrollTo(0, list.current!.scrollHeight), [lines.length])
  return (
    <div ref={list} class="lines" role="log" tabIndex={0} aria-label={t('chat.match')}>
      <ol>
        {lines.map((line) => (
          <li key={`${line.part}${line.number}`} class={line.seat === own && own !== '' ? 'own' : undefined}>
            <p>
              <b>
                <bdi>{speaker(view, line)}</bdi>
              </b>{' '}
              {line.guest === true && line.seat !== own && <small class="guest">{t('match.guest')} </small>}
              {over.value && line.part === 'watchers' && <small>{t('chat.match.watched')} </small>}
              {line.hidden === true ? <i>{t('chat.hidden')}</i> : <bdi>{textOf(view, line.text)}</bdi>}
            </p>
            {line.hidden !== true && line.seat !== own && <Further line={line} />}
          </li>
        ))}
      </ol>
    </div>
  )
}

// Further is what else may be done with a line.
function Further({ line }: { line: ChatLine }) {
  const { t, chat } = useView()
  return (
    <details class="further">
      <summary aria-label={t('match.more')}>
        <Icon name="dots" />
      </summary>
      <a class="report" href={chat.report(line)} target="_blank" rel="noopener">
        {t('chat.report')}
      </a>
    </details>
  )
}

function Say() {
  const { t, chat, socket } = useView()
  const { text } = chat
  const muted = chat.muted.value
  if (document.querySelector('.top .inbox') === null) return <p class="note">{t('refusal.chat-stranger')}</p> // who is not known
  if (muted !== undefined && muted.until > socket.now()) {
    const time = whenText(new Date(muted.until))
    return (
      <p class="note" role="status">
        {t('chat.muted', { time, reason: muted.reason ?? '' })}
      </p>
    )
  }
  const submit = (e: Event) => {
    e.preventDefault()
    chat.post()
  }
  return (
    <form class="say" onSubmit={submit}>
      <p class="quick" role="group" aria-label={t('chat.quick')}>
        {greetings.map((key) => (
          <button type="button" class="button" key={key} aria-disabled={!socket.connected.value} onClick={() => chat.greet(t(`chat.quick.${key}`))}>
            {t(`chat.quick.${key}`)}
          </button>
        ))}
      </p>
      <input name="say" dir="auto" aria-label={t('chat.match.say')} placeholder={t('chat.match.say')} autocomplete="off" maxLength={longest} value={text.value} onInput={(e) => (text.value = e.currentTarget.value)} />
      <button class="button" aria-disabled={!socket.connected.value}>
        {t('chat.match.send')}
      </button>
      <p class="note" role="status">
        {chat.notice}
      </p>
    </form>
  )
}

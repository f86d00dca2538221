// The chat of a match.
import { useEffect, useRef } from 'preact/hooks'
import { whenText } from '../common/dates'
import { other, type Color } from '../match/match'
import { useView, type View } from '../match/view'
import type { ChatLine } from '../net/wire'

const longest = 300 // characters of a line

// speaker is how a line names who has said it.
function speaker({ t, state, seats, named }: View, line: ChatLine): string {
  if (line.seat !== 'b' && line.seat !== 'w') return line.name
  const color: Color = state.value.swapped === true ? other(line.seat) : line.seat
  return seats.value === color ? t('ui.you') : named(color).name
}

export function Talk() {
  const view = useView()
  const { t, chat, seats, over, prefs } = view
  const lines = chat.lines.value
  if (lines === undefined || !prefs.chat.value) return null
  const unread = chat.unread.value
  const kind = over.value ? 'all' : seats.value === '' ? 'watchers' : 'players'
  return (
    <details class="talk" open={chat.open.value} onToggle={(e) => chat.look(e.currentTarget.open)}>
      <summary>
        {t(`chat.match.${kind}`)}
        {unread > 0 && <span class="unread">{t('chat.match.unread', { n: unread })}</span>}
      </summary>
      <Lines lines={lines} />
      <Say />
      <p class="note">
        <a href={chat.report()} target="_blank" rel="noopener">
          {t('chat.report.game')}
        </a>
      </p>
    </details>
  )
}

function Lines({ lines }: { lines: ChatLine[] }) {
  const view = useView()
  const { t, over, state, seats } = view
  const own = seats.value !== '' && state.value.swapped === true ? other(seats.value as Color) : seats.value
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current!.scrollTo(0, list.current!.scrollHeight), [lines.length, view.chat.open.value])
  return (
    <div ref={list} class="lines" role="log" tabIndex={0} aria-label={t('chat.match')}>
      <ol>
        {lines.map((line) => (
          <li key={`${line.part}${line.number}`}>
            <b>
              <bdi>{speaker(view, line)}</bdi>
            </b>{' '}
            {line.guest === true && line.seat !== own && <small class="guest">{t('match.guest')} </small>}
            {over.value && line.part === 'watchers' && <small>{t('chat.match.watched')} </small>}
            {line.hidden === true ? <i>{t('chat.hidden')}</i> : <bdi>{line.text}</bdi>}{' '}
            {line.hidden !== true && line.seat !== own && (
              <a class="report" href={view.chat.report(line)} target="_blank" rel="noopener">
                {t('chat.report')}
              </a>
            )}
          </li>
        ))}
      </ol>
    </div>
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

// What two people at a distance need: requests and their answers, who is there, and what
// is to be done about an opponent who is not.
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { opponentIn } from './newgame'
import { digits } from './clock'
import { other, type Color, type Match } from './match'
import { useView } from './view'

const second = 1000 // ms

// useNow follows the server's time while it matters.
function useNow(active: boolean): ReadonlySignal<number> {
  const { socket } = useView()
  const now = useMemo(() => signal(socket.now()), [])
  useEffect(() => {
    if (!active) return
    now.value = socket.now()
    const timer = setInterval(() => (now.value = socket.now()), second / 2)
    return () => clearInterval(timer)
  }, [active])
  return now
}

// absentSince is since when a player has had no connection, in ms of the server's time;
// undefined if the player is there, is here, or plays on this server.
export const absentSince = ({ chat, state, named, holds }: Match) => (c: Color): number | undefined => {
  const there = chat.presence.value
  if (there === undefined || holds(c) || named(c).kind === 'bot') return undefined
  const opened = state.value.swapped === true ? other(c) : c
  return there.there.includes(opened) ? undefined : there.gone[opened]
}

// Requests is a question of the opponent, or one of ours that waits for the answer.
export function Requests() {
  const { t, state, seats, holds, idle, both, send } = useView()
  const { request } = state.value
  if (request === undefined || seats.value === '') return null
  const by = request.by as Color
  if (holds(by) && !both.value) return <p class="note waiting">{t(`match.request.${request.kind}.waiting`)}</p>
  return (
    <section class="desk" role="group" aria-label={t('match.request.title')}>
      <p>{t(`match.request.${request.kind}`, { color: t(`color.${by}`) })}</p>
      <div class="buttons">
        <button class="button primary" aria-disabled={!idle.value} onClick={() => send('grant', { as: other(by) })}>
          {t('match.request.grant')}
        </button>
        <button class="button" aria-disabled={!idle.value} onClick={() => send('refuse', { as: other(by) })}>
          {t('match.request.refuse')}
        </button>
      </div>
    </section>
  )
}

// A Deadline is a time until which something must happen, with its sentence.
interface Deadline {
  text: string
  until: number
}

// startsOf says what has to happen before a match is aborted: the first bids or moves.
const startsOf = (bidding: boolean, mine: boolean) => (mine ? (bidding ? 'match.starts.bid.you' : 'match.starts.you') : bidding ? 'match.starts.bid' : 'match.starts')

// StalledGame counts down to what comes first of what the players wait for, and then lets the
// one who waits claim the game.
export function StalledGame() {
  const view = useView()
  const { match, t, words, state, phase, seats, holds, over, awaited, idle, both, send } = view
  const { stall, starts, paused } = state.value
  const waits = stall !== undefined && holds(stall.by) && !both.value
  const away = stall === undefined ? undefined : absentSince(match)(other(stall.by as Color))
  const claim = computed(() => claimAt(stall, away)).value
  const deadlines: Deadline[] = []
  if (paused !== undefined) deadlines.push({ text: 'match.paused.until', until: paused })
  if (starts !== undefined) deadlines.push({ text: startsOf(phase.value === 'komi', awaited.value.length > 0), until: starts })
  if (waits && claim !== undefined) deadlines.push({ text: away === undefined ? 'match.stalled' : 'match.absent', until: claim })
  if (stall?.claim !== undefined && !waits && seats.value !== '') deadlines.push({ text: opponentIn(view) === undefined ? 'match.stalled.you' : 'match.stalled.bot', until: stall.claim })
  const active = !over.value && deadlines.length > 0
  const now = useNow(active)
  if (!active) return null
  const due = waits && claim !== undefined && now.value >= claim
  const first = deadlines.filter(({ until }) => until > now.value).sort((a, b) => a.until - b.until)[0]
  return (
    <section class="desk" aria-label={t('match.title')}>
      {first !== undefined && <p>{t(first.text, { time: digits(words, first.until - now.value) })}</p>}
      {due && (
        <>
          <p>{t(away === undefined ? 'match.claim.stalled' : 'match.claim.absent')}</p>
          <div class="buttons">
            <button class="button primary" aria-disabled={!idle.value} onClick={() => send('claim', { side: stall.by as Color })}>
              {t('match.claim.win')}
            </button>
            <button class="button" aria-disabled={!idle.value} onClick={() => send('claim')}>
              {t('match.claim.draw')}
            </button>
          </div>
        </>
      )}
    </section>
  )
}

interface Stall {
  since: number
  claim?: number
  absence?: number
}

// claimAt is from when on a player may claim whose opponent has been away since a time.
function claimAt(stall: Stall | undefined, away: number | undefined): number | undefined {
  if (stall === undefined) return undefined
  const gone = away === undefined || stall.absence === undefined ? undefined : Math.max(away, stall.since) + stall.absence
  return gone === undefined ? stall.claim : Math.min(gone, stall.claim ?? gone)
}

// AdviceNote shows that the players have agreed on estimates and hints.
export function AdviceNote() {
  const { t, state } = useView()
  return state.value.aided === true ? <p class="note">{t('privacy.aided.note')}</p> : null
}

// Playouts shows that the computer may be weaker here than its level elsewhere.
export function Playouts() {
  const { t, page } = useView()
  return page.playouts === true ? <p class="note">{t('level.playouts')}</p> : null
}

// Watchers shows how many other people watch.
export function Watchers() {
  const { t, chat, seats } = useView()
  const n = (chat.presence.value?.watching ?? 0) - (seats.value === '' ? 1 : 0)
  return n <= 0 ? null : <p class="note">{t('match.watching', { n })}</p>
}

// Dot tells whether a player is there, by shape as well as by colour, and how good the
// connection is.
export function Dot({ color }: { color: Color }) {
  const { t, match, named, holds, chat, over, state } = useView()
  const presence = chat.presence.value
  if (over.value || presence === undefined || named(color).kind === 'bot' || named(other(color)).kind === 'bot') return null
  const there = absentSince(match)(color) === undefined
  const bars = presence.signal?.[state.value.swapped === true ? other(color) : color] ?? 0
  const text = !there ? t('match.gone') : bars === 0 ? t('match.there') : t('match.signal', { n: bars })
  if (there && bars > 0)
    return (
      <span class="signal" data-bars={bars} role="img" aria-label={text} title={text}>
        <i />
        <i />
        <i />
        <i />
      </span>
    )
  return holds(color) ? null : <span class={`dot ${there ? 'here' : 'away'}`} role="img" aria-label={text} title={text} />
}

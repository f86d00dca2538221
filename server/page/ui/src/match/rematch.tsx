// Another game with the opponent of one that is over: one offers it, the other
// accepts, and both go to it.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { opponentIn } from './newgame'
import { Icon } from '../common/icons'
import { useView, type View } from './view'
import type { OfferView, OfferList, Problem } from '../net/wire'

// send sends a request and returns the offer, the refusal, or undefined if there is no connection.
async function send(method: string, path: string, lang: string, body?: object): Promise<OfferView | string | undefined> {
  const sent = { method, headers: { 'content-type': 'application/json' }, body: body === undefined ? null : JSON.stringify(body) }
  const answer = await fetch(`/api/${path}?lang=${lang}`, sent).catch(() => undefined)
  if (answer === undefined) return undefined
  const content: unknown = await answer.json()
  return answer.ok ? (content as OfferView) : (content as Problem).detail
}

// fetchOffers returns the offers of a rematch that this page may have missed: the open ones, or
// the present state of the one that it knows.
async function fetchOffers(match: string, known?: string): Promise<OfferView[]> {
  const read = async <T,>(path: string): Promise<T> => {
    const answer = await fetch(path)
    return answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))
  }
  try {
    const { yours } = await read<OfferList>('/api/lobby/offers')
    if (known === undefined || yours.some(({ after }) => after === match)) return yours
    return [await read<OfferView>(`/api/lobby/offers/${known}`)]
  } catch {
    return [] // then a press says what there is
  }
}

// useOffer follows the offer of a rematch of this match.
function useOffer() {
  const view = useView()
  const { page, socket } = view
  const offer = useSignal<OfferView | undefined>(undefined)
  const take = (offers: readonly OfferView[]) => {
    const found = offers.find(({ after }) => after === page.id)
    if (found === undefined) return
    // The answer to a press and the server's message both say so; going twice would break off
    // the first way there.
    const went = offer.value?.state === 'accepted'
    offer.value = found
    if (found.state === 'accepted' && !went) location.assign(`/games/${found.id}`)
  }
  useEffect(() => {
    if (!hasRemoteOpponent(view)) return undefined
    socket.onOffers(({ offers }) => take(offers))
    return () => socket.onOffers(() => undefined)
  }, [])
  useEffect(() => {
    if (hasRemoteOpponent(view)) void fetchOffers(page.id, offer.value?.id).then(take)
  }, [socket.connections.value])
  return { offer, take }
}

// hasRemoteOpponent reports whether the opponent is a person on another device.
export const hasRemoteOpponent = (view: View) => !view.both.value && view.seats.value !== '' && opponentIn(view) === undefined

// reasons are those for which a rematch may be declined.
const reasons = ['later', 'time', 'board', 'rules', 'rated', 'casual']

// Reasons lets who declines a rematch say why.
function Reasons({ reason }: { reason: Signal<string> }) {
  const { t } = useView()
  return (
    <label class="field reasons">
      {t('lobby.why')}
      <select value={reason.value} onChange={(e) => (reason.value = e.currentTarget.value)}>
        <option value="">{t('lobby.why.none')}</option>
        {reasons.map((one) => (
          <option key={one} value={one}>
            {t(`lobby.why.${one}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

// useRematch returns the status of a rematch, its buttons, and, once the person it is offered to has
// pressed Decline, the choice of a reason. A second press declines.
export function useRematch() {
  const { t, words, page, notice, named, seats } = useView()
  const { offer, take } = useOffer()
  const busy = useSignal(false)
  const { id, state, asked, mine, why } = offer.value ?? {}
  const [reason, declining] = [useSignal(''), useSignal(false)]
  const open = state === 'open'
  const act = async (method: string, path: string, body?: object) => {
    if (busy.value) return
    busy.value = true
    const result = await send(method, path, words.lang, body)
    busy.value = false
    if (result === undefined) notice.value = words.refusal('not-now')
    else if (typeof result === 'string') notice.value = result
    else take([result])
  }
  const decline = () => {
    if (declining.value) void act('POST', `lobby/offers/${id}/decline`, { why: reason.value })
    else declining.value = true
  }
  const opponent = named(seats.value === 'w' ? 'b' : 'w').name
  const declined = state === 'declined' && mine === true
  const status = [
    open && mine === true && t('lobby.rematch.asked'),
    open && asked === true && t('lobby.rematch.offered', { name: opponent }),
    declined && t('lobby.rematch.declined'),
    declined && why !== undefined && `“${t(`lobby.why.${why}`)}”`,
    state === 'withdrawn' && t('lobby.rematch.cancelled'),
  ].filter(Boolean)
  const buttons = (
    <>
      {open && mine === true ? (
        <button class="button" aria-disabled={busy.value} onClick={() => act('DELETE', `lobby/offers/${id}`)}>
          <Icon name="close" />
          <span>{t('lobby.cancel')}</span>
        </button>
      ) : (
        <button class="button primary" aria-disabled={busy.value} onClick={() => act('POST', `games/${page.id}/rematch`)}>
          <Icon name="again" />
          <span>{t(open ? 'lobby.rematch.accept' : 'match.rematch')}</span>
        </button>
      )}
      {open && asked === true && (
        <button class="button" aria-disabled={busy.value} onClick={decline}>
          <Icon name="close" />
          <span>{t('lobby.decline')}</span>
        </button>
      )}
    </>
  )
  return { status: status.join(' '), buttons, reasons: open && asked === true && declining.value ? <Reasons reason={reason} /> : null }
}

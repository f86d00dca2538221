// The link to a game, and its files.
import { useSignal } from '@preact/signals'
import { requestJSON, Failure } from '../net/request'
import { useView } from './view'
import type { WatcherLink } from '../net/wire'

export function Share() {
  const { t, page, seats } = useView()
  const address = `${location.origin}/games/${page.id}`
  const copied = useSignal('')
  const copy = () =>
    navigator.clipboard
      .writeText(address)
      .then(() => (copied.value = t('match.copied')))
      .catch(() => (copied.value = t('match.copy.failed')))
  // Who turns away from the device's own sheet has changed nothing.
  const hand = () => navigator.share({ title: document.title, url: address }).catch(() => undefined)
  return (
    <div class="share">
      <p class="note">{t(page.visibility === 'private' ? 'privacy.share.about' : 'match.share.about')}</p>
      <div class="link">
        <input readOnly aria-label={t('match.link')} value={address} onFocus={(e) => e.currentTarget.select()} />
        <button class="button primary" onClick={copy}>
          {t('match.copy')}
        </button>
      </div>
      <p class="note copied" role="status">
        {copied.value}
      </p>
      {'share' in navigator && (
        <button class="button" onClick={hand}>
          {t('match.share.with')}
        </button>
      )}
      {page.visibility === 'private' && seats.value !== '' && <Watcher />}
    </div>
  )
}

// Watcher makes links by which one person each may watch a private game.
function Watcher() {
  const { t, page, words } = useView()
  const made = useSignal<WatcherLink | undefined>(undefined)
  const status = useSignal('')
  const make = async () => {
    const answer = await requestJSON<WatcherLink>(words, `/api/games/${page.id}/watchers`, { json: {} }).catch((error: Failure) => error)
    if (answer instanceof Failure) status.value = answer.message
    else made.value = answer
  }
  const address = made.value === undefined ? '' : location.origin + made.value.page
  const copy = () =>
    navigator.clipboard
      .writeText(address)
      .then(() => (status.value = t('match.copied')))
      .catch(() => (status.value = t('match.copy.failed')))
  return (
    <>
      {made.value === undefined ? (
        <button class="button" onClick={make}>
          {t('privacy.share.invite')}
        </button>
      ) : (
        <>
          <div class="link">
            <input readOnly aria-label={t('privacy.share.link')} value={address} onFocus={(e) => e.currentTarget.select()} />
            <button class="button primary" onClick={copy}>
              {t('match.copy')}
            </button>
          </div>
          <p class="note">{t('privacy.share.once', { n: made.value.days })}</p>
        </>
      )}
      <p class="note" role="status">
        {status.value}
      </p>
    </>
  )
}

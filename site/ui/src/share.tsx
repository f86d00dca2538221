// The link to a game, and its files.
import { useSignal } from '@preact/signals'
import { useView } from './view'

export function Share() {
  const { t, page } = useView()
  const address = `${location.origin}/games/${page.id}`
  const copied = useSignal('')
  const copy = () =>
    navigator.clipboard
      .writeText(address)
      .then(() => (copied.value = t('table.copied')))
      .catch(() => (copied.value = t('table.copy.failed')))
  // Who turns away from the device's own sheet has changed nothing.
  const hand = () => navigator.share({ title: document.title, url: address }).catch(() => undefined)
  return (
    <div class="share">
      <p class="note">{t('table.share.about')}</p>
      <div class="link">
        <input readOnly aria-label={t('table.link')} value={address} onFocus={(e) => e.currentTarget.select()} />
        <button class="button primary" onClick={copy}>
          {t('table.copy')}
        </button>
      </div>
      <p class="note copied" role="status">
        {copied.value}
      </p>
      {'share' in navigator && (
        <button class="button" onClick={hand}>
          {t('table.share.with')}
        </button>
      )}
    </div>
  )
}

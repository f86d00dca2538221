// A personal link by which another device plays as this guest.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useView } from '../match/view'
import type { HandOver, Problem } from '../net/wire'

export function Device() {
  const { t, words } = useView()
  const made = useSignal<HandOver | undefined>(undefined)
  const status = useSignal('')
  useEffect(() => {
    fetch(`/api/lobby/handover?lang=${words.lang}`, { method: 'POST' })
      .then(async (answer) => {
        const body: unknown = await answer.json()
        if (answer.ok) made.value = body as HandOver
        else status.value = (body as Problem).detail
      })
      .catch(() => (status.value = words.refusal('not-now')))
  }, [])
  const address = made.value === undefined ? '' : location.origin + made.value.page
  const copy = () =>
    navigator.clipboard
      .writeText(address)
      .then(() => (status.value = t('match.copied')))
      .catch(() => (status.value = t('match.copy.failed')))
  return (
    <div class="share">
      {made.value !== undefined && (
        <>
          <p class="note">{t('lobby.device.about', { n: made.value.minutes })}</p>
          <div class="link">
            <input readOnly aria-label={t('lobby.device.link')} value={address} onFocus={(e) => e.currentTarget.select()} />
            <button class="button primary" onClick={copy}>
              {t('match.copy')}
            </button>
          </div>
          <img class="code" src={`${made.value.page}/code.svg`} alt={t('lobby.invite.code', { address })} width="208" height="208" />
        </>
      )}
      <p class="note copied" role="status">
        {status.value}
      </p>
    </div>
  )
}

// The coach beside the board of a first game.
import { useView } from '../match/view'

export function Coach() {
  const { t, coach } = useView()
  if (!coach.shown.value) return null
  const silent = coach.text.value === ''
  const folded = silent && coach.quiet.value
  return (
    <section class={`coach${folded ? ' folded' : silent ? ' silent' : ''}`} aria-label={t('coach.title')} aria-busy={coach.pending.value}>
      <p aria-live="polite">{coach.text}</p>
      {!folded && (
        <button class="button quiet" aria-label={t('coach.hide')} title={t('coach.hide')} onClick={coach.hide}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M5 5L15 15M15 5L5 15" />
          </svg>
        </button>
      )}
    </section>
  )
}

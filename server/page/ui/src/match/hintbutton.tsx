// The button that asks for a hint: one good point, with what it does there.
import { Icon } from '../common/icons'
import { useView } from './view'

// Hint is the button that asks for one, and takes it away.
export function Hint() {
  const { t, hints, mine, idle } = useView()
  const { offered, pending, hint, toggle } = hints
  if (!offered.value) return null
  return (
    <button class="button" aria-pressed={hint.value !== null} aria-disabled={!mine.value || !idle.value || pending.value} onClick={toggle}>
      <Icon name="hint" />
      <span>{t('hint.button')}</span>
    </button>
  )
}

// The way to the next game that waits for this person.
import { Icon } from '../common/icons'
import { useView } from '../match/view'

// NextGame leads there and says how many games wait besides this one.
export function NextGame() {
  const { t, waiting } = useView()
  const n = waiting.others.value
  if (n === 0) return null
  return (
    <a class="button onward" href={waiting.next.value}>
      <Icon name="boards" />
      <span>{t('match.next')}</span>
      <b aria-hidden="true">{n}</b>
      <span class="hidden">{t('match.next.waiting', { n })}</span>
    </a>
  )
}

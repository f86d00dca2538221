// The buttons with which players agree on dead stones, or resume play.
import { Icon } from '../common/icons'
import { other, sides, type Color } from './match'
import { isUnfinished, mayConfirm } from './touch'
import { useView } from './view'

// What one does who does not agree, by the ending of the rules.
export const disputeOf: Record<string, string> = {
  AGREEMENT: 'ui.agreement.dispute.agreement',
  PLAY_OUT: 'ui.agreement.dispute.play-out',
  NEW_ZEALAND: 'ui.agreement.dispute.new-zealand',
  AGA: 'ui.agreement.dispute.aga',
  CONFIRMATION: 'ui.agreement.dispute.confirmation',
}

// AgreementActs accept the dead stones as they are marked, or say otherwise.
export function AgreementActs() {
  const { phase, state, holds } = useView()
  if (phase.value !== 'agreement' || state.value.agreement === undefined) return null
  return (
    <>
      {sides.filter(holds).map((c) => (
        <Accept color={c} key={c} />
      ))}
      <Resume />
    </>
  )
}

function Accept({ color }: { color: Color }) {
  const { t, state, both, idle, send } = useView()
  const done = (state.value.agreement?.agreed ?? '').includes(color)
  const keys = both.value
    ? { done: 'ui.agreement.agreed.color', open: 'ui.agreement.agree.color' }
    : { done: 'ui.agreement.agreed.you', open: 'ui.agreement.agree' }
  const accept = () => !done && idle.value && send('agree', { as: color })
  return (
    <button class={done || isUnfinished(state.value) ? 'button' : 'button primary'} aria-disabled={done || !idle.value} onClick={accept}>
      {!done && <Icon name="accept" />}
      <span>{t(done ? keys.done : keys.open, { color: t(`color.${color}`) })}</span>
    </button>
  )
}

// Resume is for who does not agree. Where two people share the device, and the rules let the
// opponent of who asks move first, each colour has a button.
function Resume() {
  const { t, match, page, both, idle, send } = useView()
  const key = disputeOf[page.ending]
  if (key === undefined) return null
  if (mayConfirm(match) && both.value)
    return (
      <>
        {sides.map((c) => (
          <Dispute name={t('ui.agreement.resumes', { color: t(`color.${c}`) })} act={() => idle.value && send('dispute', { as: other(c) })} key={c} />
        ))}
      </>
    )
  return <Dispute name={t(key)} act={() => idle.value && send('dispute')} />
}

function Dispute({ name, act }: { name: string; act(): unknown }) {
  const { idle } = useView()
  return (
    <button class="button" aria-disabled={!idle.value} onClick={act}>
      <Icon name="resume" />
      <span>{name}</span>
    </button>
  )
}

// The end of a match is agreed upon: which stones are dead, who shall move, and
// chains of which the players play out whether they live.
import { sides, type Color } from './match'
import { Table } from './score'
import { chainAt, forMover, isDead, mayConfirm } from './touch'
import { Undecided } from './undecided'
import { useView } from './view'

// What each ruleset asks for, by its ending.
const ruleOf: Record<string, string> = {
  AGREEMENT: 'ui.agreement.rule.agreement',
  PLAY_OUT: 'ui.agreement.rule.play-out',
  NEW_ZEALAND: 'ui.agreement.rule.new-zealand',
  AGA: 'ui.agreement.rule.aga',
  FLOWER: 'ui.agreement.rule.flower',
  CONFIRMATION: 'ui.agreement.rule.confirmation',
}

export function Agreement() {
  const { t, state, phase, page } = useView()
  const { agreement, score } = state.value
  if (phase.value !== 'agreement' || agreement === undefined) return null
  return (
    <section class="desk" aria-label={t('ui.agreement.title')}>
      <Undecided />
      <Picked />
      {score !== undefined && <Table score={score} />}
      <Consent />
      <BothLose />
      <p class="note">{t(ruleOf[page.ending]!)}</p>
    </section>
  )
}

// Picked speaks of the chain that was touched last, if the players may play out
// whether it lives.
function Picked() {
  const { t, match, state, picked, seats, nameOf, idle, send } = useView()
  const p = picked.value
  if (p === null || !mayConfirm(match) || seats.value === '' || state.value.stones[p] === '.') return null
  const c = state.value.stones[p] as Color
  const key = isDead(match, p) ? 'ui.agreement.picked.dead' : 'ui.agreement.picked.alive'
  return (
    <div class="picked">
      <p>
        <i class={`stone ${c}`} /> {t(key, { color: t(`color.${c}`), point: nameOf(p), n: chainAt(match, p).length })}
      </p>
      {!state.value.immortal?.includes(p) && (
        <button class="button" aria-disabled={!idle.value} onClick={() => send('confirm', { point: nameOf(p) })}>
          {t('ui.agreement.confirm')}
        </button>
      )}
    </div>
  )
}

// Consent shows who agrees, besides the person here; who is here has a button for that.
function Consent() {
  const { t, state, you } = useView()
  const agreed = state.value.agreement?.agreed ?? ''
  return (
    <ul class="consent">
      {sides
        .filter((c) => !you(c))
        .map((c) => (
          <li key={c}>
            <i class={`stone ${c}`} />
            <span class={agreed.includes(c) ? 'yes' : 'note'}>{t(agreed.includes(c) ? 'ui.agreement.agreed.color' : 'ui.agreement.waits', { color: t(`color.${c}`) })}</span>
          </li>
        ))}
    </ul>
  )
}

// BothLose is what one player wants and the other has not answered. The menu has the first button.
function BothLose() {
  const { t, state, seats, holds, idle, question } = useView()
  const voided = state.value.agreement?.voided ?? ''
  if (voided === '' || seats.value === '') return null
  const here = sides.find((c) => holds(c) && !voided.includes(c))
  if (here === undefined) return <p class="note">{t('ui.agreement.voided')}</p>
  return (
    <div class="buttons">
      <button class="button" aria-disabled={!idle.value} onClick={() => (question.value = { kind: 'void', as: here })}>
        {t('ui.agreement.both-lose.too', { color: t(`color.${here}`) })}
      </button>
    </div>
  )
}

// ChooseMover asks who shall move after a dispute, as the rules of New Zealand do.
export function ChooseMover() {
  const { t, phase, state, holds } = useView()
  if (phase.value !== 'turn') return null
  const movers = state.value.agreement?.mover ?? {}
  return (
    <section class="desk" aria-label={t('ui.mover.title')}>
      <h2>{t('ui.mover.title')}</h2>
      <p class="note">{t('ui.mover.rule')}</p>
      {sides.map((c) => {
        const side = movers[c]
        const color = t(`color.${c}`)
        return (
          <div class="mover" key={c}>
            <span>
              <i class={`stone ${c}`} /> {side === undefined ? t('ui.mover.open', { color }) : t('ui.mover.said', { color, mover: t(`color.${side}`) })}
            </span>
            {holds(c) && side === undefined && <Movers by={c} />}
          </div>
        )
      })}
    </section>
  )
}

function Movers({ by }: { by: Color }) {
  const { t, idle, send } = useView()
  return (
    <div class="buttons">
      {sides.map((side) => (
        <button class="button" key={side} aria-disabled={!idle.value} onClick={() => send('choose-mover', { side, as: by })}>
          {t('ui.mover.moves', { color: t(`color.${side}`) })}
        </button>
      ))}
    </div>
  )
}

const ruleOfConfirmation: Record<string, string> = { b: 'ui.confirmation.rule.black', w: 'ui.confirmation.rule.white' }

// Confirmation stands beside the board on which the players play out whether a
// chain lives.
export function Confirmation() {
  const { t, phase, state, mine, nameOf, idle, send } = useView()
  const { confirmation } = state.value
  if (phase.value !== 'confirmation' || confirmation === undefined) return null
  return (
    <section class="desk confirmation" aria-label={t('ui.confirmation.title')}>
      <h2>{t('ui.confirmation.title')}</h2>
      <p>{t(ruleOfConfirmation[confirmation.color]!, { point: nameOf(confirmation.chain[0]!) })}</p>
      {mine.value &&
        (confirmation.kos ?? []).map((point) => (
          <button class="button" key={point} aria-disabled={!idle.value} onClick={() => send('pass', { ...forMover({ state }), point })}>
            {t('ui.confirmation.pass', { point })}
          </button>
        ))}
    </section>
  )
}

// Handicap counts the handicap stones.
export function Handicap() {
  const { t, phase, state, page } = useView()
  if (phase.value !== 'handicap') return null
  const left = state.value.toPlace ?? 0
  const all = page.handicap ?? 0
  const c = state.value.toMove
  return (
    <section class="desk" aria-label={t('ui.handicap.title')}>
      <h2>{t('ui.handicap.title')}</h2>
      <p class="rank" aria-hidden="true">
        {Array.from({ length: all }, (_, i) => (
          <i class={i < all - left ? `stone ${c}` : 'stone none'} key={i} />
        ))}
      </p>
      <p class="note">{t('ui.handicap.count', { placed: all - left, all })}</p>
    </section>
  )
}

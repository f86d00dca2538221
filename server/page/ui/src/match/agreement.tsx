// The end of a match is agreed upon: which stones are dead, who shall move, and
// chains of which the players play out whether they live.
import { sides, type Color } from './match'
import { Table } from './score'
import { chainAt, forMover, isDead, mayConfirm } from './touch'
import { useView } from './view'
import type { PendingMove, PendingRegion as Region, ScoreRange } from '../net/wire'

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
  const { t, match, state, phase, page, seats } = useView()
  const { agreement, score } = state.value
  if (phase.value !== 'agreement' || agreement === undefined) return null
  return (
    <section class="desk" aria-label={t('ui.agreement.title')}>
      <p class="note">{t(ruleOf[page.ending]!)}</p>
      <Unsure />
      <Open />
      <Pending />
      <Picked />
      <Consent />
      {score !== undefined && <Table score={score} />}
      {seats.value !== '' && mayConfirm(match) && (
        <div class="buttons">
          <BothLose />
        </div>
      )}
    </section>
  )
}

// Unsure tells how many chains the proposal left to the players.
function Unsure() {
  const { t, match, state } = useView()
  const n = new Set((state.value.agreement?.unsure ?? []).map((p) => Math.min(...chainAt(match, p)))).size
  return n === 0 ? null : <p class="unsure">{t('ui.agreement.unsure', { n })}</p>
}

// Open tells between which results the count lies while chains are unsure, how many
// points depend on each, and lets the players say whether they are dead.
function Open() {
  const { t, words, match, state, seats, nameOf, idle, send } = useView()
  const range = state.value.score?.range
  if (range === undefined) return null
  return (
    <div class="open">
      <p>{rangeText(t, range)}</p>
      <ul>
        {range.open.map(({ color: c, stones, worth, seki }) => {
          const points = [...new Set(stones.map((p) => Math.min(...chainAt(match, p))))].map(nameOf)
          const block = { color: t(`color.${c}`), points: words.list(points) }
          const mark = (dead: boolean) => idle.value && send('mark', { points, dead })
          return (
            <li key={stones[0]}>
              <i class={`stone ${c}`} />
              <span>{t(seki === true ? 'score.open.seki' : 'score.open', { ...block, n: worth })}</span>
              {seats.value !== '' && seki !== true && (
                <>
                  <button class="button" aria-disabled={!idle.value} aria-label={t('score.open.dead.label', block)} onClick={() => mark(true)}>
                    {t('score.open.dead')}
                  </button>
                  <button class="button" aria-disabled={!idle.value} aria-label={t('score.open.alive.label', block)} onClick={() => mark(false)}>
                    {t('score.open.alive')}
                  </button>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

// Pending lists the moves that are worth points, and the kos, in a position that is not over.
function Pending() {
  const { t, state } = useView()
  const pending = state.value.agreement?.pending
  if (pending === undefined) return null
  return (
    <div class="open">
      <p class="unsure">{t('score.pending')}</p>
      <ul>
        {pending.map((region) => (
          <PendingRegion region={region} key={region.points[0]} />
        ))}
      </ul>
    </div>
  )
}

// PendingRegion has a line for the ko of a region, or for each side that gains by moving first.
function PendingRegion({ region }: { region: Region }) {
  const { t } = useView()
  const { points, black, white, ko, needsThreat } = region
  if (ko !== undefined) {
    const color = needsThreat === 'second' ? undefined : t(needsThreat === 'black' ? 'color.b' : 'color.w')
    return <li>{color === undefined ? t('score.pending.ko.second', { point: ko }) : t('score.pending.ko', { point: ko, color })}</li>
  }
  const line = (c: Color, { move, gain }: PendingMove) =>
    gain > 0 && (
      <li key={c}>
        <i class={`stone ${c}`} />
        <span>{t(move === undefined ? 'score.pending.near' : 'score.pending.move', { color: t(`color.${c}`), point: move ?? points[0]!, n: gain })}</span>
      </li>
    )
  return (
    <>
      {line('b', black)}
      {line('w', white)}
    </>
  )
}

// What a range depends on: whether groups live, or only on who moves first.
const rangeKeys = {
  lives: { both: 'score.range.both', draw: 'score.range.draw', one: 'score.range.one' },
  first: { both: 'score.range.first.both', draw: 'score.range.first.draw', one: 'score.range.first.one' },
}

// rangeText is a range of margins in words.
function rangeText(t: ReturnType<typeof useView>['t'], { least, greatest, open }: ScoreRange): string {
  const keys = rangeKeys[open.length > 0 ? 'lives' : 'first']
  if (least < 0 && greatest > 0) return t(keys.both, { black: greatest, white: -least })
  const color = t(greatest > 0 ? 'color.b' : 'color.w')
  const [low, high] = [Math.abs(least), Math.abs(greatest)].sort((a, b) => a - b) as [number, number]
  return low === 0 ? t(keys.draw, { color, n: high }) : t(keys.one, { color, least: low, greatest: high })
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

function BothLose() {
  const { t, state, holds, both, idle, question } = useView()
  const voided = state.value.agreement?.voided ?? ''
  const here = sides.filter((c) => holds(c) && !voided.includes(c))[0]
  if (here === undefined) return <span class="note">{t('ui.agreement.voided')}</span>
  const key = both.value && voided !== '' ? 'ui.agreement.both-lose.too' : 'ui.agreement.both-lose'
  return (
    <button class="button" aria-disabled={!idle.value} onClick={() => (question.value = { kind: 'void', as: here })}>
      {t(key, { color: t(`color.${here}`) })}
    </button>
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

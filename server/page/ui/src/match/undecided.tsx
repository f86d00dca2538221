// What leaves the count of a game open: chains that may live or die, and moves that are worth points.
import type { Color } from './match'
import { Icon } from '../common/icons'
import { disputeOf } from './agreementacts'
import { chainAt, isUnfinished, mayConfirm } from './touch'
import { useView } from './view'
import type { PendingMove, PendingRegion as Region, ScoreRange } from '../net/wire'

// Undecided says in one sentence what decides the game, and offers to play on.
export function Undecided() {
  const { state } = useView()
  const { agreement, score } = state.value
  const decided = score?.range === undefined && agreement?.pending === undefined && (agreement?.unsure ?? []).length === 0
  if (decided && !isUnfinished(state.value)) return null
  return (
    <div class="undecided">
      {decided && <Unfinished />}
      {score?.range === undefined ? <Unsure /> : <Decides range={score.range} />}
      <Open />
      <Pending />
      <PlayOn />
    </div>
  )
}

// Unfinished says that the borders are open.
function Unfinished() {
  const { t } = useView()
  return <p class="unsure">{t('score.unfinished')}</p>
}

// Unsure tells how many chains the proposal left to the players.
function Unsure() {
  const { t, match, state } = useView()
  const n = new Set((state.value.agreement?.unsure ?? []).map((p) => Math.min(...chainAt(match, p)))).size
  return n === 0 ? null : <p class="unsure">{t('ui.agreement.unsure', { n })}</p>
}

// Decides names the one group that decides, or says on what the result depends.
function Decides({ range }: { range: ScoreRange }) {
  const { t, words, match, nameOf } = useView()
  const [block, ...more] = range.open
  if (block === undefined || more.length > 0) return <p class="unsure">{rangeText(t, range)}</p>
  const c = block.color
  const points = words.list([...new Set(block.stones.map((p) => Math.min(...chainAt(match, p))))].map(nameOf))
  if (block.seki === true) return <p class="unsure">{t('score.decides.seki', { color: t(`color.${c}`), points, n: block.worth })}</p>
  const margin = (n: number) => (n === 0 ? t('score.margin.draw') : t('score.margin', { color: t(n > 0 ? 'color.b' : 'color.w'), n: Math.abs(n) }))
  const [alive, dead] = c === 'b' ? [range.greatest, range.least] : [range.least, range.greatest]
  if (alive * dead > 0) {
    const winner = t(alive > 0 ? 'color.b' : 'color.w')
    return <p class="unsure">{t('score.decides.nothing', { winner, color: t(`color.${c}`), points, alive: Math.abs(alive), dead: Math.abs(dead) })}</p>
  }
  return <p class="unsure">{t('score.decides', { color: t(`color.${c}`), points, alive: margin(alive), dead: margin(dead) })}</p>
}

// PlayOn resumes the game, where one button can.
function PlayOn() {
  const { t, match, page, state, seats, both, idle, send } = useView()
  if (seats.value === '' || disputeOf[page.ending] === undefined || (mayConfirm(match) && both.value)) return null
  return (
    <p class="play-on">
      <span>{t('score.play-on.why')}</span>
      <button class={isUnfinished(state.value) ? 'button primary' : 'button'} aria-disabled={!idle.value} onClick={() => idle.value && send('dispute')}>
        <Icon name="resume" />
        <span>{t('score.play-on')}</span>
      </button>
    </p>
  )
}

// Open tells between which results the count lies while chains are unsure, how many
// points depend on each, and lets the players say whether they are dead.
function Open() {
  const { t, words, match, state, seats, nameOf, idle, send } = useView()
  const range = state.value.score?.range
  if (range === undefined || range.open.length === 0) return null
  return (
    <div class="open">
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


// The end of a game is agreed upon: which stones are dead, who shall move, and
// chains whose fate is played out.
import { ask, both, ground, holds, idle, mine, other, page, phase, picked, pointOf, seats, state } from './match'
import { question } from './question'
import { Table } from './score'
import { chainAt, isDead, mayTry } from './touch'
import { agreement as words, color } from './words'
import type { Color } from './wire'

const sides = ['b', 'w'] as const

export function Agreement() {
  const { agreement, score } = state.value
  if (phase.value !== 'agreement' || agreement === undefined) return null
  return (
    <section class="desk" aria-label={words.title}>
      <p class="note">{words.rule[page.ending]}</p>
      <Unsure />
      <Picked />
      {score !== undefined && <Table score={score} />}
      <Consent />
      {seats.value !== '' && <Otherwise />}
    </section>
  )
}

// Unsure tells how many chains the proposal left to the players.
function Unsure() {
  const left = new Set((state.value.agreement?.unsure ?? []).map((p) => Math.min(...chainAt(p)))).size
  return left === 0 ? null : <p class="unsure">{words.unsure(left)}</p>
}

// Picked speaks of the chain that was touched last, if its fate may be played
// out.
function Picked() {
  const p = picked.value
  if (p === null || !mayTry || seats.value === '' || state.value.stones[p] === '.') return null
  const c = state.value.stones[p] as Color
  const try_ = () => ask('confirm', { point: ground.names[p]! })
  return (
    <div class="picked">
      <p>
        <i class={`stone ${c}`} /> {words.picked(c, ground.names[p]!, chainAt(p).length, isDead(p))}
      </p>
      {!state.value.immortal?.includes(p) && (
        <button class="button" aria-disabled={!idle.value} onClick={try_}>
          {words.playOut}
        </button>
      )}
    </div>
  )
}

// Consent shows who agrees and lets those here do so.
function Consent() {
  const agreed = state.value.agreement?.agreed ?? ''
  return (
    <ul class="consent">
      {sides.map((c) => {
        const done = agreed.includes(c)
        return (
          <li key={c}>
            <i class={`stone ${c}`} />
            {holds(c) ? (
              <button class={done ? 'button' : 'button primary'} aria-disabled={done || !idle.value} onClick={() => !done && idle.value && ask('agree', { as: c })}>
                {done ? words.agreed(c, both.value) : words.agree(c, both.value)}
              </button>
            ) : (
              <span class={done ? 'yes' : 'note'}>{done ? words.agreed(c, true) : words.waits(c)}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

// Otherwise is what one does who does not agree, by the ending of the rules.
function Otherwise() {
  const text = words.dispute[page.ending]
  const split = mayTry && both.value // the opponent of who asks moves first
  return (
    <div class="buttons">
      {split &&
        sides.map((c) => (
          <button class="button" key={c} aria-disabled={!idle.value} onClick={() => ask('dispute', { as: other(c) })}>
            {words.resumes(c)}
          </button>
        ))}
      {!split && text !== undefined && (
        <button class="button" aria-disabled={!idle.value} onClick={() => ask('dispute')}>
          {text}
        </button>
      )}
      {mayTry && <BothLose />}
    </div>
  )
}

function BothLose() {
  const voided = state.value.agreement?.voided ?? ''
  const here = sides.filter((c) => holds(c) && !voided.includes(c))
  if (here.length === 0) return <span class="note">{words.voided}</span>
  const deed = () => (question.value = { kind: 'void', as: here[0]! })
  return (
    <button class="button" aria-disabled={!idle.value} onClick={deed}>
      {words.bothLose(both.value && voided !== '' ? color[here[0]!] : '')}
    </button>
  )
}

// Turn asks who shall move after a dispute, as New Zealand does.
export function Turn() {
  if (phase.value !== 'turn') return null
  const wish = state.value.agreement?.wish ?? {}
  return (
    <section class="desk" aria-label={words.turn.title}>
      <h2>{words.turn.title}</h2>
      <p class="note">{words.turn.rule}</p>
      {sides.map((c) => (
        <div class="wish" key={c}>
          <span>
            <i class={`stone ${c}`} /> {wish[c] === undefined ? words.turn.says(c) : words.turn.said(c, wish[c])}
          </span>
          {holds(c) && wish[c] === undefined && (
            <div class="buttons">
              {sides.map((side) => (
                <button class="button" key={side} aria-disabled={!idle.value} onClick={() => ask('choose-mover', { side, as: c })}>
                  {words.turn.moves(side)}
                </button>
              ))}
            </div>
          )}
        </div>
      ))}
    </section>
  )
}

// Trial stands beside the board on which a chain's fate is played out.
export function Trial() {
  const { trial } = state.value
  if (phase.value !== 'confirmation' || trial === undefined) return null
  const at = ground.names[trial.chain[0]!]!
  return (
    <section class="desk trial" aria-label={words.trial.title}>
      <h2>{words.trial.title}</h2>
      <p>{words.trial.rule(trial.color, at)}</p>
      {mine.value &&
        (trial.kos ?? []).map((name) => (
          <button class="button" key={name} aria-disabled={!idle.value} onClick={() => pointOf(name) !== undefined && ask('pass', { point: name })}>
            {words.trial.passForKo(name)}
          </button>
        ))}
    </section>
  )
}

// Placing counts the handicap stones.
export function Placing() {
  const left = state.value.toPlace ?? 0
  const all = page.handicap ?? 0
  if (phase.value !== 'handicap') return null
  const c = state.value.toMove as Color
  return (
    <section class="desk" aria-label={words.placing.title}>
      <h2>{words.placing.title}</h2>
      <p class="rank" aria-hidden="true">
        {Array.from({ length: all }, (_, i) => (
          <i class={i < all - left ? `stone ${c}` : 'stone none'} key={i} />
        ))}
      </p>
      <p class="note">{words.placing.count(all - left, all)}</p>
    </section>
  )
}

// Asked is an undo that waits for the other's word.
export function Asked() {
  const { asked } = state.value
  if (asked === undefined || seats.value === '') return null
  if (holds(asked)) return <p class="note waiting">{words.undo.waiting}</p>
  return (
    <section class="desk" aria-label={words.undo.title}>
      <p>{words.undo.ask(asked)}</p>
      <div class="buttons">
        <button class="button primary" aria-disabled={!idle.value} onClick={() => ask('grant')}>
          {words.undo.grant}
        </button>
        <button class="button" aria-disabled={!idle.value} onClick={() => ask('refuse')}>
          {words.undo.refuse}
        </button>
      </div>
    </section>
  )
}

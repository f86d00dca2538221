// Buttons, the box for typing, and what to show.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { middle } from './board/geometry'
import { estimable, estimate, toggle, weighing } from './estimate'
import { ask, chosen, ground, idle, mine, notice, over, phase, pointOf, reconnect, seats, state, undo, undoer } from './match'
import { atari, coordinates, numbers } from './prefs'
import { connected, refused } from './feed'
import { Question, question } from './question'
import { standing } from './status'
import { lately } from './tale'
import { touch } from './touch'
import * as words from './words'

// Status is the line under the board; a chosen point is confirmed there.
export function Status() {
  const p = chosen.value
  return (
    <div class={`status${connected.value ? '' : ' lost'}${over.value ? ' over' : ''}`}>
      <p role="status">
        <b>{standing()}</b>
        <Aside />
      </p>
      {refused.value !== '' && (
        <button class="button" onClick={reconnect}>
          {words.button.again}
        </button>
      )}
      {p !== null && (
        <button class="button primary" onClick={() => touch(p)}>
          {phase.value === 'handicap' ? words.button.place(ground.names[p]!) : words.button.play(ground.names[p]!)}
        </button>
      )}
    </div>
  )
}

// Aside is what there is to say besides: why something was refused, what the
// position comes to, or what has happened.
function Aside() {
  if (notice.value !== '') return <span class="notice">{notice.value}</span>
  if (estimate.value !== null) return <span class="estimate">{estimate.value.text}</span>
  return lately.value === '' ? null : <span class="lately">{lately.value}</span>
}

// passing are the phases in which one may pass; under Flower also while the dead
// are talked about.
const passing = () => phase.value === 'play' || phase.value === 'confirmation' || (phase.value === 'agreement' && state.value.toMove !== '')

export function Buttons() {
  const playing = seats.value !== '' && !over.value
  const fresh = useRef<HTMLAnchorElement>(null)
  const before = useRef(playing)
  useEffect(() => {
    // The end takes buttons away, and with them the focus.
    if (before.current && !playing && document.activeElement === document.body) fresh.current?.focus({ preventScroll: true })
    before.current = playing
  }, [playing])
  const leave = (e: Event) => {
    if (!playing) return
    e.preventDefault()
    question.value = { kind: 'leave' }
  }
  return (
    <div class="buttons">
      {seats.value === '' && <p class="note watching">{words.status.watching}</p>}
      {playing && (
        <>
          {passing() && <Deed name={words.button.pass} open={mine.value && idle.value} deed={() => pass()} />}
          <Deed name={words.button.undo} open={undoer.value !== undefined && state.value.asked === undefined && idle.value} deed={undo} />
          <Weigh />
          <Deed name={words.button.resign} open={idle.value} deed={() => (question.value = { kind: 'resign' })} />
        </>
      )}
      {!playing && <Weigh />}
      <a class={playing ? 'button' : 'button primary'} href="/" ref={fresh} onClick={leave}>
        {words.button.newGame}
      </a>
      <Question />
    </div>
  )
}

// Weigh asks what the position comes to, and takes the answer away.
const Weigh = () =>
  estimable.value ? (
    <button class="button" aria-pressed={estimate.value !== null} aria-disabled={weighing.value} onClick={toggle}>
      {words.button.estimate}
    </button>
  ) : null

// A Deed that cannot be done just now keeps the focus, so that a keyboard does
// not lose its place.
const Deed = ({ name, open, deed }: { name: string; open: boolean; deed(): unknown }) => (
  <button class="button" aria-disabled={!open} onClick={() => open && deed()}>
    {name}
  </button>
)

// pass is for whose turn it is.
const pass = () => ask('pass', state.value.toMove === '' ? {} : { as: state.value.toMove })

// commands are what may be typed instead of a point.
const commands: Record<string, () => void> = {
  pass,
  undo,
  resign: () => (question.value = { kind: 'resign' }),
  agree: () => ask('agree'),
}

// Entry takes a point or a command as text.
export function Entry() {
  const text = useSignal('')
  if (seats.value === '' || over.value || phase.value === 'komi' || phase.value === 'turn') return null
  const submit = (e: Event) => {
    e.preventDefault()
    const said = text.value.trim()
    if (said === '') return
    const command = commands[words.entry.commands[said.toLowerCase()] ?? '']
    const p = pointOf(said)
    if (command !== undefined) command()
    else if (p !== undefined) touch(p)
    else {
      notice.value = words.entry.unknown(said.slice(0, 12), ...bounds())
      return
    }
    text.value = ''
  }
  return (
    <form class="entry" onSubmit={submit}>
      <input
        name="entry"
        aria-label={words.entry.label}
        placeholder={words.entry.hint(example, typed())}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={16}
        value={text.value}
        onInput={(e) => (text.value = e.currentTarget.value)}
      />
      <button class="button">{words.button.go}</button>
    </form>
  )
}

// typed are the commands that fit now, and a point in the middle is an example.
const typed = () => [...(phase.value === 'agreement' ? ['agree'] : []), ...(passing() ? ['pass'] : []), 'undo', 'resign']
const example = ground.names[middle(ground.xy)]!

// bounds are the first and last names of points, as people count.
function bounds(): [string, string] {
  const names = [...ground.names].sort(new Intl.Collator('en', { numeric: true }).compare)
  return [names[0]!, names.at(-1)!]
}

export function Show() {
  return (
    <fieldset class="show">
      <legend>{words.show.title}</legend>
      <Tick box={coordinates} name={words.show.coordinates} />
      <Tick box={numbers} name={words.show.numbers} />
      <Tick box={atari} name={words.show.atari} />
    </fieldset>
  )
}

const Tick = ({ box, name }: { box: Signal<boolean>; name: string }) => (
  <label>
    <input type="checkbox" checked={box.value} onChange={(e) => (box.value = e.currentTarget.checked)} />
    {name}
  </label>
)

export const Keys = () => (
  <details class="keys">
    <summary>{words.keysTitle}</summary>
    <dl>
      {words.keys.map(([key, deed]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{deed}</dd>
        </div>
      ))}
    </dl>
  </details>
)

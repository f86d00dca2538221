// Buttons, the box for typing, and what to show.
import { signal, useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask, asked, canUndo, chosen, ground, mine, notice, over, play, pointOf, seat } from './match'
import { atari, coordinates, numbers } from './prefs'
import { connected } from './feed'
import { standing } from './status'
import * as words from './words'

// Status is the line under the board; a chosen point is confirmed there.
export function Status() {
  const p = chosen.value
  return (
    <div class={`status${connected.value ? '' : ' lost'}${over.value ? ' over' : ''}`}>
      <p role="status">
        <b>{standing()}</b>
        {notice.value !== '' && <span class="notice">{notice.value}</span>}
      </p>
      {p !== null && (
        <button class="button primary" onClick={() => play(p)}>
          {words.button.play(ground.names[p]!)}
        </button>
      )}
    </div>
  )
}

const resigning = signal(false) // asked whether one really wants to

export function Buttons() {
  if (seat === '' || over.value) {
    return (
      <div class="buttons">
        {seat === '' && <p class="note watching">{words.status.watching}</p>}
        <a class="button primary" href="/">
          {words.button.newGame}
        </a>
      </div>
    )
  }
  const idle = asked.value === null
  return (
    <div class="buttons">
      <button class="button" disabled={!mine.value || !idle} onClick={() => ask('pass')}>
        {words.button.pass}
      </button>
      <button class="button" disabled={!canUndo.value || !idle} onClick={() => ask('undo')}>
        {words.button.undo}
      </button>
      <button class="button" disabled={!idle} onClick={() => (resigning.value = true)}>
        {words.button.resign}
      </button>
      <a class="button" href="/">
        {words.button.newGame}
      </a>
      {resigning.value && <Resign />}
    </div>
  )
}

// Resign asks once more.
function Resign() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current!.showModal(), [])
  const close = () => (resigning.value = false)
  const resign = () => {
    close()
    ask('resign')
  }
  return (
    <dialog ref={dialog} aria-labelledby="resign-question" onClose={close}>
      <p id="resign-question">{words.resignQuestion}</p>
      <div class="buttons">
        <button class="button" onClick={close}>
          {words.button.no}
        </button>
        <button class="button primary" onClick={resign}>
          {words.button.yesResign}
        </button>
      </div>
    </dialog>
  )
}

// Entry takes a point or a command as text.
export function Entry() {
  const text = useSignal('')
  if (seat === '' || over.value) return null
  const submit = (e: Event) => {
    e.preventDefault()
    const typed = text.value.trim()
    if (typed === '') return
    const command = words.entry.commands[typed.toLowerCase()]
    const p = pointOf(typed)
    if (command === 'resign') resigning.value = true
    else if (command !== undefined) ask(command)
    else if (p !== undefined) play(p)
    else {
      notice.value = words.entry.unknown(typed.slice(0, 12), ...bounds())
      return
    }
    text.value = ''
  }
  return (
    <form class="entry" onSubmit={submit}>
      <input
        name="entry"
        aria-label={words.entry.label}
        placeholder={words.entry.hint}
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

// Buttons, the box for typing, and what to show.
import { signal, useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask, asked, canUndo, chosen, ground, mine, notice, over, play, pointOf, reconnect, seat } from './match'
import { atari, coordinates, numbers } from './prefs'
import { connected, refused } from './feed'
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
      {refused.value !== '' && (
        <button class="button" onClick={reconnect}>
          {words.button.again}
        </button>
      )}
      {p !== null && (
        <button class="button primary" onClick={() => play(p)}>
          {words.button.play(ground.names[p]!)}
        </button>
      )}
    </div>
  )
}

// What is asked once more before it is done.
const question = signal<'resign' | 'leave' | null>(null)

export function Buttons() {
  const playing = seat.value !== '' && !over.value
  const fresh = useRef<HTMLAnchorElement>(null)
  const before = useRef(playing)
  useEffect(() => {
    // The end takes buttons away, and with them the focus.
    if (before.current && !playing && document.activeElement === document.body) fresh.current?.focus({ preventScroll: true })
    before.current = playing
  }, [playing])
  const idle = asked.value === null
  const leave = (e: Event) => {
    if (!playing) return
    e.preventDefault()
    question.value = 'leave'
  }
  return (
    <div class="buttons">
      {seat.value === '' && <p class="note watching">{words.status.watching}</p>}
      {playing && (
        <>
          <Deed name={words.button.pass} open={mine.value && idle} deed={() => ask('pass')} />
          <Deed name={words.button.undo} open={canUndo.value && idle} deed={() => ask('undo')} />
          <Deed name={words.button.resign} open={idle} deed={() => (question.value = 'resign')} />
        </>
      )}
      <a class={playing ? 'button' : 'button primary'} href="/" ref={fresh} onClick={leave}>
        {words.button.newGame}
      </a>
      {question.value === 'resign' && <Question text={words.resignQuestion} yes={words.button.yesResign} deed={() => ask('resign')} />}
      {question.value === 'leave' && <Question text={words.leaveQuestion} yes={words.button.leave} deed={() => location.assign('/')} />}
    </div>
  )
}

// A Deed that cannot be done just now keeps the focus, so that a keyboard does
// not lose its place.
const Deed = ({ name, open, deed }: { name: string; open: boolean; deed(): void }) => (
  <button class="button" aria-disabled={!open} onClick={() => open && deed()}>
    {name}
  </button>
)

// Question asks once more.
function Question({ text, yes, deed }: { text: string; yes: string; deed(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current!.showModal(), [])
  const close = () => dialog.current!.close() // gives the focus back
  const sure = () => {
    close()
    deed()
  }
  return (
    <dialog ref={dialog} aria-labelledby="question" onClose={() => (question.value = null)}>
      <p id="question">{text}</p>
      <div class="buttons">
        <button class="button" onClick={close}>
          {words.button.no}
        </button>
        <button class="button primary" onClick={sure}>
          {yes}
        </button>
      </div>
    </dialog>
  )
}

// Entry takes a point or a command as text.
export function Entry() {
  const text = useSignal('')
  if (seat.value === '' || over.value) return null
  const submit = (e: Event) => {
    e.preventDefault()
    const typed = text.value.trim()
    if (typed === '') return
    const command = words.entry.commands[typed.toLowerCase()]
    const p = pointOf(typed)
    if (command === 'resign') question.value = 'resign'
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

// Buttons, the box for typing, and what to show.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { middle } from './board/geometry'
import { keyTexts } from './keys'
import { standing } from './status'
import { forMover, touch } from './touch'
import { useView, type View } from './view'

// Status is the line under the board; a chosen point is confirmed there.
export function Status() {
  const view = useView()
  const { match, t, socket, over, chosen, phase, nameOf } = view
  const p = chosen.value
  return (
    <div class={`status${socket.connected.value ? '' : ' lost'}${over.value ? ' over' : ''}`}>
      <p role="status">
        <b>{standing(view)}</b>
        <Aside />
      </p>
      <Again />
      {p !== null && (
        <button class="button primary" onClick={() => touch(match, p)}>
          {t(phase.value === 'handicap' ? 'ui.place' : 'ui.play', { point: nameOf(p) })}
        </button>
      )}
    </div>
  )
}

// Again is the way back when the server turned this page away, or cannot show the
// match.
function Again() {
  const { t, socket, left, follow } = useView()
  const again = socket.refused.value !== '' ? () => socket.reconnect(0) : left.value !== '' ? follow : undefined
  if (again === undefined) return null
  return (
    <button class="button" onClick={again}>
      {t('ui.again')}
    </button>
  )
}

// Aside is what there is to say besides: why something was refused, what the
// position comes to, or what has happened.
function Aside() {
  const { notice, estimates, announcements } = useView()
  const estimate = estimates.estimate.value
  if (notice.value !== '') return <span class="notice">{notice.value}</span>
  if (estimate !== null) return <span class="estimate">{estimate.text}</span>
  return announcements.recent.value === '' ? null : <span class="recent">{announcements.recent.value}</span>
}

// passing tells whether one may pass; under Flower also while the dead are talked
// about.
const passing = ({ phase, state }: View) =>
  phase.value === 'play' || phase.value === 'confirmation' || (phase.value === 'agreement' && state.value.toMove !== '')

export function Buttons() {
  const view = useView()
  const { t, seats, over, question } = view
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
      {seats.value === '' && <p class="note watching">{t('ui.watching')}</p>}
      {playing && <Acts />}
      {!playing && <Estimate />}
      <a class={playing ? 'button' : 'button primary'} href="/" ref={fresh} onClick={leave}>
        {t('ui.new-game')}
      </a>
    </div>
  )
}

// Acts are what a player may do besides playing a stone.
function Acts() {
  const view = useView()
  const { t, mine, idle, undo, undoer, state, question } = view
  return (
    <>
      {passing(view) && <Act name={t('ui.pass')} open={mine.value && idle.value} act={() => pass(view)} />}
      <Act name={t('ui.undo')} open={undoer.value !== undefined && state.value.asked === undefined && idle.value} act={undo} />
      <Estimate />
      <Act name={t('ui.resign')} open={idle.value} act={() => (question.value = { kind: 'resign' })} />
    </>
  )
}

// Estimate asks what the position comes to, and takes the answer away.
function Estimate() {
  const { t, estimates } = useView()
  const { estimate, estimable, pending, toggle } = estimates
  if (!estimable.value) return null
  return (
    <button class="button" aria-pressed={estimate.value !== null} aria-disabled={pending.value} onClick={toggle}>
      {t('ui.estimate')}
    </button>
  )
}

// An Act that cannot be done just now keeps the focus, so that a keyboard does
// not lose its place.
const Act = ({ name, open, act }: { name: string; open: boolean; act(): unknown }) => (
  <button class="button" aria-disabled={!open} onClick={() => open && act()}>
    {name}
  </button>
)

// pass is for whose turn it is.
const pass = (view: View) => view.ask('pass', forMover(view))

// typed has what may be typed instead of a point: the keys of the words, what they
// do, and when they are offered.
const typed: { word: string; act(view: View): unknown; offered(view: View): boolean }[] = [
  { word: 'ui.entry.agree', act: ({ ask }) => ask('agree'), offered: ({ phase }) => phase.value === 'agreement' },
  { word: 'ui.entry.pass', act: pass, offered: passing },
  { word: 'ui.entry.undo', act: ({ undo }) => undo(), offered: () => true },
  { word: 'ui.entry.resign', act: ({ question }) => (question.value = { kind: 'resign' }), offered: () => true },
]

// Entry takes a point or a command as text.
export function Entry() {
  const view = useView()
  const { t, words, match, seats, over, phase, ground, pointOf, notice } = view
  const text = useSignal('')
  if (seats.value === '' || over.value || phase.value === 'komi' || phase.value === 'turn') return null
  const submit = (e: Event) => {
    e.preventDefault()
    const said = text.value.trim()
    if (said === '') return
    const command = typed.find(({ word }) => t(word) === said.toLowerCase())
    const p = pointOf(said)
    if (command !== undefined) command.act(view)
    else if (p !== undefined) touch(match, p)
    else {
      notice.value = t('ui.entry.unknown', { text: said.slice(0, 12), ...bounds(ground.names) })
      return
    }
    text.value = ''
  }
  const example = ground.names[middle(ground.xy)]!
  return (
    <form class="entry" onSubmit={submit}>
      <input
        name="entry"
        aria-label={t('ui.entry.label')}
        placeholder={words.list([example, ...typed.filter(({ offered }) => offered(view)).map(({ word }) => t(word))])}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={16}
        value={text.value}
        onInput={(e) => (text.value = e.currentTarget.value)}
      />
      <button class="button">{t('ui.entry.go')}</button>
    </form>
  )
}

// bounds are the first and last names of points, as people count.
function bounds(names: string[]) {
  const sorted = [...names].sort(new Intl.Collator('en', { numeric: true }).compare)
  return { from: sorted[0]!, to: sorted.at(-1)! }
}

export function Show() {
  const { t, prefs } = useView()
  return (
    <fieldset class="show">
      <legend>{t('ui.show')}</legend>
      <Tick box={prefs.coordinates} name={t('ui.show.coordinates')} />
      <Tick box={prefs.numbers} name={t('ui.show.numbers')} />
      <Tick box={prefs.atari} name={t('ui.show.atari')} />
    </fieldset>
  )
}

const Tick = ({ box, name }: { box: Signal<boolean>; name: string }) => (
  <label>
    <input type="checkbox" checked={box.value} onChange={(e) => (box.value = e.currentTarget.checked)} />
    {name}
  </label>
)

export function Keys() {
  const { t } = useView()
  return (
    <details class="keys">
      <summary>{t('ui.keys')}</summary>
      <dl>
        {keyTexts.map(([key, action]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{t(action)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

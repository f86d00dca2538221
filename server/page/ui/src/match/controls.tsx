// What a player does besides playing a stone: buttons, and the box for typing.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { middle } from '../board/geometry'
import { AgreementActs } from './agreementacts'
import { Hint } from './hintbutton'
import { Icon } from '../common/icons'
import { NextGame } from '../correspondence/nextgame'
import { ChatButton } from './ledger'
import { forMover, touch } from './touch'
import { useView, type View } from './view'

// passing reports whether a player may pass; under Flower even while they agree on dead stones.
const passing = ({ phase, state }: View) =>
  phase.value === 'play' || phase.value === 'confirmation' || (phase.value === 'agreement' && state.value.toMove !== '')

// agreeing reports whether players settle the dead stones by buttons. These take the place of Undo,
// which is in the menu then.
export const agreeing = ({ phase, state }: View) => phase.value === 'agreement' && state.value.toMove === ''

// Acts are the few buttons that a hand needs at any time; the rest is under More. A
// game that is over has others.
export function Acts() {
  const view = useView()
  const { t, seats, over, open, mine, idle, undo, undoer, state, browse } = view
  if (over.value) return null
  const playing = seats.value !== ''
  const free = () => idle.value && browse.variation.value === null // a line that is tried has its own Pass
  return (
    <div class="acts">
      {!playing && <p class="note watching">{t('ui.watching')}</p>}
      <AgreementActs />
      {playing && passing(view) && <Act icon="pass" name={t('ui.pass')} open={() => mine.value && free()} act={() => pass(view)} />}
      {playing && !agreeing(view) && <Act icon="undo" name={t('ui.undo')} open={() => undoer.value !== undefined && state.value.request === undefined && free()} act={undo} />}
      {playing && <Hint />}
      <NextGame />
      <ChatButton />
      <button class="button further" aria-haspopup="dialog" onClick={() => (open.value = 'more')}>
        <Icon name="dots" />
        <span>{t('match.more')}</span>
      </button>
    </div>
  )
}

// An Act that cannot be done just now keeps the focus, so that a keyboard does
// not lose its place.
function Act({ icon, name, open, act }: { icon: 'pass' | 'undo'; name: string; open(): boolean; act(): unknown }) {
  const { hurry } = useView()
  const press = () => {
    hurry()
    if (open()) act()
  }
  return (
    <button class="button" aria-disabled={!open()} onClick={press}>
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  )
}

// pass is for whose turn it is.
const pass = (view: View) => view.send('pass', forMover(view))

// typed has what may be typed instead of a point: the keys of the words, what they
// do, and when they are offered.
const typed: { word: string; act(view: View): unknown; offered(view: View): boolean }[] = [
  { word: 'ui.entry.agree', act: ({ send }) => send('agree'), offered: ({ phase }) => phase.value === 'agreement' },
  { word: 'ui.entry.pass', act: pass, offered: passing },
  { word: 'ui.entry.undo', act: ({ undo }) => undo(), offered: () => true },
  { word: 'ui.entry.resign', act: ({ question }) => (question.value = { kind: 'resign' }), offered: () => true },
]

// Entry takes a point or a command as text, for who likes to type.
export function Entry() {
  const view = useView()
  const { t, words, match, seats, over, phase, ground, pointOf, notice, open, prefs: { typing } } = view
  const text = useSignal('')
  const box = useRef<HTMLInputElement>(null)
  const before = useRef(typing.value)
  useEffect(() => {
    if (open.value !== null) return // the box can have the focus once the settings are closed
    if (typing.value && !before.current) box.current?.focus()
    before.current = typing.value
  }, [typing.value, open.value])
  if (!typing.value || seats.value === '' || over.value || phase.value === 'komi' || phase.value === 'turn') return null
  const submit = (e: Event) => {
    e.preventDefault()
    const entered = text.value.trim()
    if (entered === '') return
    const command = typed.find(({ word }) => t(word) === entered.toLowerCase())
    const p = pointOf(entered)
    view.hurry()
    const laying = view.conditionals.laying.value
    if (laying && command?.act === pass) void view.browse.place('pass')
    else if (laying && command?.word === 'ui.entry.undo') view.conditionals.back()
    else if (command !== undefined) command.act(view)
    else if (p !== undefined && laying) view.touch(p)
    else if (p !== undefined) touch(match, p)
    else {
      notice.value = t('ui.entry.unknown', { text: entered.slice(0, 12), ...bounds(ground.names) })
      return
    }
    text.value = ''
  }
  const example = ground.names[middle(ground.xy)]!
  return (
    <form class="entry" onSubmit={submit}>
      <input
        ref={box}
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
      <button class="button">{t('match.play')}</button>
    </form>
  )
}

// bounds are the first and last names of points, as people count.
function bounds(names: string[]) {
  const sorted = [...names].sort(new Intl.Collator('en', { numeric: true }).compare)
  return { from: sorted[0]!, to: sorted.at(-1)! }
}

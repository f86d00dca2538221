// What opens over the table: the menu, the keys, what is shown on the board.
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Device } from '../account/devicelink'
import { Files } from './files'
import { How } from './rulesummary'
import { Icon } from '../common/icons'
import { keyTexts } from './keyboard'
import { Legend } from './legend'
import { requestNotifications, notificationsSupported } from '../notice/notification'
import { Share } from './share'
import { useView, type Open } from './view'

// sheets have a title and a content each.
const sheets: Record<Open, { title: string; Content: () => ComponentChildren }> = {
  more: { title: 'match.more', Content: Menu },
  keys: { title: 'ui.keys', Content: Keys },
  how: { title: 'match.how', Content: How },
  share: { title: 'match.share', Content: Share },
  device: { title: 'lobby.device', Content: Device },
  signs: { title: 'legend.title', Content: Legend },
}

// Sheet is the one that is open. It closes with Escape, its button and a click
// beside it, and gives the focus back.
export function Sheet() {
  const { t, open, page } = useView()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const kind = open.value
  useEffect(() => {
    if (kind === null) return
    if (!dialog.current!.open) dialog.current!.showModal()
    heading.current!.focus()
  }, [kind])
  if (kind === null) return null
  const { title, Content } = sheets[kind]
  const close = () => dialog.current!.close()
  const id = `sheet-${page.id}`
  return (
    <dialog ref={dialog} class="sheet-over" aria-labelledby={id} onClose={() => (open.value = null)} onClick={(e) => e.target === dialog.current && close()}>
      <div class="leaf">
        <header>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {t(title)}
          </h2>
          <button class="button quiet" aria-label={t('match.close')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <Content />
      </div>
    </dialog>
  )
}

// Menu has what is seldom needed. Who leaves or gives up is asked once more.
function Menu() {
  const view = useView()
  const { t, open, question, seats, over, idle, estimates, prefs, both, phase, holds, named } = view
  const guest = seats.value !== '' && (['b', 'w'] as const).some((c) => holds(c) && named(c).kind === 'guest')
  const playing = seats.value !== '' && !over.value
  const points = playing && phase.value !== 'komi' && phase.value !== 'turn' // there is something to type
  const close = () => (open.value = null)
  return (
    <>
      <ul class="choices">
        {estimates.estimable.value && (
          <Item name={t('ui.estimate')} pressed={estimates.estimate.value !== null} act={() => (close(), estimates.toggle())} />
        )}
        <Meeting close={close} />
        {playing && !both.value && notificationsSupported() && <Item name={t('match.notify')} pressed={prefs.notify.value} act={() => void requestNotifications(view)} />}
        {points && <Item name={t('match.type')} pressed={prefs.typing.value} act={() => (close(), (prefs.typing.value = !prefs.typing.value))} />}
        <Item name={t('match.how')} act={() => (open.value = 'how')} />
        <Item name={t('match.share')} act={() => (open.value = 'share')} />
        {guest && <Item name={t('lobby.device')} act={() => (open.value = 'device')} />}
        <Item name={t('legend.title')} act={() => (open.value = 'signs')} />
        <Item name={t('ui.keys')} act={() => (open.value = 'keys')} />
      </ul>
      <Files />
      <Show />
      <ul class="choices apart">
        <li>
          <a class="button" href="/">
            {t('ui.new-game')}
          </a>
        </li>
        {playing && <Item name={t('ui.resign')} danger open={idle.value || both.value} act={() => (close(), (question.value = { kind: 'resign' }))} />}
      </ul>
    </>
  )
}

// Meeting has what two people may do besides moving.
function Meeting({ close }: { close(): void }) {
  const { t, state, seats, over, idle, send, question } = useView()
  if (seats.value === '' || over.value) return null
  const { abortable, givesTime, paused, request, clock, aidable } = state.value
  const act = (command: 'pause' | 'continue' | 'add-time' | 'aid') => () => (close(), send(command))
  const pausable = clock !== undefined && (givesTime === true || paused !== undefined)
  return (
    <>
      {abortable === true && <Item name={t('match.abort')} open={idle.value} act={() => (close(), (question.value = { kind: 'abort' }))} />}
      {pausable && <Item name={t(paused === undefined ? 'match.pause' : 'match.continue')} open={idle.value && request === undefined} act={act(paused === undefined ? 'pause' : 'continue')} />}
      {givesTime === true && <Item name={t('match.add-time')} open={idle.value} act={act('add-time')} />}
      {aidable === true && <Item name={t('privacy.aid')} open={idle.value && request === undefined} act={act('aid')} />}
    </>
  )
}

interface ItemProps {
  name: string
  act(): unknown
  pressed?: boolean
  danger?: boolean
  open?: boolean
}

const Item = ({ name, act, pressed, danger = false, open = true }: ItemProps) => (
  <li>
    <button class={danger ? 'button danger' : 'button'} aria-pressed={pressed} aria-disabled={!open} onClick={() => open && act()}>
      {name}
    </button>
  </li>
)

function Show() {
  const { t, prefs, chat } = useView()
  return (
    <fieldset class="show">
      <legend>{t('ui.show')}</legend>
      <Tick box={prefs.coordinates} name={t('ui.show.coordinates')} />
      <Tick box={prefs.numbers} name={t('ui.show.numbers')} />
      <Tick box={prefs.atari} name={t('ui.show.atari')} />
      <Tick box={prefs.sound} name={t('settings.sound')} />
      {chat.lines.value !== undefined && <Tick box={prefs.chat} name={t('chat.match.show')} />}
      <a href="/settings">{t('settings.all')}</a>
    </fieldset>
  )
}

const Tick = ({ box, name }: { box: Signal<boolean>; name: string }) => (
  <label>
    <input type="checkbox" checked={box.value} onChange={(e) => (box.value = e.currentTarget.checked)} />
    {name}
  </label>
)

function Keys() {
  const { t } = useView()
  return (
    <dl class="keys">
      {keyTexts.map(([key, action]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{t(action)}</dd>
        </div>
      ))}
    </dl>
  )
}

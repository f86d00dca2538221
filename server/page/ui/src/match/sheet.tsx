// What opens over the table: the menu, and what it leads to.
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Device } from '../account/devicelink'
import { Talk } from '../chat/panel'
import { agreeing } from './controls'
import { Files } from './files'
import { How } from './rulesummary'
import { Icon } from '../common/icons'
import { Leaf } from '../common/leaf'
import { keyTexts } from './keyboard'
import { Legend } from './legend'
import { sides } from './match'
import { requestNotifications, notificationsSupported } from '../notice/notification'
import { Share } from './share'
import { Tabs } from './tabs'
import { mayConfirm } from './touch'
import { useView, type Help, type Open, type View } from './view'

// sheets have a title and a content each.
const sheets: Record<Open, { title: string; Content: () => ComponentChildren }> = {
  more: { title: 'match.more', Content: Menu },
  share: { title: 'match.share', Content: Sharing },
  device: { title: 'lobby.device', Content: Device },
  settings: { title: 'settings.title', Content: Settings },
  how: { title: 'match.help', Content: HelpSheet },
  signs: { title: 'match.help', Content: HelpSheet },
  keys: { title: 'match.help', Content: HelpSheet },
}

// Sheet is the one that is open.
export function Sheet() {
  const { t, open, page } = useView()
  const kind = open.value
  if (kind === null) return null
  const { title, Content } = sheets[kind]
  return (
    <Leaf id={`sheet-${page.id}`} title={t(title)} name={kind} closing={t('match.close')} close={() => (open.value = null)}>
      <Content />
    </Leaf>
  )
}

// ChatSheet is the chat where there is no room for it beside the board.
export function ChatSheet() {
  const { t, chat, roomy, page } = useView()
  if (roomy.value || !chat.offered.value || !chat.open.value) return null
  return (
    <Leaf id={`sheet-${page.id}`} title={t('chat.match')} name="chat" closing={t('match.close')} close={() => chat.look(false)}>
      <Talk />
    </Leaf>
  )
}

// Menu has what is seldom needed. Who leaves or gives up is asked once more.
function Menu() {
  const view = useView()
  const { t, open, question, over, seats, idle, estimates, both, chat } = view
  const close = () => (open.value = null)
  return (
    <>
      <ul class="choices main">
        {estimates.estimable.value && (
          <Item icon="estimate" name={t('ui.estimate')} pressed={estimates.estimate.value !== null} act={() => (close(), estimates.toggle())} />
        )}
        <Item icon="share" name={t('match.share')} act={() => (open.value = 'share')} />
        <Item icon="help" name={t('match.help')} act={() => (open.value = 'how')} />
        <Item icon="settings" name={t('settings.title')} act={() => (open.value = 'settings')} />
      </ul>
      <ul class="choices">
        {agreeing(view) && <Item name={t('ui.undo')} open={view.undoer.value !== undefined && idle.value} act={() => (close(), view.undo())} />}
        <Meeting close={close} />
        {isGuest(view) && <Item name={t('lobby.device')} act={() => (open.value = 'device')} />}
        {chat.lines.value !== undefined && (
          <li>
            <a class="button" href={chat.report()} target="_blank" rel="noopener">
              {t('chat.report.game')}
            </a>
          </li>
        )}
      </ul>
      <ul class="choices apart">
        <li>
          <a class="button" href="/">
            {t('ui.new-game')}
          </a>
        </li>
        {seats.value !== '' && !over.value && <Item name={t('ui.resign')} danger open={idle.value || both.value} act={() => (close(), (question.value = { kind: 'resign' }))} />}
      </ul>
    </>
  )
}

// isGuest reports whether the person plays without an account, so that another device needs a link.
const isGuest = ({ seats, holds, named }: View): boolean => seats.value !== '' && (['b', 'w'] as const).some((c) => holds(c) && named(c).kind === 'guest')

// Meeting has what two people may do besides moving.
function Meeting({ close }: { close(): void }) {
  const { t, match, state, phase, seats, holds, over, idle, send, question } = useView()
  if (seats.value === '' || over.value) return null
  const { abortable, givesTime, paused, request, clock, aidable, agreement } = state.value
  const voidable = phase.value === 'agreement' && mayConfirm(match) && (agreement?.voided ?? '') === ''
  const act = (command: 'pause' | 'continue' | 'add-time' | 'aid') => () => (close(), send(command))
  const pausable = clock !== undefined && (givesTime === true || paused !== undefined)
  return (
    <>
      {abortable === true && <Item name={t('match.abort')} open={idle.value} act={() => (close(), (question.value = { kind: 'abort' }))} />}
      {pausable && <Item name={t(paused === undefined ? 'match.pause' : 'match.continue')} open={idle.value && request === undefined} act={act(paused === undefined ? 'pause' : 'continue')} />}
      {givesTime === true && <Item name={t('match.add-time')} open={idle.value} act={act('add-time')} />}
      {voidable && <Item name={t('ui.agreement.both-lose')} open={idle.value} act={() => (close(), (question.value = { kind: 'void', as: sides.find(holds)! }))} />}
      {aidable === true && <Item name={t('privacy.aid')} open={idle.value && request === undefined} act={act('aid')} />}
    </>
  )
}

interface ItemProps {
  name: string
  act(): unknown
  icon?: 'estimate' | 'share' | 'help' | 'settings'
  pressed?: boolean
  danger?: boolean
  open?: boolean
}

const Item = ({ name, act, icon, pressed, danger = false, open = true }: ItemProps) => (
  <li>
    <button class={danger ? 'button danger' : 'button'} aria-pressed={pressed} aria-disabled={!open} onClick={() => open && act()}>
      {icon !== undefined && <Icon name={icon} />}
      {name}
    </button>
  </li>
)

// Sharing has the link, the record and the pictures.
function Sharing() {
  return (
    <>
      <Share />
      <Files />
    </>
  )
}

const helps: Record<Help, { name: string; Content: () => ComponentChildren }> = {
  how: { name: 'match.how', Content: How },
  signs: { name: 'legend.title', Content: Legend },
  keys: { name: 'ui.keys', Content: Keys },
}

function HelpSheet() {
  const { t, open, page } = useView()
  const chosen = open.value as Help
  const { Content } = helps[chosen]
  const id = `help-${page.id}`
  const tabs = (Object.keys(helps) as Help[]).map((topic) => ({ id: topic, name: t(helps[topic].name) }))
  return (
    <>
      <Tabs id={id} name={t('match.help')} tabs={tabs} chosen={chosen} choose={(topic) => (open.value = topic)} />
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${chosen}`}>
        <Content />
      </div>
    </>
  )
}

// Settings has what people change during a game. The other settings are a page.
function Settings() {
  const view = useView()
  const { t, prefs, chat, seats, over, phase, both } = view
  const playing = seats.value !== '' && !over.value
  const points = playing && phase.value !== 'komi' && phase.value !== 'turn' // there is something to type
  return (
    <div class="show">
      <Tick box={prefs.sound} name={t('settings.sound')} />
      <Tick box={prefs.coordinates} name={t('ui.show.coordinates')} />
      <Tick box={prefs.numbers} name={t('ui.show.numbers')} />
      <Tick box={prefs.atari} name={t('ui.show.atari')} />
      {chat.lines.value !== undefined && <Tick box={prefs.chat} name={t('chat.match.show')} />}
      {points && <Tick box={prefs.typing} name={t('match.type')} />}
      {playing && !both.value && notificationsSupported() && (
        <label>
          <input type="checkbox" checked={prefs.notify.value} onChange={(e) => void notify(view, e.currentTarget)} />
          {t('match.notify')}
        </label>
      )}
      <a href="/settings">{t('settings.all')}</a>
    </div>
  )
}

// notify asks the browser for notifications, which it may deny.
async function notify(view: View, box: HTMLInputElement): Promise<void> {
  await requestNotifications(view)
  box.checked = view.prefs.notify.value
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

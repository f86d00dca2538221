// The moves and the chat as tabs. Where there is little room the chat is a sheet.
import { Icon } from '../common/icons'
import { sounds } from '../common/sounds'
import { Talk } from '../chat/panel'
import { Moves } from './moves'
import { Tabs } from './tabs'
import { useView } from './view'

export function Ledger() {
  const view = useView()
  const { t, chat, page, roomy } = view
  const id = `ledger-${page.id}`
  const tabbed = roomy.value && chat.offered.value
  const chosen = tabbed && chat.open.value ? 'chat' : 'moves'
  const n = chat.unread.value
  const unread = n > 0 ? { unread: t('chat.match.unread', { n }) } : {}
  const content = chosen === 'chat' ? <Talk /> : <Moves />
  return (
    <div class="ledger">
      <div class="heading">
        {tabbed ? (
          <Tabs
            id={id}
            name={t('chat.match.tabs')}
            tabs={[
              { id: 'moves', name: t('ui.moves.title') },
              { id: 'chat', name: t('chat.match'), ...unread },
            ]}
            chosen={chosen}
            choose={(tab) => chat.look(tab === 'chat')}
          />
        ) : (
          <b aria-hidden="true">{t('ui.moves.title')}</b>
        )}
        <Speaker />
      </div>
      {tabbed ? (
        <div class="panel" role="tabpanel" id={id} aria-labelledby={`${id}-${chosen}`}>
          {content}
        </div>
      ) : (
        content
      )}
    </div>
  )
}

// Speaker switches the sounds on and off.
function Speaker() {
  const { t } = useView()
  const on = sounds.on.value
  const name = t(on ? 'settings.sound.off' : 'settings.sound.on')
  return (
    <button class="button quiet speaker" aria-label={name} title={name} onClick={sounds.toggle}>
      <Icon name={on ? 'speaker' : 'muted'} />
    </button>
  )
}

// ChatButton opens the chat where it is a sheet.
export function ChatButton() {
  const { t, chat, roomy } = useView()
  if (roomy.value || !chat.offered.value) return null
  const n = chat.unread.value
  return (
    <button class="button talking" aria-haspopup="dialog" onClick={() => chat.look(true)}>
      <Icon name="chat" />
      <span>{t('chat.match')}</span>
      {n > 0 && (
        <>
          <b class="unread" aria-hidden="true">
            {n}
          </b>
          <span class="hidden">{t('chat.match.unread', { n })}</span>
        </>
      )}
    </button>
  )
}

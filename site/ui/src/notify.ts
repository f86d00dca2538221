// A notification of the desktop when it is the person's turn and the page is not in
// sight, for who has asked for it.
import type { View } from './view'

export const notifiable = (): boolean => window.Notification !== undefined

// askToNotify turns notifications on after the browser has asked the person, or off.
export async function askToNotify({ t, notice, prefs }: View): Promise<void> {
  if (prefs.notify.value) return void (prefs.notify.value = false)
  const permission = await Notification.requestPermission()
  prefs.notify.value = permission === 'granted'
  if (permission === 'denied') notice.value = t('meeting.notify.denied')
}

// notifyTurn tells who looks at something else that it is their turn.
export function notifyTurn({ t, page, prefs }: View): void {
  if (!prefs.notify.value || !document.hidden || !notifiable() || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(t('ui.turn.you'), { body: document.title, tag: page.topic })
    shown.onclick = () => (window.focus(), shown.close())
  } catch (wrong) {
    // Browsers of phones let only service workers notify: there the setting has no effect.
    if (!(wrong instanceof TypeError)) throw wrong
  }
}

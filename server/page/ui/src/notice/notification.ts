// A notification when it is the person's turn, for who has asked for it: by this page
// while it is not in sight, and by web push while no page shows the game.
import { subscribeToPush, endPush } from './push'
import type { Prefs } from '../settings/preferences'
import type { View } from '../match/view'

export const notificationsSupported = (): boolean => window.Notification !== undefined

// State is whether this device notifies: page is while a page is open only.
export type State = 'unsupported' | 'denied' | 'off' | 'page' | 'told'

// stateOf returns whether this device notifies. Where it does, the server is given its
// address once more.
export async function stateOf(prefs: Prefs): Promise<State> {
  if (!notificationsSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (!prefs.notify.value || Notification.permission !== 'granted') return 'off'
  return (await subscribeToPush()) ? 'told' : 'page'
}

// switchNotices turns notifications on after the browser has asked the person, or off.
export async function switchNotices(prefs: Prefs): Promise<State> {
  if (prefs.notify.value && Notification.permission === 'granted') {
    prefs.notify.value = false
    await endPush()
    return 'off'
  }
  prefs.notify.value = (await Notification.requestPermission()) === 'granted'
  return stateOf(prefs)
}

// askToNotify does so from the menu of a game.
export async function requestNotifications({ t, notice, prefs }: View): Promise<void> {
  const state = await switchNotices(prefs).catch(() => 'page' as State) // what the page itself does works still
  if (state === 'denied') notice.value = t('match.notify.denied')
}

// notifyTurn tells who looks at something else that it is their turn.
export async function notifyTurn({ t, page, prefs }: View): Promise<void> {
  if (!prefs.notify.value || !document.hidden || !notificationsSupported() || Notification.permission !== 'granted') return
  const [title, options] = [t('ui.turn.you'), { body: document.title, tag: page.topic, data: location.pathname }]
  // Browsers of phones let only service workers notify.
  const worker = await navigator.serviceWorker?.getRegistration('/')
  if (worker !== undefined) return worker.showNotification(title, options)
  try {
    const shown = new Notification(title, options)
    shown.onclick = () => (window.focus(), shown.close())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

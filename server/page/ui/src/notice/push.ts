// Web push: the server notifies this device of turns while no page shows the game.
import { read, write } from '../net/storage'

const address = '/api/notices/device'

const pushSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

// request sends JSON, if any, and returns that of the response. It throws the refusal of the server.
async function request(path: string, method: string, json?: unknown): Promise<unknown> {
  const body = json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(path, { method, ...body })
  const text = await answer.text()
  const content = text === '' ? {} : (JSON.parse(text) as { detail?: string })
  if (!answer.ok) throw new Error(content.detail)
  return content
}

// bytes reads base64 as the server writes keys.
const bytes = (key: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

const same = (a: ArrayBuffer | null, b: Uint8Array): boolean => a !== null && new Uint8Array(a).join() === b.join()

// activated waits until a worker can receive. The editor's page has a registration of its own, so that
// navigator.serviceWorker.ready may be another one.
const activated = (registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> =>
  new Promise((done) => {
    const worker = registration.installing ?? registration.waiting
    if (registration.active !== null || worker === null) return done(registration)
    worker.addEventListener('statechange', () => registration.active !== null && done(registration))
  })

// subscription returns where the browser's push service takes messages of this server,
// undefined if the browser has none that works.
async function subscription(key: Uint8Array<ArrayBuffer>): Promise<PushSubscription | undefined> {
  const { pushManager } = await navigator.serviceWorker.register('/worker.js').then(activated)
  const old = await pushManager.getSubscription()
  if (old !== null && same(old.options.applicationServerKey, key)) return old
  await old?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch (error) {
    if (error instanceof DOMException) return undefined // the browser has no push service, or cannot reach it
    throw error
  }
}

// subscribedKey has the day and the person for whom the device was subscribed last.
const subscribedKey = 'told'
const today = (): string => `${new Date().toDateString()} ${document.querySelector('.member')?.textContent ?? ''}`

// subscribeToPush subscribes this device. It reports whether the browser supports that.
export async function subscribeToPush(): Promise<boolean> {
  const { key } = (await request(address, 'GET')) as { key: string }
  const subscribed = pushSupported() ? await subscription(bytes(key)) : undefined
  if (subscribed === undefined) return false
  const { endpoint, keys } = subscribed.toJSON()
  await request(address, 'PUT', { endpoint, key: keys!.p256dh, auth: keys!.auth })
  write(subscribedKey, today())
  return true
}

// refreshPush subscribes this device again once a day, and when another person is signed in:
// browsers change their addresses, and the server deletes those of ended sessions.
export function refreshPush(): void {
  if (read('notify') !== 'yes' || read(subscribedKey) === null || read(subscribedKey) === today()) return
  subscribeToPush().catch(() => undefined) // the settings say so
}

// expirePush makes the next page subscribe this device again: a person who signs in or confirms
// the password has a new session, and the server deletes the subscriptions of the old one.
export function expirePush(): void {
  if (read(subscribedKey) !== null) write(subscribedKey, '')
}

// endPush ends the subscription of this device.
export async function endPush(): Promise<void> {
  write(subscribedKey, '')
  const subscribed = pushSupported() ? await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription() : undefined
  if (subscribed === null || subscribed === undefined) return
  await subscribed.unsubscribe()
  await request(`${address}/end`, 'POST', { endpoint: subscribed.endpoint })
}

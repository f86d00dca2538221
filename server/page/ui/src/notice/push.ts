// Web push: the server tells this device of turns while no page shows the game.
import { read, write } from '../net/storage'

const address = '/api/notices/device'

const pushable = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

// ask sends JSON, or asks. It throws what the server says is wrong.
async function ask(path: string, method: string, json?: unknown): Promise<unknown> {
  const body = json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(path, { method, ...body })
  const text = await answer.text()
  const said = text === '' ? {} : (JSON.parse(text) as { detail?: string })
  if (!answer.ok) throw new Error(said.detail)
  return said
}

// bytes reads base64 as the server writes keys.
const bytes = (key: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

const same = (a: ArrayBuffer | null, b: Uint8Array): boolean => a !== null && new Uint8Array(a).join() === b.join()

// subscription returns where the browser's push service takes messages of this server,
// undefined if the browser has none that works.
async function subscription(key: Uint8Array<ArrayBuffer>): Promise<PushSubscription | undefined> {
  const { pushManager } = await navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
  const old = await pushManager.getSubscription()
  if (old !== null && same(old.options.applicationServerKey, key)) return old
  await old?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch (wrong) {
    if (wrong instanceof DOMException) return undefined // the browser has no push service, or cannot reach it
    throw wrong
  }
}

// told is for whom the server was given this device last, and when.
const told = 'told'
const today = (): string => `${new Date().toDateString()} ${document.querySelector('.member')?.textContent ?? ''}`

// bePushed has the server tell this device. It reports whether the server can.
export async function bePushed(): Promise<boolean> {
  const { key } = (await ask(address, 'GET')) as { key: string }
  const made = pushable() ? await subscription(bytes(key)) : undefined
  if (made === undefined) return false
  const { endpoint, keys } = made.toJSON()
  await ask(address, 'PUT', { endpoint, key: keys!.p256dh, auth: keys!.auth })
  write(told, today())
  return true
}

// stayPushed gives the server this device anew once a day, and when somebody else is
// signed in: browsers change their addresses, and the server forgets whose session ends.
export function stayPushed(): void {
  if (read('notify') !== 'yes' || read(told) === null || read(told) === today()) return
  bePushed().catch(() => undefined) // the settings say so
}

// renewPush has the next page give the server this device anew: who signs in or confirms
// that it is he begins another session, and the server forgets what the old one had.
export function renewPush(): void {
  if (read(told) !== null) write(told, '')
}

// endPush has the server tell this device no more.
export async function endPush(): Promise<void> {
  write(told, '')
  const made = pushable() ? await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() : undefined
  if (made === null || made === undefined) return
  await made.unsubscribe()
  await ask(`${address}/end`, 'POST', { endpoint: made.endpoint })
}

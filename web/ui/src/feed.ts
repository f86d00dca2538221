// The socket to the server. It comes back by itself, asks for what it missed,
// and sends again what may not have arrived.
import { signal } from '@preact/signals'
import type { News, Reply, Wish } from './wire'

const slowest = 8000 // ms between two attempts
const patience = 10000 // ms to wait for a reply before the line counts as dead

export interface Ears {
  seq(): number // the last event known
  news(news: News): boolean // false if something between was missed
  reply(reply: Reply): void
}

export const connected = signal(true)

// A Feed carries at most one wish at a time.
export class Feed {
  private socket: WebSocket | undefined
  private waiting: Wish | undefined
  private attempts = 0
  private retry = 0
  private overdue = 0

  constructor(
    private readonly path: string,
    private readonly ears: Ears,
  ) {
    addEventListener('online', () => this.again(0))
    addEventListener('pageshow', (e) => e.persisted && this.again(0))
    this.connect()
  }

  get busy(): boolean {
    return this.waiting !== undefined
  }

  send(wish: Wish): void {
    this.waiting = wish
    this.deliver()
  }

  private connect(): void {
    const url = new URL(this.path, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('after', String(this.ears.seq()))
    const socket = new WebSocket(url)
    this.socket = socket
    socket.onopen = () => {
      this.attempts = 0
      connected.value = true
      this.deliver()
    }
    socket.onmessage = (e) => socket === this.socket && this.hear(JSON.parse(e.data as string))
    socket.onclose = () => socket === this.socket && this.again()
  }

  private hear(message: News | Reply): void {
    if (message.kind === 'news') {
      if (!this.ears.news(message)) this.again(0)
      return
    }
    if (message.id !== this.waiting?.id) return
    this.waiting = undefined
    clearTimeout(this.overdue)
    this.ears.reply(message)
  }

  // deliver sends what waits. The server counts an id once, so sending twice
  // does no harm.
  private deliver(): void {
    if (this.waiting === undefined || this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(this.waiting))
    clearTimeout(this.overdue)
    this.overdue = window.setTimeout(() => this.again(0), patience)
  }

  // again gives the line up and tries anew, later each time.
  private again(wait = Math.min(slowest, 400 * 2 ** this.attempts) * (0.75 + Math.random() / 2)): void {
    clearTimeout(this.retry)
    clearTimeout(this.overdue)
    const old = this.socket
    this.socket = undefined
    old?.close()
    this.attempts++
    // A server that restarts at once is back before anybody need worry.
    if (this.attempts > 1 || wait > 0) connected.value = false
    this.retry = window.setTimeout(() => this.connect(), wait)
  }
}

// freshID names a command; nobody need be surprised by it, so luck will do.
export const freshID = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, '0')).join('')

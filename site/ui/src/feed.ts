// The socket to the server. It comes back by itself, asks for what it missed,
// and sends again what may not have arrived.
import { signal } from '@preact/signals'
import type { Message, News, Reply, Seats, Wish } from './wire'

const slowest = () => (document.hidden ? 10000 : 3000) // ms between two attempts
const patience = 10000 // ms to wait for a reply before the line counts as dead
const opening = 6000 // ms until a line must have opened
const probing = 3000 // ms until a probe must be answered

// Codes with which the server turns a browser away: it broke a limit, or the
// game is not to be had. Coming back by itself would only hammer.
const refusals = new Set([1008, 1009, 4404, 4429, 4503])

export interface Ears {
  seq(): number // the last event known
  seat(seats: Seats): void
  news(news: News): boolean // false if something between was missed
  reply(reply: Reply): void
}

export const connected = signal(true)
export const refused = signal('') // why the server has turned us away

// A Feed carries at most one wish at a time.
export class Feed {
  private socket: WebSocket | undefined
  private waiting: Wish | undefined
  private attempts = 0
  private retry = 0
  private overdue = 0
  private silence = 0
  private beat = 10000 // ms between the server's signs of life

  constructor(
    private readonly path: string,
    private readonly ears: Ears,
  ) {
    addEventListener('online', () => this.look())
    addEventListener('offline', () => this.look())
    addEventListener('pageshow', (e) => e.persisted && this.again(0))
    document.addEventListener('visibilitychange', () => document.hidden || this.look())
    this.connect()
  }

  get busy(): boolean {
    return this.waiting !== undefined
  }

  send(wish: Wish): void {
    this.waiting = wish
    this.deliver()
  }

  // again gives the line up and tries anew, later each time.
  again(wait = Math.min(slowest(), 400 * 2 ** this.attempts) * (0.75 + Math.random() / 2)): void {
    this.hangUp()
    this.attempts++
    refused.value = ''
    // A server that restarts at once is back before anybody need worry.
    if (this.attempts > 1 || wait > 0) connected.value = false
    this.retry = window.setTimeout(() => this.connect(), wait)
  }

  private connect(): void {
    const url = new URL(this.path, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('after', String(this.ears.seq()))
    const socket = new WebSocket(url)
    this.socket = socket
    this.expect(opening)
    socket.onmessage = (e) => socket === this.socket && this.hear(JSON.parse(e.data as string))
    socket.onclose = (e) => {
      if (socket !== this.socket) return
      if (refusals.has(e.code)) this.giveUp(e.reason)
      else this.again()
    }
  }

  private hear(message: Message): void {
    this.expect(2 * this.beat + 1000)
    if (message.kind === 'hello') this.greet(message.seat, message.beat)
    else if (message.kind === 'news' && !this.ears.news(message)) this.again(0)
    else if (message.kind === 'reply' && message.id === this.waiting?.id) {
      this.waiting = undefined
      clearTimeout(this.overdue)
      this.ears.reply(message)
    }
  }

  // greet marks the line as open: a socket that is turned away hears no hello.
  private greet(seats: Seats, beat: number): void {
    this.attempts = 0
    this.beat = beat
    connected.value = true
    this.ears.seat(seats)
    this.deliver()
  }

  // deliver sends what waits. The server counts an id once, so sending twice
  // does no harm.
  private deliver(): void {
    if (this.waiting === undefined || this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(this.waiting))
    clearTimeout(this.overdue)
    this.overdue = window.setTimeout(() => this.again(0), patience)
  }

  // expect gives the line up if nothing is heard in that time.
  private expect(ms: number): void {
    clearTimeout(this.silence)
    this.silence = window.setTimeout(() => this.again(0), ms)
  }

  // look sees at once whether the line still lives.
  private look(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return this.again(0)
    this.socket.send(JSON.stringify({ kind: 'probe', after: this.ears.seq(), id: freshID() } satisfies Wish))
    this.expect(probing)
  }

  private giveUp(reason: string): void {
    this.hangUp()
    connected.value = false
    refused.value = reason
    const wish = this.waiting
    this.waiting = undefined
    if (wish !== undefined) this.ears.reply({ kind: 'reply', id: wish.id, seq: 0, refused: 'not-now' })
  }

  private hangUp(): void {
    clearTimeout(this.retry)
    clearTimeout(this.overdue)
    clearTimeout(this.silence)
    const old = this.socket
    this.socket = undefined
    old?.close()
  }
}

// freshID names a command; nobody need be surprised by it, so luck will do.
export const freshID = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, '0')).join('')

// The one socket of a tab. It follows any number of topics, comes back by itself,
// resumes each topic where it was, and sends again what may not have arrived.
import { signal } from '@preact/signals'
import type { Beat, Chat, Frame, Hello, TopicJoined, TopicLeft, Mute, Presence, Reply, Request, OffersMessage, ServerMessage, RoomPresence, QueuePlace } from './wire'

const slowest = () => (document.hidden ? 10000 : 3000) // ms between two attempts
const patience = 10000 // ms to wait for a reply before the line counts as dead
const opening = 6000 // ms until a line must have opened
const probing = 3000 // ms until a probe must be answered

// Codes with which the server turns a browser away for now: it broke a limit, or
// the server has no room. Coming back by itself would only make that worse. After
// 4408, which a browser gets that reads too slowly, it comes back and resumes.
const refusals = new Set([1008, 1009, 4429, 4503])

// Handlers take what is said of one topic.
export interface Handlers {
  joined(seat: string): void
  frame(frame: Frame): void
  reply(reply: Reply): void
  waiting(place: number): void
  presence(presence: Presence): void
  chat(chat: Chat): void
  there?(there: RoomPresence): void
  chatReply(refused: string, id: string): void // why the line with that id was refused, as a key of a refusal; "" if it was posted
  left(reason: string): void // the topic cannot be followed; why, as a key of a refusal
}

// A Topic has the number of its last event, and the commands without a reply, by id.
interface Topic {
  handlers: Handlers
  seq: number
  joined: boolean
  open: Map<string, Request>
}

// freshID names a command. The server carries a command out once by its id.
export const freshID = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, '0')).join('')

// noHandlers ignores everything: offerListeners get the messages of topics of offers.
const noHandlers: Handlers = { joined() {}, frame() {}, reply() {}, waiting() {}, presence() {}, chat() {}, chatReply() {}, left() {} }

export class Socket {
  readonly connected = signal(true)
  readonly connections = signal(0) // how often the socket has connected: messages between two connections are missed
  readonly muted = signal<Mute | undefined>(undefined) // whether and until when the person may write nothing
  onMuted: () => void = () => undefined // called when a moderator has muted the person, or no longer
  readonly refused = signal('') // why the server turns this tab away, as a key of a refusal
  private readonly topics = new Map<string, Topic>()
  private line: WebSocket | undefined
  private readonly offerListeners = new Map<string, (message: OffersMessage) => void>()
  private readonly turnListeners = new Set<() => void>()
  private changed: () => void = () => undefined
  private started = false
  private ended = false
  private attempts = 0
  private retrying = 0
  private overdue = 0
  private silence = 0
  private beat = 10000 // ms between the server's signs of life
  private ahead = Date.now() - performance.now() // from the page's time to the server's, in ms

  constructor(private readonly path: string) {
    addEventListener('online', () => this.check())
    addEventListener('offline', () => this.check())
    addEventListener('pageshow', (e) => e.persisted && this.reconnect(0))
    document.addEventListener('visibilitychange', () => document.hidden || this.check())
    this.connect()
  }

  // now is the server's time in ms since 1970.
  now(): number {
    return performance.now() + this.ahead
  }

  // join follows a topic from the event after on.
  join(topic: string, handlers: Handlers, after: number): void {
    this.topics.set(topic, { handlers, seq: after, joined: false, open: new Map() })
    this.resume(topic)
  }

  // follow listens to a topic of offers. The first message has all offers.
  follow(topic: string, listener: (message: OffersMessage) => void): void {
    this.offerListeners.set(topic, listener)
    this.join(topic, noHandlers, 0)
  }

  // attend listens to the topic of a room or a conversation. The first message has all lines.
  attend(topic: string, handlers: Pick<Handlers, 'chat' | 'there'>): void {
    this.join(topic, { ...noHandlers, ...handlers }, 0)
  }

  // followTurns calls changed at first, and when the games that wait for this person may have changed.
  // It returns the function that stops this.
  followTurns(changed: () => void): () => void {
    this.turnListeners.add(changed)
    if (this.topics.has('turns')) changed()
    else this.join('turns', noHandlers, 0)
    return () => {
      if (this.turnListeners.delete(changed) && this.turnListeners.size === 0) this.leave('turns')
    }
  }

  // followChanges calls changed at first, and when what waits for this person may have changed:
  // games, offers or messages.
  followChanges(changed: () => void): void {
    this.changed = changed
    this.followTurns(changed)
  }

  // onOffers listens to the offers of this person.
  onOffers(listener: (message: OffersMessage) => void): void {
    this.offerListeners.set('me', listener)
  }

  // close ends the line for good.
  close(): void {
    this.topics.clear()
    this.ended = true
    this.disconnect()
  }

  leave(topic: string): void {
    this.offerListeners.delete(topic)
    if (this.topics.delete(topic)) this.write({ kind: 'leave', topic })
  }

  // do sends a command of a topic now, or as soon as the topic is joined.
  do(name: string, command: Omit<Request, 'kind' | 'topic'> & { id: string }): void {
    const topic = this.topics.get(name)
    const request: Request = { kind: 'do', topic: name, ...command }
    topic?.open.set(command.id, request)
    if (topic?.joined === true) this.deliver(request)
  }

  // postChat posts a line in the chat of a topic and returns the id of its reply. It is not sent
  // again when the connection is lost, so that no line is posted twice.
  postChat(topic: string, text: string): string | undefined {
    if (this.topics.get(topic)?.joined !== true) return undefined
    const id = freshID()
    this.write({ kind: 'say', topic, id, text })
    return id
  }

  // reconnect gives the line up and tries anew, later each time.
  reconnect(wait = Math.min(slowest(), 400 * 2 ** this.attempts) * (0.75 + Math.random() / 2)): void {
    this.disconnect()
    this.attempts++
    this.refused.value = ''
    // A server that restarts at once is back before anybody need worry.
    if (this.attempts > 1 || wait > 0) this.connected.value = false
    this.retrying = window.setTimeout(() => this.connect(), wait)
  }

  private connect(): void {
    if (this.ended) return
    const url = new URL(this.path, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const line = new WebSocket(url)
    this.line = line
    this.expect(opening)
    line.onmessage = (e) => line === this.line && this.take(JSON.parse(e.data as string) as ServerMessage)
    line.onclose = (e) => {
      if (line !== this.line) return
      if (refusals.has(e.code)) this.giveUp(e.reason)
      else this.reconnect()
    }
  }

  private take(message: ServerMessage): void {
    this.expect(2 * this.beat + 1000)
    const take = this.takes[message.kind]
    const topic = 'topic' in message ? this.topics.get(message.topic) : undefined
    take?.(message, topic)
  }

  // takes has what to do with each kind of message.
  private readonly takes: Record<string, (message: any, topic: Topic | undefined) => void> = {
    hello: (hello: Hello) => this.start(hello),
    beat: ({ now }: Beat) => (this.ahead = Math.max(this.ahead, now - performance.now())), // the least delayed is right
    joined: ({ seat }: TopicJoined, topic) => topic !== undefined && this.confirm(topic, seat),
    frame: (frame: Frame, topic) => topic !== undefined && this.apply(frame, topic),
    reply: (reply: Reply, topic) => topic !== undefined && this.answer(reply, topic),
    waiting: ({ place }: QueuePlace, topic) => topic?.handlers.waiting(place),
    presence: (presence: Presence, topic) => topic?.handlers.presence(presence),
    chat: (chat: Chat, topic) => topic?.handlers.chat(chat),
    there: (there: RoomPresence, topic) => topic?.handlers.there?.(there),
    muted: (muted: Mute) => this.mute(muted),
    unread: () => this.changed(),
    turns: () => this.turnListeners.forEach((listener) => listener()),
    offers: (message: OffersMessage) => {
      this.offerListeners.get(message.topic)?.(message)
      if (message.topic === 'me') this.changed()
    },
    left: ({ topic: name, reason }: TopicLeft, topic) => topic !== undefined && this.drop(name, topic, reason),
  }

  private mute(muted: Mute): void {
    const before = this.muted.value?.until ?? 0
    this.muted.value = muted.until === 0 ? undefined : muted
    if (muted.until !== before) this.onMuted()
  }

  // start marks the connection as open: a socket that the server refuses gets no hello.
  private start({ now, beat }: Hello): void {
    this.attempts = 0
    this.beat = beat
    this.ahead = now - performance.now()
    this.started = true
    this.connected.value = true
    this.connections.value++
    for (const topic of this.topics.keys()) this.resume(topic)
  }

  // resume asks for a topic from the last event that is known.
  resume(name: string): void {
    const topic = this.topics.get(name)!
    topic.joined = false
    if (this.started) this.write({ kind: 'join', topic: name, after: topic.seq })
  }

  private confirm(topic: Topic, seat: string): void {
    topic.joined = true
    topic.handlers.joined(seat)
    for (const request of topic.open.values()) this.deliver(request)
  }

  // apply hands a frame on if it follows what is known, and asks for what is
  // missing if it does not. A frame that was overtaken by a newer one is old.
  private apply(frame: Frame, topic: Topic): void {
    if (frame.after > topic.seq) {
      if (topic.joined) this.resume(frame.topic)
    } else if (frame.seq >= topic.seq) {
      topic.seq = frame.seq
      topic.handlers.frame(frame)
    }
  }

  private answer(reply: Reply, topic: Topic): void {
    if (!topic.open.delete(reply.id)) return topic.handlers.chatReply(reply.refused ?? '', reply.id)
    if (this.settled()) clearTimeout(this.overdue)
    topic.handlers.reply(reply)
  }

  private drop(name: string, topic: Topic, reason: string): void {
    if (reason === '') return
    this.topics.delete(name)
    this.abandon(topic)
    topic.handlers.left(reason)
  }

  // deliver sends a command. Sending it twice does no harm.
  private deliver(request: Request): void {
    this.write(request)
    clearTimeout(this.overdue)
    this.overdue = window.setTimeout(() => this.reconnect(0), patience)
  }

  private write(request: Request): void {
    if (this.started && this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(request))
  }

  private settled(): boolean {
    return [...this.topics.values()].every((topic) => topic.open.size === 0)
  }

  // expect gives the line up if nothing comes in that time.
  private expect(ms: number): void {
    clearTimeout(this.silence)
    this.silence = window.setTimeout(() => this.reconnect(0), ms)
  }

  // check sees at once whether the line still lives.
  private check(): void {
    if (this.ended) return
    if (this.line?.readyState !== WebSocket.OPEN) return this.reconnect(0)
    this.write({ kind: 'probe', id: freshID() })
    this.expect(probing)
  }

  private giveUp(reason: string): void {
    this.disconnect()
    this.connected.value = false
    this.refused.value = reason
    for (const topic of this.topics.values()) this.abandon(topic)
  }

  // abandon answers the commands that nobody else will answer.
  private abandon({ open, handlers }: Topic): void {
    const ids = [...open.keys()]
    open.clear()
    for (const id of ids) handlers.reply({ kind: 'reply', topic: '', id, seq: 0, refused: 'not-now' })
  }

  private disconnect(): void {
    clearTimeout(this.retrying)
    clearTimeout(this.overdue)
    clearTimeout(this.silence)
    const old = this.line
    this.line = undefined
    this.started = false
    for (const topic of this.topics.values()) topic.joined = false
    old?.close()
  }
}

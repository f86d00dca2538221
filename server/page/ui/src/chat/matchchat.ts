// The spectators of a match and its chat.
import { computed, signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import type { Socket } from '../net/socket'
import type { Chat, ChatLine, Presence } from '../net/wire'

interface Line {
  socket: Socket
  topic: string
  words: Words
}

// createDraft has the line that is being written, and the lines without a reply.
function createDraft({ socket, topic, words }: Line) {
  const notice = signal('') // why a line was not posted, in words
  const text = signal('') // what is being written
  const sent = new Map<string, string>() // what no reply has come to, by id
  // restore puts a refused line back into the draft, unless the draft has another text.
  const restore = (line: string, why: string) => {
    if (text.value === '') text.value = line
    notice.value = words.refusal(why)
  }
  // send posts a line, or shows why it cannot.
  const send = (line: string): boolean => {
    const id = socket.postChat(topic, line)
    notice.value = id === undefined ? words.refusal('not-now') : ''
    if (id !== undefined) sent.set(id, line)
    return id !== undefined
  }
  socket.connected.subscribe((connected) => {
    const last = [...sent.values()].at(-1)
    if (connected || last === undefined) return
    sent.clear()
    restore(last, 'not-now')
  })
  return {
    notice,
    text,
    chatReply: (refused: string, id: string) => {
      const line = sent.get(id)
      sent.delete(id)
      if (refused === '') notice.value = ''
      else restore(line ?? '', refused)
    },
    // post posts the draft, or shows why it cannot.
    post: () => {
      if (text.value.trim() !== '' && send(text.value)) text.value = ''
    },
    // greet posts a greeting and leaves the draft alone.
    greet: (greeting: string) => void send(greeting),
  }
}

export function createChat({ socket, topic, words }: Line) {
  const lines = signal<ChatLine[] | undefined>(undefined) // undefined until the server has sent the chat
  const presence = signal<Presence | undefined>(undefined) // who is there; undefined until the server has sent it
  const open = signal(false)
  const seen = signal(0) // lines that were in sight
  let ended = false
  const same = (one: ChatLine, other: ChatLine) => one.part === other.part && one.number === other.number
  // A line that is known comes again when it is hidden. One that is not known then is of
  // somebody whom the person blocks.
  const take = ({ whole, lines: received }: Chat) => {
    const before = lines.value ?? []
    const updated = before.map((line) => received.find((now) => same(now, line)) ?? line)
    lines.value = whole === true ? received : [...updated, ...received.filter((line) => line.hidden !== true && !before.some((known) => same(known, line)))]
    if (open.value) seen.value = lines.value.length
  }
  const { chatReply, ...writing } = createDraft({ socket, topic, words })
  return {
    ...writing,
    lines,
    open,
    presence,
    muted: socket.muted,
    // report is the address at which a line, or the whole game, is reported.
    report: (line?: ChatLine): string =>
      line === undefined ? `/report?game=${topic.replace(/^match\//, '')}` : `/report?room=${encodeURIComponent(`${topic}/${line.part}`)}&number=${line.number}`,
    handlers: {
      chat: take,
      presence: (now: Presence) => (presence.value = now),
      chatReply,
    },
    unread: computed(() => Math.max(0, (lines.value?.length ?? 0) - seen.value)),
    // look opens or closes the chat. What is open is read.
    look: (now: boolean) => {
      open.value = now
      if (now) seen.value = lines.value?.length ?? 0
    },
    // end asks for the chat anew when the match is over: then players and others read all.
    end: () => {
      if (ended) return
      ended = true
      if (lines.value !== undefined) socket.resume(topic)
    },
  }
}

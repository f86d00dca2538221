// Who follows a match and what they say, as this page knows it.
import { computed, signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import type { Socket } from '../net/socket'
import type { Chat, ChatLine, Presence } from '../net/wire'

interface Line {
  socket: Socket
  topic: string
  words: Words
}

// createWriting has the line that is being written, and those on their way.
function createWriting({ socket, topic, words }: Line) {
  const notice = signal('') // why something was not said, in words
  const text = signal('') // what is being written
  const sent = new Map<string, string>() // what no reply has come to, by id
  // giveBack puts a line that was not said where it was written, unless another stands there.
  const giveBack = (line: string, why: string) => {
    if (text.value === '') text.value = line
    notice.value = words.refusal(why)
  }
  socket.connected.subscribe((connected) => {
    const last = [...sent.values()].at(-1)
    if (connected || last === undefined) return
    sent.clear()
    giveBack(last, 'not-now')
  })
  return {
    notice,
    text,
    unsaid: (refused: string, id: string) => {
      const line = sent.get(id)
      sent.delete(id)
      if (refused === '') notice.value = ''
      else giveBack(line ?? '', refused)
    },
    // say sends what is written; if it cannot, the person is told.
    say: () => {
      if (text.value.trim() === '') return
      const id = socket.say(topic, text.value)
      notice.value = id === undefined ? words.refusal('not-now') : ''
      if (id === undefined) return
      sent.set(id, text.value)
      text.value = ''
    },
  }
}

export function createChat({ socket, topic, words }: Line) {
  const lines = signal<ChatLine[] | undefined>(undefined) // undefined until the server says that there is a chat
  const presence = signal<Presence | undefined>(undefined) // who is there; undefined until the server says so
  const open = signal(false)
  const seen = signal(0) // lines that were in sight
  let ended = false
  const same = (one: ChatLine, other: ChatLine) => one.part === other.part && one.number === other.number
  // A line that is known comes again when it is hidden. One that is not known then is of
  // somebody whom the person blocks.
  const take = ({ whole, lines: said }: Chat) => {
    const before = lines.value ?? []
    const kept = before.map((line) => said.find((now) => same(now, line)) ?? line)
    lines.value = whole === true ? said : [...kept, ...said.filter((line) => line.hidden !== true && !before.some((known) => same(known, line)))]
    if (open.value) seen.value = lines.value.length
  }
  const { unsaid, ...writing } = createWriting({ socket, topic, words })
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
      unsaid,
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

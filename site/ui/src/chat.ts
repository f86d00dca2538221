// Who follows a match and what they say, as this page knows it.
import { computed, signal } from '@preact/signals'
import type { Words } from './i18n'
import type { Socket } from './socket'
import type { Chat, ChatLine, Presence } from './wire'

interface Line {
  socket: Socket
  topic: string
  words: Words
}

export function createChat({ socket, topic, words }: Line) {
  const lines = signal<ChatLine[] | undefined>(undefined) // undefined until the server says that there is a chat
  const presence = signal<Presence | undefined>(undefined) // who is there; undefined until the server says so
  const open = signal(false)
  const seen = signal(0) // lines that were in sight
  const notice = signal('') // why something was not said, in words
  let ended = false
  const known = (line: ChatLine) => lines.value?.some(({ part, number }) => part === line.part && number === line.number) === true
  const take = ({ whole, lines: said }: Chat) => {
    lines.value = whole === true ? said : [...(lines.value ?? []), ...said.filter((line) => !known(line))]
    if (open.value) seen.value = lines.value.length
  }
  return {
    lines,
    open,
    notice,
    presence,
    handlers: {
      chat: take,
      presence: (now: Presence) => (presence.value = now),
      unsaid: (refused: string) => (notice.value = refused === '' ? '' : words.refusal(refused)),
    },
    unread: computed(() => Math.max(0, (lines.value?.length ?? 0) - seen.value)),
    // look opens or closes the chat. What is open is read.
    look: (now: boolean) => {
      open.value = now
      if (now) seen.value = lines.value?.length ?? 0
    },
    say: (text: string): boolean => ((notice.value = ''), socket.say(topic, text)),
    // end asks for the chat anew when the match is over: then players and others read all.
    end: () => {
      if (ended) return
      ended = true
      if (lines.value !== undefined) socket.resume(topic)
    },
  }
}

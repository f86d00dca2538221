// The commands of one match: one at a time is on its way to the server.
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { freshID, type Socket } from '../net/socket'
import type { Color, Command, Reply } from '../net/wire'

// Details are the arguments of a command.
export interface Details {
  as?: Color // for whom, where two people share the browser
  point?: string
  points?: string[]
  dead?: boolean
  komi?: number
  side?: Color
}

export interface Sent extends Details {
  id: string
  command: Command
}

interface Line {
  socket: Socket
  topic: string
  known: ReadonlySignal<number> // the number of the last event
  both: ReadonlySignal<boolean> // two people share the browser
  left: ReadonlySignal<string> // why the match is not followed, as a key of a refusal
  clear(): void // clears the notice of the command before
  refuse(key: string): void // shows why a command was refused
}

export function createCommands({ socket, topic, known, both, left, clear, refuse }: Line) {
  const sent = signal<Sent | null>(null) // and not yet answered
  let due = 0 // the number of the event that our last command made
  let waiting: [Command, Details] | undefined

  // send sends a command. While one is on its way a second waits if it marks the
  // dead, for which people touch fast, and is dropped otherwise.
  const send = (command: Command, details: Details = {}): void => {
    if (sent.value !== null || (command === 'mark' && known.value < due)) {
      if (command === 'mark') waiting = [command, details]
      return
    }
    if (left.value !== '') return refuse(left.value)
    const { as, ...rest } = details
    const id = freshID()
    clear()
    sent.value = { id, command, ...rest, ...(both.value && as !== undefined ? { as } : {}) }
    socket.do(topic, { after: known.value, ...sent.value })
  }

  // next sends the command that waits once the one before it is done and seen.
  const next = (): void => {
    if (waiting === undefined || sent.value !== null || known.value < due) return
    const [command, details] = waiting
    waiting = undefined
    send(command, details)
  }

  const reply = ({ id, seq, refused }: Reply): void => {
    if (id !== sent.value?.id) return
    sent.value = null
    due = seq
    if (refused !== undefined) refuse(refused)
    next()
  }

  return { sent, idle: computed(() => sent.value === null), send, next, reply }
}

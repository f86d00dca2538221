// What has happened, in words: spoken by a screen reader, and some of it shown to
// everybody for a while. The server says it by keys of the catalogue.
import { signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import { other, type Match } from './match'
import type { Event, Message } from '../net/wire'

// A Viewer is for whom a message is put into words. Colours are those with which
// the match was opened.
export interface Viewer {
  seat: string // b or w; bw of two people on one device, empty of a spectator
  names: Record<string, string>
}

// narrateText puts a message into words, as narrate.Text does in Go: an argument
// that is @ and a key is that text, {name} is the player By, and who alone is before the
// screen is called you.
export function narrateText(words: Words, { key, args = {}, by = '' }: Message, { seat, names }: Viewer): string {
  const filled: Record<string, unknown> = by === '' ? {} : { name: names[by] }
  for (const [name, arg] of Object.entries(args)) {
    const key = typeof arg === 'string' && arg.startsWith('@') ? arg.slice(1) : ''
    filled[name] = words.has(key) ? words.t(key) : arg
  }
  return words.t(by !== '' && by === seat && words.has(`${key}.you`) ? `${key}.you` : key, filled)
}

// The position that these events make says all there is to say of them. What was
// shown before stays until one of ours, so that a fast opponent hides nothing.
const replacing = new Set(['played', 'passed', 'placed', 'marked', 'offered', 'bade', 'confirming'])

// Some of it any such event makes untrue: what was asked for, whose turn it was, and
// what stones are said to be.
const passing = /^event\.(asked|disputed|mover|resumed|stopped|proposed|unsure|pending|marked|marks|accept-again)\b|-asked$|^meeting\.paused$/

// createAnnouncements keeps what there is to say of the last frame.
export function createAnnouncements({ words, page, state, seats, opening, phase, holds, listen }: Match) {
  const announced = signal('') // the last events, for a screen reader
  const recent = signal('') // the last event that the position alone does not show
  const { b, w } = page.seats
  const replaces = ({ kind, color }: Event) => replacing.has(kind) && (seats.value === '' || holds(color ?? ''))
  // ends tells whether an event makes a message untrue. Colours of events are those of now.
  const ends = ({ kind, color }: Event, { key, by }: Message) =>
    (replacing.has(kind) && passing.test(key)) || (kind === 'agreed' && key === 'event.accept-again' && by === (state.value.swapped === true ? other(color!) : color))
  let shown: Message[] = []
  listen(({ say, events }) => {
    const viewer = { seat: opening.value, names: { b: b.name, w: w.name } }
    const text = (message: Message) => narrateText(words, message, viewer)
    const lasting = say.filter((message) => message.lasting === true)
    if (say.length > 0) announced.value = words.list(say.map(text))
    if (lasting.length > 0) shown = lasting
    else if (phase.value === 'over' || events.some(replaces)) shown = []
    else shown = shown.filter((message) => !events.some((event) => ends(event, message)))
    recent.value = words.sentences(shown.map(text))
  })
  return { announced, recent }
}

export type Announcements = ReturnType<typeof createAnnouncements>

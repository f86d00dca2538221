// What has happened, told in words: to a screen reader, and for a while to
// everybody.
import { signal } from '@preact/signals'
import { ground, players, holds, seats, you } from './match'
import { lately as words, speech } from './words'
import type { Color, Happening, State } from './wire'

export const told = signal('') // the last news, for a screen reader
export const lately = signal('') // what there is to say besides the position

const name = (c: Color) => (you(c) ? '' : players.value[c].name)

// tales are what is said of events that the page shows otherwise.
const tales: Record<string, (e: Happening) => string> = {
  offered: (e) => words.offered(name(e.color!), e.komi!),
  bade: (e) => (e.komi === undefined ? words.sealed(name(e.color!)) : words.bade(name(e.color!), e.komi)),
  played: (e) => speech.played(e.color!, e.point!),
  passed: (e) => (e.point === undefined ? speech.passed(e.color!) : words.passedForKo(e.color!, e.point)),
  placed: (e) => speech.played(e.color!, e.point!),
  resigned: (e) => speech.resigned(e.color!),
  marked: (e) => speech.marked(e.points ?? [], e.dead === true),
  agreed: (e) => speech.agreed(e.color!),
  confirming: (e) => words.confirming(e.point!),
}

// events are what everybody reads for a while.
const events: Record<string, (e: Happening, now: State) => string> = {
  settled: (e, now) => words.settled(name('b'), e.komi!, bids(now)),
  stopped: () => words.stopped,
  proposed: (_, now) => words.proposed(now.dead?.length ?? 0),
  disputed: (e) => words.disputed(name(e.color!)),
  'mover-chosen': (e) => words.wished(name(e.color!), e.side!),
  resumed: (e) => words.resumed(name(e.color!)),
  confirmed: (e) => words.confirmed(e.point!, e.dead === true),
  voided: (e) => words.voided(name(e.color!)),
  asked: (e) => words.asked(name(e.color!)),
  refused: (e) => words.refused(name(e.color!)),
  'took-back': () => words.tookBack,
}

function bids(now: State): [string, number][] {
  const both = now.talk?.bids
  return both === undefined ? [] : [[name('b'), both.b], [name('w'), both.w]]
}

// fleeting events say all there is to say by the position that they make. What
// was told before stays until one of ours, so that a fast opponent hides nothing.
const fleeting = new Set(['played', 'passed', 'placed', 'marked', 'offered', 'bade', 'confirming', 'ended'])

export function tell(fresh: Happening[], before: State, now: State): void {
  const said: string[] = []
  for (const e of fresh) {
    const text = events[e.kind]?.(e, now)
    if (text !== undefined) lately.value = text
    else if (fleeting.has(e.kind) && (seats.value === '' || e.kind === 'ended' || holds(e.color ?? ''))) lately.value = ''
    const heard = text ?? tales[e.kind]?.(e)
    if (heard !== undefined) said.push(heard)
  }
  for (const c of ['b', 'w'] as const) {
    const taken = now.prisoners[c] - before.prisoners[c]
    if (taken > 0 && now.phase === before.phase) said.push(speech.captured(taken))
  }
  const known = new Set(before.rosettes)
  for (const r of now.rosettes ?? []) {
    if (!known.has(r)) said.push(speech.newRosette(now.stones[ground.rosettes[r]![0]!] as Color))
  }
  if (said.length > 0) told.value = said.join(', ')
}

// Conditional moves of one match by correspondence: those that were laid down, and the
// line that is being laid down. Only their player has them.
import { computed, signal } from '@preact/signals'
import { requestJSON, type Failure } from '../net/request'
import type { Browse } from '../match/browse'
import type { Match } from '../match/match'
import type { PlanView, NewPlan } from '../net/wire'

// createPlan has the lines as the server has them.
function createPlan({ page, words, seats, known, notice }: Match) {
  const path = `/api/games/${page.id}/conditional`
  const plan = signal<PlanView | undefined>(undefined)
  const busy = signal(false)
  const player = computed(() => page.conditional === true && (seats.value === 'b' || seats.value === 'w'))
  const load = async (): Promise<void> => {
    if (!player.value) return
    // What is shown stays where the server is not reached: the next event asks again.
    plan.value = await requestJSON<PlanView>(words, path).catch(() => plan.value)
  }
  // send replaces the lines and reports whether the server has taken them.
  const send = async (lines: string[][]): Promise<boolean> => {
    if (busy.value) return false
    busy.value = true
    notice.value = ''
    const body = { json: { lines, after: known.value } satisfies NewPlan, method: 'PUT' } as const
    const taken = await requestJSON<PlanView>(words, path, lines.length === 0 ? { method: 'DELETE' } : body).catch((error: Failure) => void (notice.value = error.message))
    busy.value = false
    if (taken !== undefined) plan.value = taken
    return taken !== undefined
  }
  // change replaces the lines by what is made of those that the server has now: another tab
  // or device may have laid some down.
  const change = async (make: (lines: string[][]) => string[][]): Promise<boolean> => {
    await load()
    return send(make(plan.value?.lines ?? []))
  }
  return { player, busy, load, send, change, lines: computed(() => plan.value?.lines ?? []), ended: computed(() => plan.value?.ended ?? '') }
}

export function createConditionals(match: Match, browse: Browse) {
  const { phase, mine, listen } = match
  const { load, send, change, ...plan } = createPlan(match)
  const { player, lines } = plan
  const laying = signal(false)
  // line is the one that is being laid down, up to the position that is shown.
  const line = computed(() => (laying.value ? (browse.variation.value?.moves.slice(0, browse.step.value).map(({ point }) => point) ?? []) : []))
  const end = () => {
    laying.value = false
    browse.live()
  }
  let moves = match.moves.value.length
  listen(() => {
    if (match.moves.value.length === moves) return
    moves = match.moves.value.length
    if (laying.value) end()
    void load()
  })
  void load()
  return {
    ...plan,
    laying,
    line,
    end,
    offered: computed(() => player.value && phase.value === 'play' && !mine.value),
    // begin lays a line down, on the board as it stands or from one that was laid down.
    begin: async (from: string[] = []): Promise<void> => {
      laying.value = true
      await browse.load()
      browse.try()
      if (from.length > 0) await browse.again(from)
    },
    // back takes the last move of the line back.
    back: () => line.value.length > 0 && browse.to(browse.ply.value - 1),
    // keep adds the line.
    keep: async (): Promise<void> => {
      const whole = line.value.length > 0 && line.value.length % 2 === 0
      const added = line.value
      if (whole && (await change((all) => [...all, added]))) end()
    },
    remove: (i: number) => {
      const gone = lines.value[i]!.join(' ')
      return change((all) => all.filter((one) => one.join(' ') !== gone))
    },
    clear: () => send([]),
  }
}

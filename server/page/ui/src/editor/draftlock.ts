// One tab at a time edits a draft: it has the draft's lock.

const nameOf = (id: string) => `draft ${id}`
const patience = 500 // ms, as a page that is loaded again waits for its former self

// lockDraft locks a draft, or takes its lock from another tab. It returns what releases it, or
// null if another tab has it. lost is called when another tab takes it.
export function lockDraft(id: string, lost: () => void, take = false): Promise<(() => void) | null> {
  const { locks } = navigator
  if (locks === undefined) return Promise.resolve(() => undefined) // a log takes no edit twice
  return new Promise((done) => {
    let held = false
    const hold = () =>
      new Promise<void>((release) => {
        held = true
        done(release)
      })
    locks.request(nameOf(id), take ? { steal: true } : { signal: AbortSignal.timeout(patience) }, hold).catch(() => (held ? lost() : done(null)))
  })
}

// lockedDrafts returns which of the drafts are locked, by this tab or another.
export async function lockedDrafts(ids: string[]): Promise<Set<string>> {
  const names = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  return new Set(ids.filter((id) => names.has(nameOf(id))))
}

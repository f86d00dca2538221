// What stands on points.

export type Mark = 'last' | 'last-within' | 'last-around' | 'immortal' | 'refused' | 'dead' | 'unsure' | 'pending' | 'spoken' | 'hint' | 'ko' | 'atari' | 'atari-above' | Shape

// A Shape is a mark of a record.
export type Shape = 'circle' | 'triangle' | 'square' | 'cross' | 'selected'

// filled are the shapes with something in the middle; a dot has room within the others.
const filled: Shape[] = ['cross', 'selected']
const open: Shape[] = ['circle', 'triangle', 'square']

// arrange chooses among the marks of one point, so that none stands on another. A dead
// stone has its cross and no warning; a number has the middle.
export function arrange(marks: Mark[], numbered: boolean): Mark[] {
  const has = new Set(marks)
  if (has.has('dead')) return marks.filter((mark) => mark === 'dead' || mark === 'spoken')
  if (has.has('unsure')) return marks.filter((mark) => mark !== 'last' && mark !== 'last-around' && mark !== 'atari' && mark !== 'atari-above')
  return marks.map((mark) => {
    if (mark === 'atari' && numbered) return 'atari-above'
    if (mark !== 'last') return mark
    if (numbered || filled.some((shape) => has.has(shape))) return 'last-around'
    return has.has('atari') || open.some((shape) => has.has(shape)) ? 'last-within' : 'last'
  })
}

// At draws a shape on a point.
export function At({ shape, at, cls }: { shape: string; at: [number, number]; cls?: string | undefined }) {
  return <use href={`#${shape}`} x={at[0]} y={at[1]} class={cls ?? shape} />
}

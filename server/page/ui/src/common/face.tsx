// The opponents: their faces, drawn from the data that the pages of the server read too,
// and what people call the computer at a level.
import faces from '../../faces.json'
import type { Words } from './i18n'

interface Shape {
  petal: string // the path of the petal that points up; there are six
  double?: boolean // a smaller flower lies on a pale one
  ring?: number // radius of a hole in the colour of the ground
  dot?: number // radius of the middle
}

export type Opponent = keyof typeof faces

// opponents are the named opponents by level, the weakest first: a row of
// engine.Levels each, which a test compares.
export const opponents: Record<string, Opponent> = { 1: 'daisy', 2: 'clover', 4: 'iris', 7: 'violet', 10: 'thistle', 12: 'peony', 17: 'lotus', 22: 'rosa' }

// opponentOf returns the opponent that plays at a level, if it has a name.
export const opponentOf = (level: string | undefined): Opponent | undefined => opponents[level ?? '']

// faceOf returns whose face a level has; at full strength it is the strongest opponent.
export const faceOf = (level: string | undefined): Opponent | undefined => (level === 'full' ? 'rosa' : opponentOf(level))

// levelTitle is what people call the computer at a level.
export function levelTitle(words: Words, level: string): string {
  const id = faceOf(level)
  return id === undefined ? words.level(level) : words.t(`opponent.${id}.name`)
}

const turns = [0, 60, 120, 180, 240, 300]

// Face draws an opponent. The name stands beside it, so it says nothing by itself.
export function Face({ id }: { id: Opponent }) {
  const { petal, double, ring, dot } = faces[id] as Shape
  const front = turns.map((a) => <path key={a} d={petal} transform={double === true ? `rotate(${a + 30}) scale(.72)` : `rotate(${a})`} />)
  return (
    <svg class="face" data-opponent={id} viewBox="-62 -62 124 124" aria-hidden="true">
      {double === true && <g opacity=".42">{turns.map((a) => <path key={a} d={petal} transform={`rotate(${a})`} />)}</g>}
      {front}
      {ring !== undefined && <circle class="ring" r={ring} />}
      {dot !== undefined && <circle r={dot} />}
    </svg>
  )
}

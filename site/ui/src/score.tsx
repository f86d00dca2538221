// The count, by what the points are made of.
import { over, state } from './match'
import * as words from './words'
import type { Score as Count } from './wire'

// Score is the count of a game that is over.
export function Score() {
  const { score } = state.value
  if (score === undefined || !over.value) return null
  return (
    <section class="desk score" aria-label={words.score.title}>
      <Table score={score} />
    </section>
  )
}

export const Table = ({ score }: { score: Count }) => (
  <table class="count">
    <thead>
      <tr>
        <td />
        <th scope="col">{words.color.b}</th>
        <th scope="col">{words.color.w}</th>
      </tr>
    </thead>
    <tbody>
      {score.parts.map(({ key, b, w }) => (
        <Row name={words.score.parts[key] ?? key} b={b} w={w} key={key} />
      ))}
    </tbody>
    <tfoot>
      <Row name={words.score.total} b={score.black} w={score.white} />
    </tfoot>
  </table>
)

const Row = ({ name, b, w }: { name: string; b: number; w: number }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{words.number(b)}</td>
    <td>{words.number(w)}</td>
  </tr>
)

// The count, by what the points are made of.
import { useView } from './view'
import type { Score as Count } from '../net/wire'

// Table has a line for each part of the points.
export function Table({ score }: { score: Count }) {
  const { t } = useView()
  return (
    <table class="count">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('color.b')}</th>
          <th scope="col">{t('color.w')}</th>
        </tr>
      </thead>
      <tbody>
        {score.parts.map(({ key, b, w }) => (
          <Row name={t(`score.${key}`)} b={b} w={w} key={key} />
        ))}
      </tbody>
      <tfoot>
        <Row name={t('score.total')} b={score.black} w={score.white} total />
      </tfoot>
    </table>
  )
}

// Row is one sum of both players; a dash is nothing, but not in the total.
function Row({ name, b, w, total = false }: { name: string; b: number; w: number; total?: boolean }) {
  const { words } = useView()
  const cell = (n: number) => (n === 0 && !total ? '–' : words.number(n))
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{cell(b)}</td>
      <td>{cell(w)}</td>
    </tr>
  )
}

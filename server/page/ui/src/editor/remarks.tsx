// What a file says about its game in words: how it ended, what was assumed where the file is
// silent, and what is wrong with it.
import type { Words } from '../common/i18n'
import { resultOf } from './result'
import type { Fault } from '../net/editor'
import type { Reading } from '../net/wire'

const graded = ['note', 'warning', 'error']

// assumptions describes the values that the file does not name, or has in other words.
function assumptions(t: Words['t'], reading: Reading, komi: number): string[] {
  return (['charset', 'rules', 'komi', 'handicap', 'size', 'turn'] as const).flatMap((name) => {
    const { how, value, written, why, text } = reading[name]
    if (text === undefined) return []
    const unnamed = why === 'board' ? 'territory' : why
    const way = name === 'charset' ? 'guessed' : how === 'recognized' ? 'written' : written === undefined ? unnamed : 'unknown'
    return [t(`record.reading.${name}.${way}`, { value, written, komi, rules: t(`ruleset.${value}`), color: t(`color.${value.charAt(0)}`) })]
  })
}

// faultText describes a fault, with the move if that is illegal.
export function faultText(t: Words['t'], { kind, text }: Pick<Fault, 'kind' | 'text'>, move?: { n: number; name: string }): string {
  if (kind === 'illegal' && move !== undefined) return t('record.fault.illegal-at', { n: move.n, move: move.name })
  return kind === '' ? text : t(`record.fault.${kind}`)
}

// Exact is a sentence with the detail in English below it.
export const Exact = ({ text, detail }: { text: string; detail: string }) => (
  <>
    <p>{text}</p>
    {detail !== '' && (
      <p class="exact" lang="en">
        {detail}
      </p>
    )}
  </>
)

interface RemarksProps {
  words: Words
  result: string
  komi: number
  reading: Reading | undefined
  problems: Fault[]
}

export function Remarks({ words: { t }, result, komi, reading, problems }: RemarksProps) {
  const assumed = reading === undefined ? '' : assumptions(t, reading, komi).join(' · ')
  const notes = [result === '' ? '' : resultOf(t, result), assumed === '' ? '' : t('record.reading', { text: assumed })].filter((note) => note !== '')
  if (notes.length === 0 && problems.length === 0) return null
  return (
    <div class="remarks">
      {notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      {problems.length > 0 && (
        <details>
          <summary>{t('record.problems', { n: problems.length })}</summary>
          <ul>
            {[...problems].sort((a, b) => graded.indexOf(b.grade) - graded.indexOf(a.grade)).map((problem) => (
              <li key={problem.text} class={problem.grade}>
                <Exact text={faultText(t, problem)} detail={problem.text} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

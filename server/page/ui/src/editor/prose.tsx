// A comment as it is read: built element by element from its small Markdown.
import { useMemo } from 'preact/hooks'
import { parse, tidy, type Block, type Inline } from './markdown'

interface ProseProps {
  text: string
  pointOf(name: string): number | undefined
  light(point: number | null): void // shows a named point on the board
}

export function Prose({ text, pointOf, light }: ProseProps) {
  const blocks = useMemo(() => parse(tidy(text), pointOf), [text, pointOf])
  return (
    <div class="prose-text" dir="auto">
      {blocks.map((block, i) => (
        <Paragraph block={block} light={light} key={i} />
      ))}
    </div>
  )
}

function Paragraph({ block: { kind, lines }, light }: { block: Block; light: ProseProps['light'] }) {
  if (kind === 'paragraph')
    return (
      <p>
        {lines.map((line, i) => (
          <>
            {i > 0 && <br />}
            <Run all={line} light={light} />
          </>
        ))}
      </p>
    )
  const items = lines.map((line, i) => (
    <li key={i}>
      <Run all={line} light={light} />
    </li>
  ))
  return kind === 'list' ? <ul>{items}</ul> : <ol>{items}</ol>
}

const Run = ({ all, light }: { all: Inline[]; light: ProseProps['light'] }) => (
  <>
    {all.map((one, i) => (
      <Piece one={one} light={light} key={i} />
    ))}
  </>
)

function Piece({ one, light }: { one: Inline; light: ProseProps['light'] }) {
  if (one.kind === 'text') return <>{one.text}</>
  if (one.kind === 'point') return <Point one={one} light={light} />
  if (one.kind === 'bold')
    return (
      <b>
        <Run all={one.children} light={light} />
      </b>
    )
  if (one.kind === 'italic')
    return (
      <i>
        <Run all={one.children} light={light} />
      </i>
    )
  return (
    <a href={one.address} target="_blank" rel="noopener">
      <Run all={one.children} light={light} />
    </a>
  )
}

// Point lights up on the board.
function Point({ one: { point, text }, light }: { one: { point: number; text: string }; light: ProseProps['light'] }) {
  const off = () => light(null)
  return (
    <button class="at" onPointerEnter={() => light(point)} onPointerLeave={off} onFocus={() => light(point)} onBlur={off} onClick={() => light(point)}>
      {text}
    </button>
  )
}

// The page of the rules: the board draws its diagrams, and those with moves
// can be walked through. The page itself holds all words.
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Board } from '../board/board'
import { Shapes } from '../board/shapes'
import type { Ground } from '../board/types'
import { lettersOf, marksOf, type Frame } from '../board/frame'

interface Diagram {
  board: string
  names?: boolean
  open: number
  frames: Frame[]
}

export interface Page {
  grounds: Record<string, Ground>
  diagrams: Record<string, Diagram>
  words: { back: string; forward: string; start: string }
}

// Player shows one frame at a time. The list of moves below it is the page's
// own; the move that led here is marked in it.
function Player({ page, diagram, steps }: { page: Page; diagram: Diagram; steps: HTMLElement[] }) {
  const at = useSignal(diagram.open)
  const last = diagram.frames.length - 1
  useLayoutEffect(() => {
    steps.forEach((li, i) => (i === at.value - 1 ? li.setAttribute('aria-current', 'step') : li.removeAttribute('aria-current')))
  }, [at.value])
  const go = (to: number) => (at.value = Math.min(Math.max(to, 0), last))
  const frame = diagram.frames[at.value]!
  return (
    <>
      <Board
        ground={page.grounds[diagram.board]!}
        signs={frame.stones}
        rosettes={frame.rosettes}
        marks={marksOf(frame)}
        labels={lettersOf(frame)}
        paint={frame.paint}
        coordinates={diagram.names ?? false}
        still
      />
      {last > 0 && (
        <div class="walk">
          <Step text="◀" name={page.words.back} off={at.value === 0} go={() => go(at.value - 1)} />
          <span class="count" aria-hidden="true">
            {at.value} / {last}
          </span>
          <Step text="▶" name={page.words.forward} off={at.value === last} go={() => go(at.value + 1)} />
          <p class="hidden" aria-live="polite">
            {at.value === 0 ? page.words.start : steps[at.value - 1]?.textContent}
          </p>
        </div>
      )}
    </>
  )
}

// A Step that leads nowhere keeps the focus, so it is not disabled.
function Step({ text, name, off, go }: { text: string; name: string; off: boolean; go(): void }) {
  return (
    <button type="button" class="button" aria-label={name} aria-disabled={off} onClick={go}>
      <span aria-hidden="true">{text}</span>
    </button>
  )
}

// drawShapes draws what the diagrams share, once.
function drawShapes(): void {
  const shapes = document.createElement('div')
  shapes.className = 'shapes'
  document.body.append(shapes)
  render(
    <svg aria-hidden="true">
      <Shapes />
    </svg>,
    shapes,
  )
}

// showDiagrams draws the diagrams of the page, those of chapters in the window first. Each of the
// others is drawn in a task of its own, so that the page responds in between. Until then the page
// shows its own picture.
export async function showDiagrams(page: Page): Promise<void> {
  drawShapes()
  const chapters = [...document.querySelectorAll<HTMLElement>('.chapter')].map((chapter) => {
    const { top, bottom } = chapter.getBoundingClientRect()
    return { chapter, distance: Math.max(-bottom, top - innerHeight, 0) }
  })
  for (const { chapter, distance } of chapters.sort((a, b) => a.distance - b.distance)) {
    for (const drawing of chapter.querySelectorAll<HTMLElement>('.drawing')) {
      if (distance > 0) await new Promise((next) => setTimeout(next))
      const diagram = page.diagrams[drawing.dataset.diagram!]!
      const steps = [...drawing.parentElement!.querySelectorAll<HTMLElement>('.steps li')]
      drawing.replaceChildren()
      render(<Player page={page} diagram={diagram} steps={steps} />, drawing)
    }
    if (distance > 0) await new Promise((next) => setTimeout(next))
    chapter.style.contentVisibility = 'visible' // its height is no longer an estimate
  }
}

// keepChapter makes another language open at the chapter that is being read.
export function keepChapter(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.tongues a')) {
    link.addEventListener('click', () => (link.hash = location.hash))
  }
}

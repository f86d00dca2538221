// The files that a record can be saved as. All are made in the browser.
import type { Request } from '../net/editor'
import type { Editor } from './context'
import { canShare, pngOf, saveFile, shareFile, svgOf } from './export'

interface SaveKind {
  title: string // key of a text
  can?(): boolean
  save(editor: Editor): Promise<unknown>
}

// fileIn returns the record in a format.
const fileIn = async ({ run }: Editor, format: NonNullable<Request['format']>) => (await run({ command: 'export', format })).file

const file = (title: string, format: NonNullable<Request['format']>): SaveKind => ({
  title,
  save: async (editor) => {
    const made = await fileIn(editor, format)
    if (made !== undefined) saveFile(made.name, made.type, made.text)
  },
})

const drawing = (): string => svgOf(document.querySelector<SVGSVGElement>('.stage .board')!)

// page saves the moves with the position that is shown.
async function page(editor: Editor): Promise<void> {
  const made = await fileIn(editor, 'html')
  if (made !== undefined) saveFile(made.name, made.type, made.text.replace('<!--board-->', () => drawing()))
}

async function share(editor: Editor): Promise<void> {
  const made = await fileIn(editor, 'sgf')
  if (made !== undefined) await shareFile(made.name, made.text)
}

export const saveKinds: SaveKind[] = [
  file('record.sgf', 'sgf'),
  file('record.viewer', 'viewer'),
  { title: 'record.picture', save: async () => saveFile('rosette.png', 'image/png', await pngOf(drawing())) },
  { title: 'record.drawing', save: async () => saveFile('rosette.svg', 'image/svg+xml', drawing()) },
  { title: 'editor.save.html', save: page },
  { title: 'editor.save.share', can: canShare, save: share },
]

// The files that a record can be saved as. All are made in the browser.
import type { Request } from '../net/editor'
import type { Editor } from './context'
import { pngOf, saveFile } from './export'

interface SaveKind {
  title: string // key of a text
  save(editor: Editor): Promise<string> // returns why it could not, or ''
}

const file = (title: string, format: NonNullable<Request['format']>): SaveKind => ({
  title,
  save: async ({ run }) => {
    const { file } = await run({ command: 'export', format })
    if (file !== undefined) saveFile(file.name, file.type, file.text)
    return ''
  },
})

// picture saves the position as a PNG, drawn by the browser from the drawing in SVG.
async function picture({ run }: Editor): Promise<string> {
  const { file } = await run({ command: 'export', format: 'svg' })
  if (file !== undefined) saveFile(file.name.replace(/svg$/, 'png'), 'image/png', await pngOf(file.text))
  return ''
}

export const saveKinds: SaveKind[] = [
  file('editor.save.sgf', 'sgf'),
  file('editor.save.viewer', 'viewer'),
  { title: 'editor.save.png', save: picture },
  file('editor.save.svg', 'svg'),
  file('editor.save.html', 'html'),
]

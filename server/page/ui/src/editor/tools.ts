// The tools of the editor: what a touch of the board does, with the key that chooses each.
import type { Drawing } from './icons'

// ToolName names a tool. The text editor.tool.NAME is its title.
export type ToolName = 'play' | 'black' | 'white' | 'erase' | 'circle' | 'triangle' | 'square' | 'cross' | 'letter' | 'number' | 'arrow' | 'line'

// A Tool is what a touch does: it plays or sets up a stone, or marks one point or two.
export interface Tool {
  name: ToolName
  title: string // key of a text
  key: string // of the keyboard, in capitals
  drawing: Drawing
  points: 1 | 2
}

// groups are the tools as they stand together.
export const groups: Tool[][] = [
  [
    { name: 'play', title: 'editor.tool.play', key: 'M', drawing: 'turn', points: 1 },
    { name: 'black', title: 'editor.tool.black', key: 'B', drawing: 'black', points: 1 },
    { name: 'white', title: 'editor.tool.white', key: 'W', drawing: 'white', points: 1 },
    { name: 'erase', title: 'editor.tool.erase', key: 'X', drawing: 'erase', points: 1 },
  ],
  [
    { name: 'circle', title: 'editor.tool.circle', key: 'C', drawing: 'circle', points: 1 },
    { name: 'triangle', title: 'editor.tool.triangle', key: 'T', drawing: 'triangle', points: 1 },
    { name: 'square', title: 'editor.tool.square', key: 'S', drawing: 'square', points: 1 },
    { name: 'cross', title: 'editor.tool.cross', key: 'K', drawing: 'cross', points: 1 },
    { name: 'letter', title: 'editor.tool.letter', key: 'L', drawing: 'letter', points: 1 },
    { name: 'number', title: 'editor.tool.number', key: 'N', drawing: 'number', points: 1 },
    { name: 'arrow', title: 'editor.tool.arrow', key: 'A', drawing: 'arrow', points: 2 },
    { name: 'line', title: 'editor.tool.line', key: 'I', drawing: 'line', points: 2 },
  ],
]

export const tools: Tool[] = groups.flat()

export const toolOf = (name: ToolName): Tool => tools.find((tool) => tool.name === name)!

// nextLetter is the first letter that no label has; nextNumber the first number.
export function nextLetter(labels: string[]): string {
  const used = new Set(labels)
  const letters = [...Array(26).keys()].flatMap((i) => String.fromCharCode(65 + i))
  return [...letters, ...letters.map((letter) => letter.toLowerCase())].find((letter) => !used.has(letter)) ?? 'Z'
}

export function nextNumber(labels: string[]): string {
  const used = new Set(labels)
  let n = 1
  while (used.has(String(n))) n++
  return String(n)
}

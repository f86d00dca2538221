// The small Markdown of comments: bold, italic, links and lists. It is parsed into plain
// values, from which elements are built; nothing that people write is ever used as HTML.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; children: Inline[] }
  | { kind: 'italic'; children: Inline[] }
  | { kind: 'link'; address: string; children: Inline[] }
  | { kind: 'point'; text: string; point: number }

export interface Block {
  kind: 'paragraph' | 'list' | 'numbered'
  lines: Inline[][] // of a paragraph, or the items of a list
}

// longest is the length up to which a comment is parsed. A longer one, from a file, is shown as it is.
const longest = 20_000

const inline =
  /\*\*((?:[^*\n]|\*(?!\*))+)\*\*|\*([^*\s](?:[^*\n]*[^*\s])?)\*|(?<!\w)_([^_\n]+)_(?!\w)|\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)'])|\b([A-Z]{1,2}\d{1,2})\b/g

// parse returns the blocks of a comment. Names of points of the board are found by pointOf.
export function parse(text: string, pointOf: (name: string) => number | undefined): Block[] {
  if (text.length > longest) return [{ kind: 'paragraph', lines: text.split('\n').map((line) => [{ kind: 'text', text: line }]) }]
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of text.split('\n')) {
    const [, bullet, number, rest] = /^\s{0,3}(?:([-*•])|(\d{1,3}[.)]))\s+(.*)$/.exec(line) ?? []
    if (line.trim() === '') {
      open = undefined
      continue
    }
    const kind = bullet !== undefined ? 'list' : number !== undefined ? 'numbered' : 'paragraph'
    if (open?.kind !== kind) blocks.push((open = { kind, lines: [] }))
    open.lines.push(inlines(rest ?? line, pointOf))
  }
  return blocks
}

function inlines(text: string, pointOf: (name: string) => number | undefined): Inline[] {
  const all: Inline[] = []
  let end = 0
  for (const match of text.matchAll(inline)) {
    const found = inlineOf(match, pointOf)
    if (found === undefined) continue
    if (match.index > end) all.push({ kind: 'text', text: text.slice(end, match.index) })
    all.push(found)
    end = match.index + match[0].length
  }
  if (end < text.length) all.push({ kind: 'text', text: text.slice(end) })
  return all
}

function inlineOf([, bold, starred, underlined, name, address, bare, point]: RegExpExecArray, pointOf: (name: string) => number | undefined): Inline | undefined {
  if (bold !== undefined) return { kind: 'bold', children: inlines(bold, pointOf) }
  const italic = starred ?? underlined
  if (italic !== undefined) return { kind: 'italic', children: inlines(italic, pointOf) }
  if (name !== undefined) return { kind: 'link', address: address!, children: [{ kind: 'text', text: name }] }
  if (bare !== undefined) return { kind: 'link', address: bare, children: [{ kind: 'text', text: bare }] }
  const at = pointOf(point!)
  return at === undefined ? undefined : { kind: 'point', text: point!, point: at }
}

// tidy makes text of strangers harmless to the page around it: it takes out what turns the
// direction of writing, and marks that are stacked higher than any script needs.
export const tidy = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

// The texts of one language: the catalogue as the server makes it for browsers,
// with the same rules for plural forms and numbers as package i18n.

export type Args = Record<string, unknown>

// A Text has a form for each count that its language tells apart; lang is the
// language of the text where it stands in for a missing one.
type Text = string | { other: string; lang?: string; [form: string]: string | undefined }

export interface Catalog {
  lang: string
  decimal: string
  texts: Record<string, Text>
}

export interface Words {
  lang: string
  has(key: string): boolean
  t(key: string, args?: Args): string
  around(key: string, hole: string, args?: Args): [string, string] // the text before and after a placeholder
  number(n: number): string
  list(items: string[]): string // as one text, with commas, but not after a sentence
  sentences(all: string[]): string // one after the other
  level(name: string): string // of the computer
  board(name: string): string // as people call it: rosette-5 is the Medium board
  refusal(key: string): string // why something was refused
}

// pluralForm names the form that a count takes in a language.
function pluralForm(lang: string, n: unknown): string {
  return typeof n === 'number' ? new Intl.PluralRules(lang).select(n) : 'other'
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

// isolated keeps a text that is written from right to left from turning the words around it.
const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

// createWords returns the texts of a catalogue. An unknown key is its own text, as
// in Go; tests find those.
export function createWords({ lang, decimal, texts }: Catalog): Words {
  const number = (n: number) => String(n).replace('-', '−').replace('.', decimal)
  const write = (arg: unknown) => (typeof arg === 'number' ? number(arg) : isolated(String(arg)))
  const has = (key: string) => Object.hasOwn(texts, key)
  const t = (key: string, args: Args = {}): string => {
    if (!has(key)) return key
    const text = texts[key]!
    const chosen = typeof text === 'string' ? text : (text[pluralForm(text.lang ?? lang, args.n)] ?? text.other)
    return chosen.replace(/\{([a-z]+)\}/g, (hole, name: string) => (name in args ? write(args[name]) : hole))
  }
  const join = (key: (first: string) => string, items: string[]) => (items.length === 0 ? '' : items.reduce((first, second) => t(key(first), { first, second })))
  return {
    lang,
    has,
    t,
    number,
    around: (key, hole, args) => t(key, { ...args, [hole]: '\0' }).split('\0') as [string, string],
    list: (items) => join((first) => (/[.!?…]$/.test(first) ? 'ui.sentences' : 'ui.list'), items),
    sentences: (all) => join(() => 'ui.sentences', all),
    level: (name) => (t(`level.${name}.title`)),
    board: (name) => {
      const [, kind, size] = /^(rosette|square)-(\d+)$/.exec(name) ?? []
      if (kind === undefined) return name
      return has(`board.${kind}.${size}`) ? t(`board.${kind}.${size}`) : t(`board.${kind}`, { size })
    },
    refusal: (key) => (has(key) ? t(key) : has(`refusal.${key}`) ? t(`refusal.${key}`) : t('ui.refused', { key })),
  }
}

const retry = 3000 // ms until the catalogue is asked for again

// loadWords fetches the catalogue that the page names. Without it a page has nothing
// to say, so where the network is gone it tries again until it comes back.
export async function loadWords(url: string): Promise<Words> {
  const answer = await fetch(url).catch(() => undefined)
  if (answer === undefined) {
    await new Promise((again) => setTimeout(again, retry))
    return loadWords(url)
  }
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return createWords((await answer.json()) as Catalog)
}

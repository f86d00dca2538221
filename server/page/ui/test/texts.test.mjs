// Texts and messages in words, as Go writes them. WORDS names a folder with the
// bundled modules and the cases.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dir = process.env.WORDS
assert.ok(dir, 'WORDS is not set; run go test ./server/page/ui/bundle')
const { createWords } = await import(join(dir, 'i18n.mjs'))
const { narrateText } = await import(join(dir, 'announcements.mjs'))
const { catalogues, texts, messages } = JSON.parse(readFileSync(join(dir, 'cases.json'), 'utf8'))
const words = Object.fromEntries(Object.entries(catalogues).map(([lang, catalogue]) => [lang, createWords(catalogue)]))

test('a text is what Go writes', () => {
  for (const { lang, key, args, want } of texts) assert.equal(words[lang].t(key, args ?? {}), want, `${lang} ${key} ${JSON.stringify(args)}`)
})

test('a message is what Go says', () => {
  for (const { lang, message, seat, want } of messages) {
    assert.equal(narrateText(words[lang], message, { seat, names: { b: 'Ann', w: 'Bob' } }), want, `${lang} ${JSON.stringify(message)} for "${seat}"`)
  }
})

test('a list, sentences and the text around a placeholder', () => {
  const { list, sentences, around, t } = words.en
  assert.equal(list(['a', 'b', 'c']), 'a, b, c')
  assert.equal(list(['a', 'B.', 'c']), 'a, B. c')
  assert.equal(list([]), '')
  assert.equal(sentences(['A.', 'B.']), 'A. B.')
  assert.equal(around('ui.rules.handicap', 'rules', { stones: 2 }).join('X'), t('ui.rules.handicap', { rules: 'X', stones: 2 }))
})

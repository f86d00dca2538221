// The source of the browser: no import leads back to its module, no module needs a
// page before something of it is called, files and functions are short, names are
// plain words, and every text is in the catalogue. MODULES names a folder with each
// module as a bundle of its own.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const here = dirname(fileURLToPath(import.meta.url))
const src = join(here, '../src')
const root = join(here, '../../../..')
const modules = process.env.MODULES
assert.ok(modules, 'MODULES is not set; run go test ./server/page/ui/bundle')

const longestFile = 400 // lines
const longestFunction = 60

const walk = (dir) => readdirSync(dir).flatMap((name) => (statSync(join(dir, name)).isDirectory() ? walk(join(dir, name)) : [join(dir, name)]))
const files = walk(src).filter((name) => /\.tsx?$/.test(name))
const parsed = files.map((name) => ({ name: relative(src, name), at: name, file: parse(name, readFileSync(name, 'utf8')) }))

// isEntry tells whether a module is what a page or the browser loads.
const isEntry = (name) => name.startsWith('pages/') || name === 'notice/worker.ts' || name === 'editor/worker.ts'

function parse(name, text) {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
}

// visit calls see for a node and all below it.
function visit(node, see) {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

// all returns what find returns for each node of a file, with the line.
function all(file, find) {
  const found = []
  visit(file, (node) => {
    for (const what of [find(node)].flat()) {
      if (what !== undefined) found.push(`${relative(src, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${what}`)
    }
  })
  return found
}

// importsOf lists the modules of ours that a module imports, types too.
function importsOf({ at, file }) {
  return file.statements.flatMap((s) => {
    const from = (ts.isImportDeclaration(s) || ts.isExportDeclaration(s)) && s.moduleSpecifier?.text
    if (!from || !from.startsWith('.') || from.endsWith('.json')) return [] // data imports nothing
    const path = resolve(dirname(at), from)
    const found = [`${path}.ts`, `${path}.tsx`].find((name) => files.includes(name))
    assert.ok(found, `${at} imports ${from}, which is not there`)
    return [relative(src, found)]
  })
}

// circle returns a way from a module back to itself, if there is one.
function circle(graph) {
  const done = new Set()
  const follow = (name, way) => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of graph.get(name) ?? []) {
      const found = follow(next, [...way, name])
      if (found !== undefined) return found
    }
    done.add(name)
    return undefined
  }
  for (const name of graph.keys()) {
    const found = follow(name, [])
    if (found !== undefined) return found
  }
  return undefined
}

test('no import leads back to its module', () => {
  assert.equal(circle(new Map(parsed.map((one) => [one.name, importsOf(one)])))?.join(' → '), undefined)
})

test('a circle of imports is found', () => {
  const graph = new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }))
  assert.deepEqual(circle(graph), ['b', 'd', 'b'])
})

test('every module but the entries can be imported where there is no page', async () => {
  assert.equal(typeof document, 'undefined')
  let imported = 0
  for (const { name } of parsed) {
    if (isEntry(name)) continue
    await import(join(modules, name.replace(/\.tsx?$/, '.js')))
    imported++
  }
  assert.ok(imported > 20, `${imported} modules`)
})

test('an entry has no more than ten statements', () => {
  for (const { name, file } of parsed) if (isEntry(name)) assert.ok(file.statements.length <= 10, name)
})

test('files and functions are short', () => {
  const long = parsed
    .filter(({ name }) => name !== 'net/wire.ts') // generated
    .flatMap(({ name, file }) => {
      const lines = file.getLineAndCharacterOfPosition(file.end).line
      const functions = all(file, (node) => {
        if (!ts.isFunctionLike(node) || node.body === undefined) return undefined
        const n = [node.getStart(file), node.end].map((at) => file.getLineAndCharacterOfPosition(at).line)
        const length = n[1] - n[0] + 1
        return length > longestFunction ? `a function of ${length} lines` : undefined
      })
      return lines > longestFile ? [...functions, `${name} has ${lines} lines`] : functions
    })
  assert.deepEqual(long, [])
})

// metaphors are the words that names_test.go does not allow in names.
const metaphors = new Set(/strings\.Fields\(`([a-z ]+)`\)/.exec(readFileSync(join(root, 'names_test.go'), 'utf8'))[1].split(' '))
const wordsOf = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/)
const isMetaphor = (word) => metaphors.has(word) || metaphors.has(word.replace(/s$/, '')) || metaphors.has(word.replace(/es$/, ''))

test('names are not metaphors', () => {
  assert.ok(metaphors.has('tale') && wordsOf('openMind').some(isMetaphor))
  const found = parsed.flatMap(({ file }) => all(file, (node) => (ts.isIdentifier(node) ? wordsOf(node.text).filter(isMetaphor) : undefined)))
  assert.deepEqual(found, [])
})

// bareWords returns the text of a node if a person would read or hear it: text and
// labels of elements, and strings that are written like sentences.
function bareWords(node) {
  if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) return node.text.trim()
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateHead(node) && !ts.isTemplateTail(node)) return undefined
  const attribute = ts.isJsxAttribute(node.parent) ? node.parent.name.getText() : ''
  if (/^(aria-label|title|placeholder|alt)$/.test(attribute)) return node.text
  return attribute === '' && !isClass(node) && (/^[A-Z][a-z]+\b(?!=)/.test(node.text) || /^(?![.#]).*[a-z]{2,} [a-z]{2,}/.test(node.text)) ? node.text : undefined
}

// isClass tells whether a string is part of the class of an element, or names a key
// of the keyboard as browsers do.
function isClass(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isJsxAttribute(at)) return /^(class|cls|transform)$/.test(at.name.getText())
    if (ts.isLiteralTypeNode(at) || ts.isBlock(at)) return ts.isLiteralTypeNode(at)
  }
  return false
}

test('every text is in the catalogue', () => {
  const found = parsed.flatMap(({ file }) => all(file, bareWords))
  assert.deepEqual(found, [])
})

test('bare words are found', () => {
  const text = 'const A = () => <p aria-label="Sum" class="two words">Hello {t(`no move yet ${n}`)}{x === "Some text"}</p>'
  assert.equal(all(parse(join(src, 'a.tsx'), text), bareWords).length, 4)
})

test('every key of a text is in the catalogue, and every text of ui is used', () => {
  const folder = join(root, 'i18n/catalog/en')
  const catalogue = readdirSync(folder).flatMap((name) => Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
  const areas = new Set(catalogue.map((key) => key.split('.')[0]))
  const used = new Set()
  const missing = parsed.flatMap(({ file }) =>
    all(file, (node) => {
      if (!ts.isStringLiteral(node) || !/^[a-z-]+\.[a-z.-]+$/.test(node.text) || !areas.has(node.text.split('.')[0])) return undefined
      used.add(node.text)
      return catalogue.includes(node.text) ? undefined : node.text
    }),
  )
  assert.deepEqual(missing, [])
  assert.deepEqual(catalogue.filter((key) => key.startsWith('ui.') && !used.has(key)), [])
})

// A game record is opened to look at, by button, paste and from another page.
import assert from 'node:assert/strict'
import { browse, desktop, phone, serve, shows, story, visit } from './support.mjs'
import { grave, wordy } from './axe.mjs'
import { file, opened } from './records.mjs'

const server = await serve()
const browser = await browse()

// exact is what the reader of the file reports below the sentence for people.
const exact = (within) => within.locator('p.exact[lang=en]').allTextContents()

story('a record is opened and gone through with its variations and comments', async () => {
  for (const device of [desktop, phone]) {
    const page = await opened(browser, server.base, device)
    await page.getByText('A good reply.').waitFor()
    await page.getByRole('button', { name: 'Black at E5' }).click()
    await shows(() => page.locator('.moves li .point').last().textContent(), 'E5')
    assert.deepEqual(await grave(page), [])
    assert.deepEqual(page.faults, [])
  }
})

story('a record is there again after the page was loaded anew, at the node that was shown', async () => {
  const page = await opened(browser, server.base, desktop)
  await page.getByRole('button', { name: 'Black at E5' }).click()
  await shows(() => page.locator('.moves li .point').last().textContent(), 'E5')
  await page.reload()
  await shows(() => page.locator('.moves li .point').last().textContent(), 'E5')
  await page.locator('input[type=file]').setInputFiles({ name: 'b.sgf', mimeType: 'text/plain', buffer: Buffer.from('(;GM[1]SZ[9]PB[Cleo];B[cc])') })
  await page.getByText('Cleo').waitFor()
  await page.reload()
  await page.getByText('Cleo').waitFor()
  await shows(() => page.locator('.steps label span').textContent(), 'Start')
  assert.deepEqual(page.faults, [])
})

const ends = {
  'B+R': 'Noir gagne par abandon', 'W+3.5': 'Blanc gagne de 3,5 points', 'w+Time': 'Blanc gagne au temps', 0: 'Partie nulle', 'B+?': 'Résultat\u00a0: B+?',
}

story('the result of a record is said in words, since its letters are English', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/record?lang=fr`)
  for (const [result, said] of Object.entries(ends)) {
    await page.locator('input[type=file]').setInputFiles({ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(`(;GM[1]SZ[9]RE[${result}];B[cc])`) })
    await shows(async () => (await page.locator('.head > .note').first().textContent()).split(' · ')[0], said)
  }
  assert.deepEqual(page.faults, [])
})

const readings = {
  en: 'Read as: rules: Japanese, as the file names none · komi 0, as the file names none and the game is from before 1950 · 19 lines, as the file names no size',
  fr: 'Lu ainsi\u00a0: règles\u00a0: Japonaises, car le fichier n’en indique pas · komi de 0, car le fichier n’en indique pas et la partie date d’avant 1950 · 19 lignes, car le fichier n’indique pas de taille',
  es: 'Leído así: reglas: Japonesas, porque el archivo no las indica · komi de 0, porque el archivo no lo indica y la partida es anterior a 1950 · 19 líneas, porque el archivo no indica el tamaño',
  ht: 'Nou li l konsa: règ: Japonè, paske fichye a pa di ki règ · yon komi 0, paske fichye a pa di ki komi epi pati a jwe anvan 1950 · 19 liy, paske fichye a pa di ki gwosè',
}

// written are records with other values, each with its remark in English.
const written = {
  '(;SZ[9]RU[日本规则]KM[375])': 'Read as: rules: Japanese, written “日本规则” · komi 7.5, written 375',
  '(;SZ[9]RU[Foo]KM[many]HA[99])': 'Read as: rules: Japanese, as “Foo” is not known here · komi 6.5, as “many” is no komi · no handicap, as “99” is none',
  '(;SZ[9]RU[AGA]HA[2])': 'Read as: komi 0, as the file names none and there is a handicap',
  '(;SZ[9]RU[AGA]AB[cc][gg])': 'Read as: komi 7.5, usual with these rules, as the file names none · no handicap, as the file names none · White begins, as only Black has stones',
  '(;GM[1975]XB[2]KM[0])': 'Read as: rules: Area counting, as the file names none',
  '\\[GAMEBLACKNAME=A\\]\n\\GS\nSTO 0 2 1 3 3\n\\GE\n': 'Read as: rules: Korean, as on the server of the game · komi 6.5, usual with these rules, as the file names none',
}

story('what a record does not name is stated in the language of the page', async () => {
  const page = await visit(browser, desktop)
  const open = (text) => page.locator('input[type=file]').setInputFiles({ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) })
  const remark = () => page.locator('.head > .note').last().textContent()
  for (const [lang, said] of Object.entries(readings)) {
    await page.goto(`${server.base}/record?lang=${lang}`)
    await open('(;GM[1]DT[1846-09-11];B[cc])')
    await shows(remark, said)
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.goto(`${server.base}/record?lang=en`)
  for (const [file, said] of Object.entries(written)) {
    await open(file)
    await shows(remark, said)
  }
  await open('(;SZ[9]RU[Japanese]KM[6.5];B[cc])')
  await shows(remark, 'komi 6.5')
  assert.deepEqual(page.faults, [])
})

const faults = {
  en: ['This file is not a game record', 'Move 2 (White at C7) is against the rules', 'A point is not on the board', 'too large to be shown'],
  fr: ['Ce fichier n’est pas une partie lisible', 'Le coup 2 (Blanc en C7) est contraire aux règles', 'Un point n’est pas sur le plateau', 'trop gros pour être montré'],
  es: ['Este archivo no es una partida', 'La jugada 2 (Blanco en C7) va contra las reglas', 'Un punto no está en el tablero', 'demasiado grande para mostrarlo'],
  ht: ['Fichye sa a se pa yon pati', 'Kou 2 (Blan nan C7) kont règ yo', 'Gen yon pwen ki pa sou tablo a', 'twò gwo pou nou montre'],
}

for (const [lang, [unreadable, illegal, outside, large]] of Object.entries(faults)) {
  story(`what is wrong with a record is said in the language of the page, and exactly in English below: ${lang}`, async () => {
    const page = await visit(browser, { ...phone, bypassCSP: true })
    await page.goto(`${server.base}/record?lang=${lang}`)
    const open = (text) => page.locator('input[type=file]').setInputFiles({ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) })
    const alert = page.getByRole('alert')
    await open('(;' + 'C[0123456789]'.repeat(400_000) + ')')
    await alert.getByText(large).waitFor()
    assert.deepEqual(await exact(alert), [])
    await open('no record')
    await alert.getByText(unreadable).waitFor()
    assert.match((await exact(alert)).join('|'), /^line 1, column 1: no SGF: a game begins with [^|]*$/)
    await open('(;GM[1]SZ[9];B[cc];W[cc];B[zz])')
    await page.locator('.head details summary').click()
    const remarks = page.locator('.head li')
    await shows(() => remarks.count(), 2)
    const [first, second] = [remarks.filter({ hasText: outside }), remarks.filter({ hasText: illegal })]
    assert.match((await exact(first)).join('|'), /^[^|]*no point "zz" on square-9[^|]*$/)
    assert.match((await exact(second)).join('|'), /^[^|]*white at C7 is illegal[^|]*$/)
    await page.locator('.head details summary').click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.locator('.comment').getByText(illegal).waitFor()
    assert.match((await exact(page.locator('.comment'))).join('|'), /white at C7 is illegal/)
    assert.deepEqual(await (lang === 'en' ? grave(page) : wordy(page)), [])
    await open('no record')
    await alert.getByText(unreadable).waitFor()
    assert.equal((await exact(alert)).length, 1)
    assert.deepEqual(page.faults, [])
  })
}

story('a record is pasted, left by another page, or refused with a sentence', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/record`)
  await page.locator('.chooser').waitFor()
  const paste = (text) =>
    page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
    }, text)
  await paste('no record')
  await page.getByText('This file is not a game record').waitFor()
  await paste(file)
  await page.getByText('Ann').waitFor()
  await page.evaluate(() => sessionStorage.setItem('record', btoa('(;GM[1]SZ[5]PB[Zoe];B[aa])')))
  await page.reload()
  await page.getByText('Zoe').waitFor()
})

// A game on 9×9 in which Black gives away stones on the first line.
const blunders = '(;GM[1]SZ[9]KM[5.5];B[ee];W[cg];B[ai];W[gc];B[ah];W[gg];B[ag];W[cc];B[af];W[eg];B[aa];W[ec];B[ii];W[ce])'

for (const [name, device] of Object.entries({ desktop, phone })) {
  story(`an opened record is reviewed on a ${name}, and its line can be played on`, async () => {
    const page = await visit(browser, { ...device, bypassCSP: true })
    await page.goto(`${server.base}/record`)
    await page.locator('input[type=file]').setInputFiles({ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(blunders) })
    await page.getByRole('button', { name: 'Review this game' }).click()
    await page.locator('.review[data-state=done]').waitFor()
    await shows(() => page.locator('.graph .line').getAttribute('d').then((d) => d.split('L').length), 15)
    const first = page.locator('.worth li').first()
    await first.getByRole('button').first().click()
    await shows(() => page.locator('.goban.trial').count(), 1)
    await (device === phone ? page.getByRole('button', { name: 'What was played' }) : first.getByRole('button', { name: 'The game' })).click()
    await shows(() => page.locator('.goban.trial').count(), 0)
    const number = await first.locator('button > span[aria-hidden]').first().textContent()
    await shows(() => page.locator('.steps label span').textContent(), `Move ${number} of 14`)
    await first.getByRole('button', { name: 'Try it yourself' }).click()
    await shows(() => page.locator('.looking.trial p').textContent(), 'You play Black against the computer. None of it counts.')
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/record-review-${name}.png` })
    await page.getByRole('button', { name: 'Pass', exact: true }).click()
    await shows(() => page.locator('.tried li').count(), 2)
    await page.getByRole('button', { name: 'Close line' }).click()
    await shows(() => page.locator('.goban.trial').count(), 0)
    assert.deepEqual(await grave(page), [])
    assert.deepEqual(page.faults, [])
  })
}

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
    await open('(;' + 'C[0123456789]'.repeat(50_000) + ')')
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

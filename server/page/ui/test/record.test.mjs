// A game record is opened: what its file says, what it lacks, what is wrong with it, and its review.
import assert from 'node:assert/strict'
import { browse, desktop, phone, serve, shows, story, visit } from './support.mjs'
import { grave } from './axe.mjs'
import { dropped, edited, nodes, opened, paste } from './records.mjs'

const server = await serve()
const browser = await browse()

const chosen = (page) => page.locator('.tree [aria-selected=true]').getAttribute('aria-label')
const information = (page) => page.getByRole('tab').nth(1)

// exact is what the reader of the file reports below the sentence for people.
const exact = (within) => within.locator('p.exact[lang=en]').allTextContents()

story('a record is opened and gone through with its variations and comments', async () => {
  const page = await opened(browser, server.base, desktop)
  await page.getByText('A good reply.').waitFor()
  await page.keyboard.press('ArrowRight')
  await shows(() => chosen(page), '3 G7 Black')
  await page.keyboard.press('ArrowDown')
  await shows(() => chosen(page), '3 E5 Black')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('End') // along the line that was last looked at
  await shows(() => chosen(page), '3 E5 Black')
  await shows(() => page.locator('.overlay .label').allTextContents(), ['A'])
  assert.deepEqual(page.faults, [])
})

story('a record is chosen, dropped or left by another page, and there again at the node that was shown', async () => {
  const page = await opened(browser, server.base, desktop)
  await page.keyboard.press('End')
  await shows(() => chosen(page), '3 G7 Black')
  await page.reload()
  await shows(() => chosen(page), '3 G7 Black')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('dialog input[type=file]').setInputFiles({ name: 'b.sgf', mimeType: 'text/plain', buffer: Buffer.from('(;GM[1]SZ[9]PB[Cleo];B[cc])') })
  await page.getByRole('heading', { name: 'Cleo' }).waitFor()
  await dropped(page, '(;GM[1]SZ[9]PB[Dora];B[cc])(;GM[1]SZ[9]PB[Emma];B[dd])')
  await page.locator('.chapters button').nth(1).click()
  await shows(() => nodes(page), ['Start', '1 D6 Black'])
  await page.evaluate(() => sessionStorage.setItem('record', btoa('(;GM[1]SZ[5]PB[Zoe];B[aa])')))
  await page.reload()
  await page.getByRole('heading', { name: 'Zoe' }).waitFor()
  assert.deepEqual(page.faults, [])
})

const ends = {
  'B+R': 'Noir gagne par abandon', 'W+3.5': 'Blanc gagne de 3,5 points', 'w+Time': 'Blanc gagne au temps', 0: 'Partie nulle', 'B+?': 'Résultat\u00a0: B+?',
}

story('the result of a record is said in words, since its letters are English', async () => {
  const page = await edited(browser, server.base, desktop, '?lang=fr')
  await information(page).click()
  for (const [result, said] of Object.entries(ends)) {
    await paste(page, `(;GM[1]SZ[9]RE[${result}];B[cc])`)
    await shows(() => page.locator('.remarks .note').first().textContent(), said)
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
  const remark = () => page.locator('.remarks .note').last().textContent()
  for (const [lang, said] of Object.entries(readings)) {
    await page.goto(`${server.base}/record?lang=${lang}`)
    await page.locator('.goban').waitFor()
    await information(page).click()
    await paste(page, '(;GM[1]DT[1846-09-11];B[cc])')
    await shows(remark, said)
  }
  await page.goto(`${server.base}/record?lang=en`)
  await page.locator('.goban').waitFor()
  await information(page).click()
  for (const [file, said] of Object.entries(written)) {
    await paste(page, file)
    await shows(remark, said)
  }
  await paste(page, '(;SZ[9]RU[Japanese]KM[6.5]RE[0];B[cc])')
  await shows(remark, 'Draw')
  assert.deepEqual(page.faults, [])
})

const faults = {
  en: ['Move 2 (White at C7) is against the rules', 'A point is not on the board'],
  fr: ['Le coup 2 (Blanc en C7) est contraire aux règles', 'Un point n’est pas sur le plateau'],
  es: ['La jugada 2 (Blanco en C7) va contra las reglas', 'Un punto no está en el tablero'],
  ht: ['Kou 2 (Blan nan C7) kont règ yo', 'Gen yon pwen ki pa sou tablo a'],
}

story('what is wrong with a record is said in the language of the page, and exactly in English below', async () => {
  const page = await visit(browser, desktop)
  for (const [lang, [illegal, outside]] of Object.entries(faults)) {
    await page.goto(`${server.base}/record?lang=${lang}`)
    await page.locator('.goban').waitFor()
    await dropped(page, '(;GM[1]SZ[9];B[cc];W[cc];B[zz])')
    await information(page).click()
    await page.locator('.remarks details summary').click()
    const first = page.locator('.remarks li').filter({ hasText: outside })
    assert.match((await exact(first)).join('|'), /^[^|]*no point "zz" on square-9[^|]*$/)
    await page.getByRole('tab').first().click()
    await page.evaluate(() => document.activeElement.blur())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.locator('.mistake').getByText(illegal).waitFor()
    assert.match((await exact(page.locator('.mistake'))).join('|'), /illegal/)
  }
  assert.deepEqual(page.faults, [])
})

// A game on 9×9 in which Black gives away stones on the first line.
const blunders = '(;GM[1]SZ[9]KM[5.5];B[ee];W[cg];B[ai];W[gc];B[ah];W[gg];B[ag];W[cc];B[af];W[eg];B[aa];W[ec];B[ii];W[ce])'

const judged = /^\?!?(Still about −\d+\.|Better than [A-Z]\d: about −\d+ instead of −\d+\.|The computer cannot tell whether pass is better\.)( White captures \d+ stones?\.)?$|^About as good as [A-Z]\d\.$/

for (const [name, device] of Object.entries({ desktop, phone })) {
  story(`an opened record is reviewed on a ${name}, and its line can be played on`, async () => {
    const page = await edited(browser, server.base, { ...device, bypassCSP: true })
    await dropped(page, blunders)
    if (name === 'phone') await page.locator('.thumb').getByRole('button', { name: 'Comment' }).tap()
    await page.getByRole('tab', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Review this game' }).click()
    await page.locator('.review[data-state=done]').waitFor()
    await shows(() => page.locator('.graph .line').getAttribute('d').then((d) => d.split('L').length), 15)
    const first = page.locator('.worth li').first()
    await first.getByRole('button').first().click()
    await page.locator('.ghost').first().waitFor()
    await first.getByRole('button', { name: 'The game' }).click()
    await shows(() => page.locator('.ghost').count(), 0)
    const number = await first.locator('button > span[aria-hidden]').first().textContent()
    await shows(() => chosen(page), new RegExp(`^${number} `))
    await first.getByRole('button', { name: 'Try it yourself' }).click()
    await shows(() => page.locator('.says p').textContent(), 'You play Black. The computer answers, and the line stays in the tree.')
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/record-review-${name}.png` })
    const before = (await nodes(page)).length
    if (name === 'phone') await page.locator('.thumb').getByRole('button', { name: 'Comment' }).tap()
    await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pass', exact: true }).click()
    await shows(async () => (await nodes(page)).length, before + 2)
    // The first move instead of the mistake is judged.
    await shows(() => page.locator('.says p').textContent(), judged)
    await page.getByRole('button', { name: 'Try again' }).click()
    await shows(() => chosen(page), new RegExp(`^${number - 1} `))
    await shows(() => page.locator('.says p').textContent(), /^You play Black\./)
    await page.getByRole('button', { name: 'Stop' }).click()
    assert.deepEqual(await grave(page), [])
    assert.deepEqual(page.faults, [])
  })
}

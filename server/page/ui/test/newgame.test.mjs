// The form for a new game: everything on one screen, in every language.
import assert from 'node:assert/strict'
import { adjust, browse, choose, desktop, phone, serve, shows, start, story, visit } from './support.mjs'
import { clean } from './axe.mjs'
import { join } from './world.mjs'

const server = await serve()
const browser = await browse()
const languages = ['en', 'fr', 'es', 'ht']
const windows = { desktop: { ...desktop, viewport: { width: 1280, height: 800 } }, phone: { ...phone, viewport: { width: 390, height: 844 } } }

// overflows lists what does not fit: the button below the window or the tabs, and words that
// are cut off or wider than their place.
const overflows = (page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.top > .main').getBoundingClientRect()
    const end = bar.top > innerHeight / 2 ? bar.top : innerHeight // on phones the tabs stand below
    const button = document.querySelector('.setup > .wide').getBoundingClientRect()
    const faults = button.bottom > end ? [`the button ends at ${button.bottom} of ${end}`] : []
    if (document.documentElement.scrollWidth > screen.width) faults.push('wider than the window')
    for (const at of document.querySelectorAll('.setup .segments span, .setup .card, .setup .terms, .setup .levels, .setup .intro, .setup .about')) {
      if (at.checkVisibility({ visibilityProperty: true }) && at.scrollWidth > at.clientWidth + 1) faults.push(`${at.textContent.trim()} needs ${at.scrollWidth} of ${at.clientWidth}`)
    }
    return faults
  })

for (const [name, size] of Object.entries(windows)) {
  story(`on a ${name} the whole form is seen without scrolling, whoever the opponent is, in four languages`, async () => {
    const { page } = await join(browser, server.base, name === 'phone' ? 'Ana' : 'Ben', size)
    const guest = await visit(browser, size)
    for (const lang of languages) {
      for (const who of [guest, page]) {
        await who.goto(`${server.base}/new?lang=${lang}`)
        for (const opponent of ['computer', 'friend', 'seek', 'people']) {
          await choose(who, { opponent })
          for (const board of ['rosette-5', 'rosette-3']) {
            await choose(who, { board })
            assert.deepEqual(await overflows(who), [], `${lang}, ${opponent}, ${board}, ${who === page ? 'account' : 'guest'}`)
          }
        }
      }
      await page.goto(`${server.base}/new?opponent=challenge&to=${name === 'phone' ? 'Ben' : 'Ana'}&lang=${lang}`)
      assert.deepEqual(await overflows(page), [], `${lang}, challenge`)
    }
    assert.deepEqual([...page.faults, ...guest.faults], [])
  })

  story(`on a ${name} the form is accessible, also with everything that can be adjusted`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true })
    await page.goto(`${server.base}/new`)
    await clean(page, 'the form')
    await adjust(page)
    await clean(page, 'the form, adjusted')
    assert.deepEqual(page.faults, [])
  })
}

story('the terms and the button follow the choices', async () => {
  const { page } = await join(browser, server.base, 'Cleo', windows.desktop)
  const terms = () => page.locator('.terms > p').textContent()
  const button = () => page.locator('.setup > .wide').textContent()
  await page.goto(`${server.base}/new`)
  await shows(terms, 'Fair komi 7.5 · area · no handicap · not rated')
  await shows(button, 'Play Daisy')
  const rated = page.getByRole('switch', { name: 'Rated' })
  await shows(() => rated.isVisible(), false)
  await choose(page, { level: '5' })
  await shows(button, 'Play Iris')
  await choose(page, { clock: '10m+3x30s' })
  await shows(terms, 'Fair komi 7.5 · area · no handicap · rated')
  await shows(() => rated.isVisible(), true)
  await choose(page, { board: 'rosette-3' })
  await shows(terms, 'Fair komi 10.5 · area · no handicap · rated')
  await choose(page, { board: 'rosette-5' })
  await shows(() => page.locator('.note.both').textContent(), 'Measured: at 9.5 both sides win equally often. The MindSports rules name 5.5.')
  await choose(page, { komiBy: 'rules' })
  await shows(terms, 'Komi 5.5 · area · no handicap · rated')
  await page.locator('input[name=rated]').click({ force: true })
  await shows(terms, 'Komi 5.5 · area · no handicap · not rated')
  await choose(page, { komiBy: 'fair', board: 'square-9' })
  await shows(terms, /^Komi 7\.5 · area/)
  await choose(page, { opponent: 'seek' })
  await shows(button, 'Find an opponent')
  await choose(page, { opponent: 'people' })
  await shows(button, 'Play')
  await choose(page, { opponent: 'computer', board: 'rosette-4', clock: '10m+3x30s' })
  await page.locator('input[name=rated]').check({ force: true })
  await shows(terms, 'Fair komi 7.5 · area · no handicap · rated')
  await start(page)
  await page.locator('.goban').waitFor()
  const game = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent))
  assert.deepEqual([game.rated, game.seats.w.level, game.frame.state.komi], [true, '5', 7.5])

  await page.goto(`${server.base}/new`)
  await choose(page, { clock: 'none' })
  await start(page) // a game that cannot be rated changes nothing for the next one
  await page.locator('.goban').waitFor()
  await page.goto(`${server.base}/new`)
  await choose(page, { clock: '10m+3x30s' })
  await shows(() => rated.isChecked(), true)
  assert.deepEqual(page.faults, [])
})

story('two ranks fill in stones, colour and komi', async () => {
  const page = await visit(browser, windows.desktop)
  const terms = () => page.locator('.terms > p').textContent()
  await page.goto(`${server.base}/new`)
  await choose(page, { board: 'rosette-5' })
  await adjust(page)
  const fill = async (own, other) => {
    await page.locator('[name=rank]').fill(own)
    await page.locator('[name=opponentRank]').fill(other)
  }
  const shown = async () => [await page.locator('[name=handicap]').inputValue(), await page.locator('[name=color]:checked').inputValue()]
  await fill('5k', '2k')
  await shows(shown, ['3', 'black'])
  await fill('2d', '20k')
  await shows(shown, ['6', 'white'])
  await adjust(page)
  await choose(page, { board: 'square-9' })
  await adjust(page)
  await fill('20k', '2d')
  await shows(shown, ['9', 'black'])
  await adjust(page)
  await choose(page, { board: 'rosette-5' })
  await adjust(page)
  await fill('5k', '4k')
  await shows(shown, ['1', 'black'])
  await shows(terms, /Black without komi/)
  await start(page)
  await page.locator('.goban').waitFor()
  const game = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent))
  assert.deepEqual([game.seat, game.handicap, game.seats.b.rank], ['b', 1, '5k'])
  assert.deepEqual(page.faults, [])
})

story('a challenge and an offer are the same form, with the name of the person or none', async () => {
  const { page: ada } = await join(browser, server.base, 'Dora', windows.desktop)
  const { page } = await join(browser, server.base, 'Emil', windows.desktop)
  await page.goto(`${server.base}/?opponent=challenge&to=Dora`)
  for (const at of ['h1', '.setup > .wide']) await shows(() => page.locator(at).textContent(), 'Challenge Dora')
  assert.equal(await page.locator('.tabs').count(), 0)
  await shows(() => page.locator('.terms > p').textContent(), 'Fair komi 7.5 · area · no handicap · rated')
  await start(page)
  await page.getByText('Waiting for an answer…').first().waitFor()
  await ada.goto(page.url())
  await ada.getByText('Rated', { exact: true }).waitFor()
  await ada.getByRole('button', { name: 'Accept and play' }).click()
  await ada.locator('.goban').waitFor()
  const game = await ada.evaluate(() => JSON.parse(document.getElementById('match').textContent))
  assert.deepEqual([game.rated, JSON.parse(JSON.stringify(game.frame)).state.komi], [true, 7.5])
  await page.goto(`${server.base}/?opponent=seek`)
  await shows(() => page.locator('h1').textContent(), 'Offer a game')
  for (const who of [ada, page]) assert.deepEqual(who.faults, [])
})

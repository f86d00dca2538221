// Every page of the site, full of what people have done: what axe says, what a screen
// reader is told, that the keyboard reaches everything, and that nothing is wider than a
// phone. UPDATE=1 writes what screen readers are told into pages/; SHOTS=FOLDER takes
// pictures of all pages, SIZES, THEMES and LANGS say which.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { browse, desktop, phone, pick, serve, shows, story, visit } from './support.mjs'
import { clean } from './axe.mjs'
import { people } from './world.mjs'

// The server of e-mails is named, so that pages offer them; none is sent.
const server = await serve('--smtp', '127.0.0.1:9', '--mail-from', 'go@example.org', '--public-url', 'http://localhost')
const browser = await browse()

// doors returns the address of each page, by its name in the program's table of pages.
const doors = ({ over, running, link, take, invited }) => ({
  newgame: '/new',
  'home': '/', 'returning': '/', 'community': '/community', 'lobby': '/lobby', 'device': take, 'watcher': invited, 'invitation': `/games/${link}`, 'game': `/games/${running}`, 'learn': '/learn', 'record': '/record',
  'rules': '/rules', 'komi': '/komi', 'settings': '/settings', 'register': '/register', 'sign-in': '/sign-in', 'account': '/account', 'mail': '/reset', 'profile': '/@/Jean',
  'rooms': '/rooms', 'room': '/rooms/lounge', 'messages': '/messages', 'conversation': '/messages/Jean', 'report': '/report?name=Jean', 'admin': '/admin', 'people': '/admin/people', 'server': '/admin/server',
  'confirm': '/confirm?next=%2Faccount', 'operator': '/privacy', 'api': '/api', 'players': '/players', 'watch': '/watch', 'error': '/nothing', 'over': `/games/${over}`,
  'account-security': '/account/security', 'account-programs': '/account/programs', 'account-data': '/account/data',
})

// alone are pages for visitors without an account, and twice are further pages of a kind in the table.
const alone = new Set(['home', 'register', 'sign-in', 'device', 'watcher'])
const twice = new Set(['over', 'people', 'server', 'account-security', 'account-programs', 'account-data'])

// guarded are pages of moderators, which Mona sees.
const guarded = new Set(['admin', 'people', 'server'])

// listings list what changes often: all routes, and what was measured.
const listings = new Set(['api', 'komi', 'server'])

// named are the pages of the program's table.
function named() {
  const table = /var kinds = .*?\n}\n/s.exec(readFileSync(new URL('../../pages.go', import.meta.url), 'utf8'))[0]
  return [...table.matchAll(/\bName:\s+"(?:\w+\/)?([\w-]+)"/g)].map(([, name]) => name)
}

// constant leaves out of a text what differs each time.
const constant = (text) =>
  text
    .replaceAll(server.base, 'http://HOST')
    .replaceAll(new URL(server.base).host, 'HOST')
    .replace(/\b\d?\d [A-Z][a-z]{2} \d{4}(, \d\d:\d\d( UTC)?)?/g, 'DATE')
    .replace(/\b\d?\d:\d\d(:\d\d)?\b(\s[AP]M)?/g, 'TIME')
    .replace(/(?<![a-z2-7])[a-z2-7]{26}(?![a-z2-7])/g, 'ID')
    .replace(/Connection: \d/g, 'Connection: N')
    .replace(/(will play as) \p{Lu}\p{Ll}+( \d+)?(?=,)/u, '$1 PLANT')

// told compares what a screen reader is told of a page with what is kept: of the first
// page all, of the others what is in the frame.
async function told(page, name) {
  const file = new URL(`pages/${name}.yml`, import.meta.url)
  const all = `${constant(await page.locator(name === 'home' ? 'body' : 'main').ariaSnapshot())}\n`
  const is = name === 'account' ? all.replace(/(- radio ".*") \[checked\]/g, '$1') : all // a face by chance
  if (process.env.UPDATE === '1') writeFileSync(file, is)
  assert.equal(is, readFileSync(file, 'utf8'), `${name}: if that is meant, play the story with UPDATE=1`)
}

// unreached goes through a page by the Tab key and returns what that does not reach, and
// what does not show that it has the focus.
async function unreached(page) {
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    const seen = all.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0 && e.type !== 'radio' && e.closest('[inert]') === null)
    seen.forEach((e) => e.setAttribute('data-stop', ''))
    document.body.tabIndex = -1
    document.body.focus()
    window.bare = new Set()
    document.addEventListener('focusin', ({ target: e }) => {
      e.removeAttribute('data-stop')
      const marks = [e, e.nextElementSibling, e.parentElement].filter((one) => one !== null).map((one) => getComputedStyle(one))
      if (!marks.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')) window.bare.add(e.outerHTML.slice(0, 120))
    })
    return seen.length
  })
  const left = () => page.evaluate(() => [...document.querySelectorAll('[data-stop]')].map((e) => e.outerHTML.slice(0, 120)))
  for (let i = 1; i < 2 * wanted + 20; i++) {
    await page.keyboard.press('Tab')
    if (i >= wanted && i % 10 === 0 && (await left()).length === 0) break
  }
  return { left: await left(), bare: await page.evaluate(() => [...window.bare]) }
}

// wider returns by how many pixels a page is wider than the screen. On a phone innerWidth is as
// wide as such a page.
const wider = (page) => page.evaluate(() => document.documentElement.scrollWidth - screen.width)

let world
const build = async () => {
  if (world !== undefined) return world
  world = await people(browser, server)
  const guest = await visit(browser)
  const opened = await guest.request.post(`${server.base}/games`, { form: { board: 'rosette-3', opponent: 'people' }, headers: { origin: server.base } })
  assert.ok(opened.ok())
  const handed = await guest.request.post(`${server.base}/api/lobby/handover`, { data: {}, headers: { origin: server.base } })
  world.take = (await handed.json()).page
  // Lists follow the games, and what runs now is listed anew every few seconds.
  await shows(async () => (await world.marie.page.request.get(server.base)).text(), /id="best"[^]*Finished games/)
  world.states = { marie: await world.marie.page.context().storageState(), mona: await world.mona.page.context().storageState() }
  world.doors = doors(world)
  return world
}

const all = () => [...named(), ...twice].filter((name) => world.doors[name] !== undefined)

// enter opens a page as Marie sees it, or as who has not signed in.
async function enter(name, options) {
  const storageState = guarded.has(name) ? world.states.mona : world.states.marie
  const page = await visit(browser, { ...options, ...(alone.has(name) ? {} : { storageState }) })
  await page.goto(server.base + world.doors[name])
  if (name === 'game' || name === 'over' || name === 'record') await page.locator('.goban').waitFor()
  if (name === 'room') await page.locator('[aria-labelledby=there] li a').first().waitFor() // Marie, once her socket is open
  if (name === 'rules') await shows(() => page.locator('.drawing .still').count(), 0)
  return page
}

story('axe, screen readers and the keyboard find their way on every page', async () => {
  await build()
  assert.deepEqual(named().filter((name) => world.doors[name] === undefined), [], 'a page has no address here')
  mkdirSync(new URL('pages', import.meta.url), { recursive: true })
  for (const name of all()) {
    const page = await enter(name, { ...desktop, bypassCSP: true })
    await clean(page, name)
    if (!listings.has(name)) await told(page, name)
    assert.deepEqual(await unreached(page), { left: [], bare: [] }, name)
    assert.deepEqual(page.faults, [], name)
    await page.context().close()
  }
  const kept = readdirSync(new URL('pages', import.meta.url)).map((file) => file.replace('.yml', ''))
  assert.deepEqual(kept.sort(), all().filter((name) => !listings.has(name)).sort(), 'what is kept, and the pages')
})

story('no page is wider than a phone, in one of the longest languages', async () => {
  await build()
  for (const name of all()) {
    const page = await enter(name, phone)
    const [path, lang] = [world.doors[name], pick(['fr', 'ht'])] // Spanish is as long as French
    await page.goto(`${server.base}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
    assert.equal(await wider(page), 0, `${name}, ${lang}`)
    await page.context().close()
  }
})

const list = (name, usual) => (process.env[name] ?? usual).split(' ')

if (process.env.SHOTS !== undefined)
  story('pictures of all pages', async () => {
    await build()
    mkdirSync(process.env.SHOTS, { recursive: true })
    for (const size of list('SIZES', 'desktop phone'))
      for (const theme of list('THEMES', 'light dark'))
        for (const lang of list('LANGS', 'en'))
          for (const name of all().filter((name) => list('PAGES', name).includes(name))) {
            const page = await enter(name, { ...{ desktop, phone }[size], colorScheme: theme })
            const path = world.doors[name]
            await page.goto(`${server.base}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
            await page.locator('.settling').waitFor({ state: 'detached' })
            await page.screenshot({ path: `${process.env.SHOTS}/${name}-${size}-${theme}-${lang}.png`, fullPage: true })
            await page.context().close()
          }
  })

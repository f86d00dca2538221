// The lessons: each is solved by mouse, finger and keyboard, in two of four languages; wrong
// plays are explained; progress is kept; and a game with a coach follows.
import assert from 'node:assert/strict'
import { browse, desktop, holdTimers, moving, onScreen, phone, pick, runOut, serve, shifts, shows, story, visit, watchShifts } from './support.mjs'
import { clean, themes } from './axe.mjs'

const server = await serve()
const browser = await browse()

const course = (page) => page.evaluate(() => JSON.parse(document.getElementById('course').textContent))
const say = (page) => page.locator('.say').textContent()
const title = (page) => page.locator('h1').textContent()
const task = (page) => page.locator('.task p').textContent()

// open opens the page of the lessons at one of them, anew.
async function open(page, id, lang = 'en') {
  await page.goto('about:blank')
  await page.goto(`${server.base}/learn?lang=${lang}#${id}`)
  await page.locator('.course h1').waitFor()
}

// touch plays on a point by mouse or finger.
async function touch(page, xy, p) {
  await page.locator('svg.board').scrollIntoViewIfNeeded()
  const { x, y } = await onScreen(page, xy, p)
  if (page.touches) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
}

// solve plays what is right in each part of a lesson.
async function solve(page, data, lesson, play) {
  const { xy } = data.boards[lesson.board]
  for (const [i, part] of lesson.parts.entries()) {
    const wanted = data.words.texts[`learn.${lesson.id}.task${i === 0 ? '' : '.then'}`]
    await shows(() => task(page), wanted)
    const right = Object.keys(part.answers).find((p) => part.answers[p].right)
    if (right === undefined) await page.getByRole('button', { name: data.words.texts['learn.pass'], exact: true }).click()
    else await play(xy, Number(right))
    await shows(() => page.locator('.say.right').count(), 1)
    await runOut(page)
  }
  await page.locator('.task .bud').waitFor()
}

for (const [name, size, lang] of [['desktop', desktop, pick(['en', 'es'])], ['phone', phone, pick(['ht', 'fr'])]]) {
  story(`every lesson is solved on a ${name}, in ${lang}`, async () => {
    const page = await visit(browser, size)
    await holdTimers(page)
    page.touches = size.hasTouch ?? false
    await open(page, 'corners', lang)
    const data = await course(page)
    assert.equal(data.lessons.length, 11)
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang)
    const texts = data.words.texts
    for (const lesson of data.lessons) {
      await shows(() => title(page), texts[`learn.${lesson.id}.title`])
      await solve(page, data, lesson, (xy, p) => touch(page, xy, p))
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= size.viewport.width)
      await page.getByRole('button', { name: texts['learn.next'], exact: true }).click()
    }
    await shows(() => title(page), texts['learn.game.title'])
    await shows(() => page.locator('.path .full').count(), 11)
    assert.deepEqual(page.faults, [])
  })
}

story('every lesson is solved by keyboard alone', async () => {
  const page = await visit(browser, desktop)
  await holdTimers(page)
  await open(page, 'corners')
  const data = await course(page)
  for (const lesson of data.lessons) {
    await shows(() => title(page), data.words.texts[`learn.${lesson.id}.title`])
    const { names, xy } = data.boards[lesson.board]
    await page.locator('.goban').focus()
    await solve(page, data, lesson, async (_, p) => {
      await page.locator('.goban').focus()
      await walk(page, names, xy, p)
      await page.keyboard.press('Enter')
    })
    await page.getByRole('button', { name: 'Continue' }).focus()
    await page.keyboard.press('Enter')
  }
  await shows(() => title(page), 'Your first game')
})

// walk leads the cursor to a point with the arrow keys, and hears where it is.
async function walk(page, names, xy, to) {
  const here = async () => names.indexOf((await page.locator('.described').textContent()).split(',')[0])
  const edge = 'The edge of the board'
  do {
    await page.locator('.goban').focus() // a new task takes the focus to its title
    await page.keyboard.press('ArrowUp')
  } while ((await page.locator('.described').textContent()) === '') // the board is not laid out yet
  let now = await here()
  for (let i = 0; i < 60 && now !== to; i++) {
    const [dx, dy] = [xy[to][0] - xy[now][0], xy[to][1] - xy[now][1]]
    const [along, across] = [dx > 0 ? 'ArrowRight' : 'ArrowLeft', dy > 0 ? 'ArrowDown' : 'ArrowUp']
    await page.keyboard.press(Math.abs(dx) > Math.abs(dy) || i % 5 === 4 ? along : across)
    if ((await page.locator('.described').textContent()) !== edge) now = await here()
  }
  assert.equal(now, to, `the arrows never led to ${names[to]}`)
}

story('wrong plays are explained and taken back', async () => {
  const page = await visit(browser, desktop)
  await holdTimers(page)
  const stones = () => page.locator('.board use.piece').count()
  for (const [id, wrong, text] of [
    ['chains', 'C1', /only one of the chains/],
    ['chains', 'A2', /neither chain/],
    ['chains', 'C2', /already a stone|a stone already/],
    ['capture', 'D2', /White fills that corner/],
    ['suicide', 'D2', /That is suicide/],
    ['rosette', 'A3', /captures your five stones/],
    ['saves', 'B7', /captures your two stones/],
    ['eyes', 'A2', /White still has one at B/],
    ['ko', 'C3', /bring back the position/],
    ['ko', 'A2', /the ko is over/],
    ['count', 'B1', /wins by half a point/],
  ]) {
    await open(page, id)
    const data = await course(page)
    const lesson = data.lessons.find((one) => one.id === id)
    const { names, xy } = data.boards[lesson.board]
    await page.locator('.board use.piece').first().waitFor()
    const before = await stones()
    await touch(page, xy, names.indexOf(wrong))
    await shows(() => say(page), text)
    const [played] = lesson.parts[0].answers[names.indexOf(wrong)]?.frames ?? [] // none where the rules forbid it
    if (played !== undefined) await shows(stones, played.stones.replaceAll('.', '').length)
    await runOut(page)
    await shows(stones, before)
    await solve(page, data, lesson, (on, p) => touch(page, on, p))
  }
})

story('a click inside a hexagon is told where stones go, and the hint shows a corner', async () => {
  const page = await visit(browser, desktop)
  await open(page, 'rosette')
  const data = await course(page)
  const { xy, rosettes } = data.boards['rosette-3']
  const corners = await Promise.all(rosettes[9].map((p) => onScreen(page, xy, p)))
  const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 6
  await page.mouse.click(middle('x'), middle('y'))
  await shows(() => say(page), 'Stones go on the corners, where lines meet.')
  await page.getByRole('button', { name: 'Hint' }).click()
  await shows(() => say(page), /Five of your stones/)
  await shows(() => page.locator('.board use.mark:is(.spoken, .hint)').count(), 1)
})

story('progress, the lesson and the language are kept', async () => {
  const page = await visit(browser, desktop)
  await holdTimers(page)
  await open(page, 'chains')
  const data = await course(page)
  await solve(page, data, data.lessons[1], (xy, p) => touch(page, xy, p))
  await page.getByRole('button', { name: 'Continue' }).click()
  await shows(() => title(page), 'Capture')
  const address = () => page.evaluate(() => [history.length, location.hash])
  const [before] = await address()
  await page.locator('a.skip').press('Enter') // to the content, of this lesson
  await shows(address, [before + 1, '#capture'])
  await page.reload()
  await shows(() => title(page), 'Capture')
  await shows(() => page.locator('.path .full').count(), 1)
  await page.goBack() // from the content
  await page.goBack()
  await shows(() => title(page), 'Chains and liberties')
  await page.goto(`${server.base}/learn?lang=fr`)
  await shows(() => title(page), 'Les sommets') // the first that is not solved
  await shows(() => page.locator('.path .full').getAttribute('aria-label'), 'Chaînes et libertés, réussie')
})

story('nothing moves by itself, and the page is light', async () => {
  for (const size of [desktop, phone]) {
    const page = await visit(browser, { ...size, ...moving })
    await watchShifts(page)
    await open(page, 'rosette')
    await page.getByRole('button', { name: 'Hint' }).click()
    await shows(() => say(page), /Five of your stones/)
    assert.deepEqual(await shifts(page), [])
    const bytes = await page.evaluate(() => performance.getEntries().reduce((sum, e) => sum + (e.transferSize ?? 0), 0))
    assert.ok(bytes < 120_000, `${bytes} bytes`)
  }
})

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`axe finds nothing serious in the lessons on a ${name}`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true })
    for (const [id, lang] of [['suicide', 'en'], ['rosette', 'fr'], ['count', 'ht'], ['game', 'es']]) {
      await open(page, id, lang)
      const hint = page.locator('.goes .button').nth(1)
      if (id !== 'game') await hint.click()
      await clean(page, id, themes[name])
    }
  })
}

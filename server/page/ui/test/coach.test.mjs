// The coach of a first game: it rings what it advises, gives the reason and the worth, does not
// repeat what was refused, and is quiet after two refusals, also after a reload. Dead stones
// have a cross.
import assert from 'node:assert/strict'
import { clean, themes } from './axe.mjs'
import { browse, desktop, ground, onScreen, phone, serve, shows, story, turn, visit } from './support.mjs'

const server = await serve()
const browser = await browse()
const shoot = async (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })

// urge has the coach advise also where the engine finds nothing urgent, so that the story does not
// depend on the course of the game. It never changes an advice, and none is made up after two refusals.
async function urge(page, asked) {
  await page.route('**/advice?*', async (route) => {
    const refused = new URL(route.request().url()).searchParams.getAll('refused')
    asked.push(refused)
    const response = await route.fetch()
    const advice = await response.json()
    if (advice.point !== undefined || refused.length >= 2) return route.fulfill({ response })
    const { stones, illegal = {} } = await state(page)
    const board = await ground(page)
    const point = board.names.find((name, p) => stones[p] === '.' && illegal[name] === undefined && !refused.includes(name))
    await route.fulfill({ response, json: { ...advice, point, does: 'saves', count: 2, worth: 4 } })
  })
}

// begin opens a game as the lessons do.
async function begin(page) {
  await page.goto(`${server.base}/learn#game`)
  await page.getByRole('button', { name: 'Play with the coach' }).click()
  await page.locator('.coach').waitFor()
}

// stones reads the board, a sign for each point.
const state = (page) => page.evaluate(async () => (await (await fetch(`/api${location.pathname}`)).json()).frame.state)

// ringed is the point of the coach's ring, or undefined.
const ringed = (page, { names, xy }) =>
  page.evaluate(
    ([names, xy]) => {
      const ring = document.querySelector('.board use.mark.hint')
      if (ring === null) return undefined
      const [x, y] = [ring.x.baseVal.value, ring.y.baseVal.value]
      const near = (at) => Math.min(Math.hypot(at[0] - x, at[1] - y), Math.hypot(-at[1] - x, at[0] - y))
      return names[xy.reduce((best, at, i) => (near(at) < near(xy[best]) ? i : best), 0)]
    },
    [names, xy],
  )

// ready waits for the coach and returns what it says.
async function ready(page) {
  await page.locator('.coach[aria-busy=false]').waitFor()
  return page.locator('.coach p').textContent()
}

// elsewhere plays the first legal point that is none of some.
async function elsewhere(page, board, avoided) {
  const { stones, illegal = {}, ply } = await state(page)
  const free = board.names.filter((name, p) => stones[p] === '.' && illegal[name] === undefined && !avoided.includes(name))
  const name = free[(ply * 7) % free.length]
  const at = await onScreen(page, board.xy, board.names.indexOf(name))
  const tap = () => (page.touches ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y))
  await tap()
  await page.locator('.table[data-idle=true]').waitFor()
  if ((await state(page)).ply === ply) await tap() // a finger confirms on a small board
}

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`on a ${name} the coach rings what it advises, never repeats a refused advice, and is quiet after two`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true, colorScheme: themes[name] })
    page.touches = size.hasTouch ?? false
    const asked = []
    await urge(page, asked)
    await begin(page)
    const board = await ground(page)
    const refused = []
    for (let turns = 0; refused.length < 2 && turns < 60 && (await turn(page)); turns++) {
      const text = await ready(page)
      const ring = await ringed(page, board)
      if (ring !== undefined) {
        assert.ok(!refused.includes(ring), `${ring} is advised again`)
        assert.match(text, new RegExp(`${ring} .*\\. Playing elsewhere would cost about (\\d+) points\\.$`))
        if (refused.length === 0) {
          await shoot(page, `coach-${name}`)
          await clean(page, `an advice on a ${name}`, themes[name])
        }
        refused.push(ring)
      }
      await elsewhere(page, board, refused)
    }
    assert.deepEqual(asked, [[], [refused[0]]])
    for (let again = 0; again < 2 && (await turn(page)); again++) {
      const quiet = again === 0 ? /I’ll be quiet now\. Hint still shows you a good point\.$/ : /^(?!.*(quiet|Playing elsewhere))/
      await shows(() => ready(page), quiet) // it says so once
      assert.equal(await ringed(page, board), undefined)
      if (again === 1 && (await ready(page)) === '') assert.equal((await page.locator('.coach').boundingBox()).height, 1, 'a quiet coach keeps its place')
      if (again === 0) await page.reload()
      else await shoot(page, `coach-quiet-${name}`)
    }
    assert.equal(asked.length, 2, 'a coach who is quiet asks the engine')
    assert.deepEqual(page.faults, [])
  })
}

// The clocks when little time is left, and what is heard at the table: each sound is seen above
// silence by an analyser between the page and the loudspeakers.
import assert from 'node:assert/strict'
import { advance, browse, desktop, enter, ground, lay, open, phone, place, serve, shows, status, story, turn, visit } from './support.mjs'
import { clean } from './axe.mjs'

const server = await serve()
const browser = await browse()

// listen puts an analyser before the loudspeakers of a page. window.heard lists the files that were
// played, by their length in milliseconds, with the greatest amplitude that came through.
const listen = (page) =>
  page.addInitScript(() => {
    const heard = (window.heard = [])
    const connect = AudioNode.prototype.connect
    AudioNode.prototype.connect = function (to, ...rest) {
      if (to !== this.context.destination) return connect.call(this, to, ...rest)
      const analyser = new AnalyserNode(this.context, { fftSize: 32768 })
      const entry = { ms: Math.round(this.buffer.duration * 1000), peak: 0 }
      const samples = new Float32Array(analyser.fftSize)
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        entry.peak = Math.max(entry.peak, ...samples.map(Math.abs))
      }, 20)
      setTimeout(() => clearInterval(timer), 3000)
      heard.push(entry)
      connect.call(this, analyser)
      return connect.call(analyser, to, ...rest)
    }
  })

// lasts are the lengths of the sounds, in milliseconds.
const lasts = { stone: 160, capture: 270, pass: 240, rosette: 750, seconds: 60, found: 550 }

const silence = 0.02 // of full scale

// hears waits until the last sound of that name has come through.
async function hears(page, name) {
  const last = () => page.evaluate((ms) => window.heard.findLast((one) => one.ms === ms)?.peak ?? 0, lasts[name])
  await shows(async () => (await last()) > silence, true)
  assert.ok((await last()) < 0.95, `${name} is as loud as can be`)
}

const click = async (page, name) => {
  const { x, y } = await place(page, name)
  await advance(page, () => page.mouse.click(x, y))
}

story('sounds begin with the first own move: two stones, a pass, a capture and a rosette', async () => {
  const page = await visit(browser, desktop)
  const loaded = []
  page.on('request', (request) => request.url().endsWith('.wav') && loaded.push(request.url()))
  await listen(page)
  await open(page, server.base, { opponent: 'people', board: 'rosette-3' })
  const speaker = page.locator('button.speaker')
  await shows(() => speaker.getAttribute('aria-label'), 'Turn sound on')
  assert.deepEqual(loaded, [], 'sounds are loaded with the page')
  const { names, rosettes } = await ground(page)
  await click(page, names[0])
  await hears(page, 'stone')
  await shows(() => speaker.getAttribute('aria-label'), 'Turn sound off')
  assert.equal(loaded.length, 7)
  await page.getByRole('button', { name: 'Pass' }).click()
  await hears(page, 'pass')
  await lay(page, 'pass') // Black
  await page.getByRole('button', { name: 'Resume play' }).click()
  await page.locator('.acts').getByText('Pass').waitFor()

  // Black fills a hexagon; White's stones stand apart.
  const ring = rosettes.find((six) => !six.includes(0)).map((p) => names[p])
  const far = names.filter((name) => !ring.includes(name) && name !== names[0])
  const black = await page.locator('.status b').textContent() // whose turn it is
  if (/White/.test(black)) await lay(page, far[20])
  await lay(page, ...ring.slice(0, 5).flatMap((name, i) => [name, far[i * 3]]))
  await click(page, ring[5])
  await hears(page, 'rosette')

  await speaker.click()
  await page.reload()
  await shows(() => speaker.getAttribute('aria-label'), 'Turn sound on')
  await click(page, far[25])
  await page.waitForTimeout(300)
  assert.deepEqual(await page.evaluate(() => window.heard), [])
  await speaker.click() // and hears a stone
  await hears(page, 'stone')
  assert.deepEqual(page.faults, [])
})

story('a capture is heard', async () => {
  const page = await visit(browser, desktop)
  await listen(page)
  await open(page, server.base, { opponent: 'people', board: 'square-9', rules: 'chinese' })
  await click(page, 'A2')
  await lay(page, 'A1')
  await click(page, 'B1')
  await hears(page, 'capture')
})

// meet opens a game of two people, the first of whom has Black. The first waits for the second.
async function meet(clock, size) {
  const [maker, friend] = [await visit(browser, { ...size, bypassCSP: true }), await visit(browser, size)]
  await listen(maker)
  await maker.goto(server.base)
  await maker.evaluate(() => localStorage.setItem('sound', 'yes')) // as after an earlier game
  const id = await maker.evaluate(async (clock) => {
    const body = JSON.stringify({ name: 'Marie', game: { board: 'rosette-3', color: 'black', clock } })
    const answer = await fetch('/api/lobby/offers', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await answer.json()).id
  }, clock)
  await maker.goto(`${server.base}/games/${id}`)
  await maker.locator('h1').click() // a gesture, as browsers want one before sounds
  await friend.goto(`${server.base}/games/${id}`)
  await friend.getByRole('button', { name: 'Accept and play' }).click()
  for (const page of [maker, friend]) await page.locator('.table').waitFor()
  return [maker, friend]
}

// watchClock keeps all that a page's own clock shows, and where the board stands then.
const watchClock = (page) =>
  page.evaluate(() => {
    window.shown = []
    const look = () => {
      const clock = document.querySelector('.player:not(.far) .clock')
      const now = { kind: clock.className, time: clock.querySelector('time').textContent, note: clock.querySelector('small')?.textContent, width: clock.getBoundingClientRect().width, top: document.querySelector('svg.board').getBoundingClientRect().top }
      window.shown.push({ ...now, told: document.querySelector('.described').textContent })
    }
    new MutationObserver(look).observe(document.querySelector('.table'), { subtree: true, childList: true, characterData: true, attributes: true })
  })

for (const [name, size] of Object.entries({ desktop, phone }))
  story(`a clock that runs down has another colour, tenths, ticks and a last period, on a ${name}`, async () => {
    const [maker, friend] = await meet('8s+2x3s', size)
    await hears(maker, 'found')
    await turn(maker)
    const far = maker.locator('.far .clock') // has not run yet
    assert.deepEqual([await far.locator('time').textContent(), await far.getAttribute('class')], ['0:08', 'clock'])
    await advance(maker, () => enter(maker, 'A4'))
    await advance(friend, () => enter(friend, 'B5'))
    await watchClock(maker)
    await hears(maker, 'seconds')
    await maker.locator('.status.over').waitFor()
    const shown = await maker.evaluate(() => window.shown)
    const some = (wanted) => assert.ok(shown.some(wanted), `${wanted} in ${JSON.stringify(shown.map(({ kind, time }) => `${kind} ${time}`))}`)
    some(({ kind, time }) => kind === 'clock low' && /^(2 × )?0:0\d\.\d$/.test(time))
    some(({ kind, time, note }) => kind === 'clock last' && /^0:0[23]$/.test(time) && note === 'Last period')
    some(({ kind, time }) => kind === 'clock low last' && /^0:0[01]\.\d$/.test(time))
    some(({ told }) => /^\d seconds? left/.test(told))
    some(({ told }) => /^Last period/.test(told))
    const tops = shown.filter(({ kind }) => kind !== 'clock').map(({ top }) => top)
    const playing = tops.slice(0, -1)
    assert.ok(Math.max(...playing) - Math.min(...playing) < 1, 'the board moves when the clock says more')
    const grown = shown.filter(({ kind, width }) => kind !== 'clock' && Math.abs(width - shown[0].width) > 1).map(({ width, time }) => `${time}: ${width}`)
    assert.deepEqual(grown, [], `the clock was ${shown[0].width} wide`)
    assert.deepEqual([await status(maker), await maker.locator('.clock.low').count()], ['You lose on time', 0])
    for (const page of [maker, friend]) assert.deepEqual(page.faults, [])
  })

story('a low clock can be read in every light, at one’s turn and before it', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const [maker] = await meet('3d/move', { ...desktop, colorScheme })
    await maker.evaluate(() => document.querySelectorAll('.clock').forEach((clock) => clock.classList.add('low')))
    await clean(maker, `a low clock, ${colorScheme}`)
  }
})

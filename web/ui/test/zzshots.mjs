import { chromium } from 'playwright-core'
const base = process.env.BASE
const out = process.env.OUT ?? '/tmp/shots'
import { mkdirSync } from 'node:fs'
mkdirSync(out, { recursive: true })
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
for (const [name, opt] of Object.entries({
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
})) for (const scheme of ['light', 'dark']) {
  const c = await b.newContext({ ...opt, colorScheme: scheme })
  const p = await c.newPage()
  p.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  p.on('pageerror', (e) => console.log(name, 'ERR', e.message))
  await p.goto(base)
  await p.screenshot({ path: `${out}/home-${name}-${scheme}.png`, fullPage: true })
  const board = process.env.BOARD ?? (name === 'phone' ? 'rosette-7' : 'rosette-5')
  await p.check(`input[value=rosette-5]`, { force: true })
  await p.evaluate((v) => (document.querySelector('input[value=rosette-5]').value = v), board)
  await p.click('button')
  await p.waitForSelector('.goban')
  const n = Number(process.env.N ?? 30)
  const names = await p.evaluate(() => JSON.parse(document.getElementById('match').textContent).board)
  const ring = names.rosettes.length ? names.rosettes[Math.floor(names.rosettes.length / 2)].map((i) => names.names[i]) : []
  for (let i = 0; i < n; i++) {
    await p.waitForFunction(() => /Your turn/.test(document.querySelector('.status b').textContent), null, { timeout: 5000 })
    const free = await p.evaluate((ring) => {
      const taken = new Set([...document.querySelectorAll('.moves li')].map((li) => li.lastChild.textContent))
      const g = JSON.parse(document.getElementById('match').textContent).board
      const r = ring.find((x) => !taken.has(x))
      const open = g.names.filter((x) => !taken.has(x))
      return r ?? open[Math.floor(Math.random() * open.length)]
    }, ring)
    await p.fill('.entry input', free); await p.press('.entry input', 'Enter')
    await p.waitForTimeout(60)
  }
  await p.waitForFunction(() => /Your turn/.test(document.querySelector('.status b').textContent))
  if (name === 'phone') {
    const box = await p.locator('svg.board').boundingBox()
    const cdp = await c.newCDPSession(p)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: box.x + box.width / 2 + 20, y: box.y + box.height / 2 + 30 }] })
    await p.waitForTimeout(200)
    await p.screenshot({ path: `${out}/loupe-${name}-${scheme}.png` })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  } else {
    await p.locator('.goban').focus(); await p.keyboard.press('ArrowRight')
  }
  await p.waitForTimeout(200)
  await p.screenshot({ path: `${out}/game-${name}-${scheme}.png` })
  await p.screenshot({ path: `${out}/full-${name}-${scheme}.png`, fullPage: true })
  await p.getByText('Coordinates').click()
  await p.getByText('Move numbers').click()
  await p.waitForTimeout(200)
  await p.screenshot({ path: `${out}/coord-${name}-${scheme}.png` })
  await p.getByText('Move numbers').click()
  await p.getByText('Coordinates').click()
  await p.getByRole('button', { name: 'Pass' }).click()
  await p.waitForSelector('.score')
  await p.waitForTimeout(300)
  await p.screenshot({ path: `${out}/score-${name}-${scheme}.png` })
  await c.close()
}
await b.close()

// Takes the picture of a game in README.md and the preview picture for shared links, from a
// running server:
//
//	go run ./cmd/rosette serve --data memory --listen 127.0.0.1:8080
//	node server/page/ui/screenshots.mjs http://127.0.0.1:8080
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const base = process.argv[2] ?? 'http://127.0.0.1:8080'
const root = fileURLToPath(new URL('../../..', import.meta.url))

// A game in which the last move makes a rosette.
const record =
  'C8 C10 C9 C11 D10 D11 B10 B9 B11 A11 D12 B12 C13 E12 D13 C12 E13 D14 E11 C14 E12 D15 E16 D16 E15 E17 E18 F17 F18 F16 G16 H8 H10 H6 F15 G7 J12 E5 C6 D4 B8 B7 A7 D6 B6 H13 H12 J14 J13 H15 G13 H14 J15 G14 G12 G11 F12 H16 G15 K13 J11 J9 J10 D8 H11'

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--headless', '--no-sandbox', '--disable-gpu'] })

async function take(file, path, { width, height, scale = 1, wait = '.live svg.board', prepare }) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, locale: 'en', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(base + path)
  if (prepare !== undefined) await page.goto(base + (await page.evaluate(prepare, record.split(' '))))
  await page.locator(wait).first().waitFor()
  await page.locator('.settling').waitFor({ state: 'detached' })
  await page.waitForTimeout(1000) // until animations end
  await page.screenshot({ path: join(root, file), type: 'jpeg', quality: 85 })
  await context.close()
}

// replay plays the record as two people and returns the page of the game.
async function replay(points) {
  const names = { black: 'Ann', white: 'Ben' }
  const body = JSON.stringify({ board: 'rosette-5', opponent: 'people', names })
  const { page, topic } = await (await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json()
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/socket`)
  const next = (kind) =>
    new Promise((done) => {
      const hear = ({ data }) => {
        const message = JSON.parse(data)
        if (message.kind !== kind) return
        socket.removeEventListener('message', hear)
        done(message)
      }
      socket.addEventListener('message', hear)
    })
  const send = (message) => socket.send(JSON.stringify({ topic, ...message }))
  await next('hello')
  const joined = next('joined')
  send({ kind: 'join' })
  await joined
  for (const [i, point] of points.entries()) {
    const reply = next('reply')
    send({ kind: 'do', id: `move-${i}`, as: 'bw'[i % 2], command: 'play', point })
    const { refused } = await reply
    if (refused) throw new Error(`${point}: ${refused}`)
  }
  socket.close()
  return page
}

await take('docs/screenshots/game.jpg', '/', { width: 1280, height: 800, wait: 'svg.board', prepare: replay })
await take('server/page/ui/src/images/card.jpg', '/', { width: 1200, height: 630, wait: 'svg.board', prepare: replay })
await browser.close()

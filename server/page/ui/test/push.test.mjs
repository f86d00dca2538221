// A person who has closed the game is told of the turn by web push: the server sends to a
// push service of this machine, and the service worker shows what it sent.
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { after } from 'node:test'
import { browse, serve, shows, story, until, visit } from './support.mjs'

const server = await serve('--push-loopback')
const browser = await browse()

// A push service that keeps what it gets.
const pushed = []
const service = createServer((request, answer) => {
  const parts = []
  request.on('data', (part) => parts.push(part)).on('end', () => {
    pushed.push({ path: request.url, body: Buffer.concat(parts) })
    answer.writeHead(201).end()
  })
})
await new Promise((ready) => service.listen(0, '127.0.0.1', ready))
after(() => service.close())

// The keys of a browser, and how it reads what is pushed (RFC 8291).
const keys = createECDH('prime256v1')
keys.generateKeys()
const auth = randomBytes(16)
function read(body) {
  const [salt, length] = [body.subarray(0, 16), body[20]]
  const [sender, sealed] = [body.subarray(21, 21 + length), body.subarray(21 + length)]
  const derive = (secret, salt, info, size) => Buffer.from(hkdfSync('sha256', secret, salt, info, size))
  const secret = derive(keys.computeSecret(sender), auth, Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]), 32)
  const open = createDecipheriv('aes-128-gcm', derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16), derive(secret, salt, 'Content-Encoding: nonce\0', 12))
  open.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)))
}

// Chromium without a profile has no push service, so that the test's takes its place. The
// Chromium without windows shows no notifications at all and says that the person denies
// them; with CHROMIUM=/usr/bin/chromium the story sees them shown.
const subscribe = ({ endpoint, p256dh, auth }) => {
  if (Notification.permission === 'denied') {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  }
  const json = { endpoint, keys: { p256dh, auth } }
  let made = null
  PushManager.prototype.getSubscription = async () => made
  PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
    (made = { endpoint, options: { applicationServerKey: applicationServerKey.buffer }, toJSON: () => json, unsubscribe: async () => ((made = null), true) })
}

// deliver hands a message to the service worker of a page as the browser does.
async function deliver(page, message) {
  const tools = await page.context().newCDPSession(page)
  const registered = new Promise((found) => tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && found(one)))
  await tools.send('ServiceWorker.enable')
  const { registrationId, scopeURL } = await registered
  assert.equal(scopeURL, `${server.base}/`)
  await tools.send('ServiceWorker.deliverPushMessage', { origin: server.base, registrationId, data: JSON.stringify(message) })
}

// listen keeps what the service worker of a page has the browser show, by tag as browsers
// do, and returns what reads that.
async function listen(page) {
  const [worker] = page.context().serviceWorkers()
  const shows = await worker.evaluate(() => {
    self.asked = {}
    const { registration } = self
    const show = registration.showNotification.bind(registration)
    registration.showNotification = (title, { body, tag, data, lang, ...more }) => {
      self.asked[tag] = { title, body, tag, data, lang }
      return show(title, { body, tag, data, lang, ...more }).catch(() => undefined)
    }
    return Notification.permission === 'granted'
  })
  const notices = async () => (await self.registration.getNotifications()).map(({ title, body, tag, data, lang }) => ({ title, body, tag, data, lang }))
  return () => worker.evaluate(shows ? notices : () => Object.values(self.asked))
}

// click has the service worker of a page hear that a notification was clicked, and returns
// what it does. Only a person's click may open or focus a window, so what the worker asks
// the browser for is noted instead.
function click(page, path) {
  const [worker] = page.context().serviceWorkers()
  return worker.evaluate(async (data) => {
    const done = { closed: 0, opened: [], focused: [] }
    self.clients.openWindow = async (address) => void done.opened.push(address)
    WindowClient.prototype.focus = async function () {
      done.focused.push(this.url)
    }
    const event = new Event('notificationclick')
    let end
    event.notification = { data, close: () => void done.closed++ }
    event.waitUntil = (promise) => (end = promise)
    self.dispatchEvent(event)
    await end
    return done
  }, path)
}

story('a device is told of the turn when no page shows the game', async () => {
  const [ana, ben] = [await visit(browser, { permissions: ['notifications'], locale: 'es' }), await visit(browser)]
  await ana.addInitScript(subscribe, {
    endpoint: `http://127.0.0.1:${service.address().port}/1`, p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url'),
  })
  await ana.goto(`${server.base}/settings`)
  const box = ana.locator('#notices')
  const said = () => box.getByRole('status').textContent()
  await shows(said, 'Desactivados: este dispositivo no te avisa.')
  await box.getByRole('button').click()
  await shows(said, /Inicia sesión o empieza una partida/)

  const made = await ana.request.post(`${server.base}/api/lobby/offers`, { data: { game: { board: 'rosette-3', color: 'black' } } })
  assert.equal(made.status(), 201, await made.text())
  const id = made.headers().location.split('/').at(-1)
  await ana.reload()
  await box.getByRole('button').click()
  await shows(said, 'Activados: este dispositivo te avisa.')
  assert.equal((await ben.request.post(`${server.base}/api/lobby/offers/${id}/accept`, { data: {} })).status(), 200)
  await until(() => pushed.length > 0)
  const message = read(pushed[0].body)
  assert.match(message.body, /^\p{Lu}\p{Ll}+( \d+)? espera tu jugada\.\n/u)
  assert.deepEqual([pushed[0].path, message.title, message.path, message.tag, message.lang], ['/1', 'Es tu turno', `/games/${id}`, `match/${id}`, 'es'])

  const shown = await listen(ana)
  await deliver(ana, message)
  const { title, body, tag, path: data, lang } = message
  await shows(shown, [{ title, body, tag, data, lang }])
  await deliver(ana, { ...message, body: 'another turn' })
  await shows(() => shown().then((list) => list.map(({ body }) => body)), ['another turn'])

  // A click opens the page of the game, once; it never leads to another site.
  assert.deepEqual(await click(ana, message.path), { closed: 1, opened: [`${server.base}/games/${id}`], focused: [] })
  await ana.goto(`${server.base}/games/${id}`)
  await ana.locator('.table').waitFor()
  assert.deepEqual(await click(ana, message.path), { closed: 1, opened: [], focused: [`${server.base}/games/${id}`] })
  assert.deepEqual(await click(ana, 'https://evil.example/games/1'), { closed: 1, opened: [], focused: [] })

  // Who signs in anew is told on: the next page gives the server this device again.
  for (const path of ['/', '/lobby']) {
    await ana.evaluate(() => localStorage.setItem('told', ''))
    await Promise.all([ana.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().includes('/api/notices')), ana.goto(server.base + path)])
    await shows(() => ana.evaluate(() => localStorage.getItem('told')), /./) // it was answered
  }

  await ana.goto(`${server.base}/settings`)
  await box.getByRole('button').click()
  await shows(said, 'Desactivados: este dispositivo no te avisa.')
})

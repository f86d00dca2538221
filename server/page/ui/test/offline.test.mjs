// The editor without a network: what its service worker keeps, and when. The pages come through a
// proxy that fails as asked, and that forbids the browser to keep files itself.
import assert from 'node:assert/strict'
import { createServer, request as send } from 'node:http'
import { after } from 'node:test'
import { browse, browseProfile, desktop, serve, shows, story, until, visit } from './support.mjs'
import { nodes, paste } from './records.mjs'

const server = await serve()
const browser = await browse()

// proxied starts a proxy. What it does is in state: up passes all on, down ends connections, hang
// never responds, and a number is the status of its responses. version is part of the names of style
// sheets, as in another version of the program; broken ones are missing.
async function proxied() {
  const proxy = { base: '', state: 'up', version: '', broken: false, asked: [] }
  const passOn = (asked, answer) => {
    if (proxy.broken && asked.url.endsWith('.css')) return void answer.writeHead(404).end()
    const path = proxy.version === '' ? asked.url : asked.url.replace(`.${proxy.version}.css`, '.css')
    const headers = { ...asked.headers, 'accept-encoding': path.endsWith('.wasm') ? 'br' : 'identity' }
    const to = send(server.base + path, { method: asked.method, headers }, (got) => {
      const parts = []
      got.on('data', (part) => parts.push(part)).on('end', () => {
        const kept = { ...got.headers }
        delete kept['content-length']
        delete kept.etag
        let body = Buffer.concat(parts)
        if (path.startsWith('/assets/')) kept['cache-control'] = 'no-store'
        if (/^text\/html/.test(kept['content-type'])) body = body.toString().replaceAll(/(\/assets\/[\w.]+)\.css/g, proxy.version === '' ? '$1.css' : `$1.${proxy.version}.css`)
        answer.writeHead(got.statusCode, kept).end(body)
      })
    })
    asked.pipe(to)
  }
  const listener = createServer((asked, answer) => {
    proxy.asked.push(asked.url)
    if (proxy.state === 'up') passOn(asked, answer)
    else if (proxy.state === 'down') asked.socket.destroy()
    else if (proxy.state !== 'hang') answer.writeHead(proxy.state, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  })
  await new Promise((ready) => listener.listen(0, '127.0.0.1', ready))
  after(() => (listener.closeAllConnections(), listener.close()))
  proxy.base = `http://127.0.0.1:${listener.address().port}`
  return proxy
}

// stored lists what the browser stores for the editor: addresses without hashes.
const stored = (page) =>
  page.evaluate(async () => (await (await caches.open('editor')).keys()).map(({ url }) => url.slice(location.origin.length)).sort())

// pages are the addresses of the stored pages.
const pages = async (page) => (await stored(page)).filter((at) => /^\/record(\?|$)/.test(at))

// versions lists the versions of the stored style sheets.
const versions = async (page) => [...new Set((await stored(page)).filter((at) => at.endsWith('.css')).map((at) => at.split('.').slice(2, -1).join()))].sort()

// shown waits until the page is ready in a language.
async function shown(page, lang) {
  await page.locator('.goban').waitFor()
  await page.locator('.tree [role=treeitem]').first().waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), lang)
}

// kept opens the page and waits until it is stored.
async function kept(proxy, query = '', options = {}) {
  const page = await visit(browser, { ...desktop, ...options })
  await page.goto(`${proxy.base}/record${query}`)
  await page.locator('.goban').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  return page
}

story('the page opens without a network in the languages in which it was read', async () => {
  const proxy = await proxied()
  const page = await kept(proxy, '?lang=fr')
  await shows(() => pages(page), ['/record', '/record?lang=fr'])
  proxy.state = 'down'
  await page.goto(`${proxy.base}/record`)
  await shown(page, 'fr')
  await paste(page, '(;GM[1]FF[4]SZ[9];B[cc];W[gg])')
  await shows(() => nodes(page).then((all) => all.length), 3)
  proxy.state = 'up'
  await page.goto(`${proxy.base}/record?lang=ht`)
  await shown(page, 'ht')
  await shows(() => pages(page), ['/record', '/record?lang=fr', '/record?lang=ht'])
  proxy.state = 'down'
  for (const [query, lang] of [['', 'ht'], ['?lang=fr', 'fr'], ['?lang=ht', 'ht'], ['?lang=es', 'ht']]) {
    await page.goto(`${proxy.base}/record${query}`)
    await shown(page, lang)
  }
  assert.deepEqual(page.faults, [])
})

story('a new version replaces the stored one in all languages, its files once no other tab may need them', async () => {
  const proxy = await proxied()
  const page = await kept(proxy, '?lang=fr')
  await shows(() => pages(page), ['/record', '/record?lang=fr'])
  await page.goto(`${proxy.base}/record?lang=en`)
  await shows(() => pages(page), ['/record', '/record?lang=en', '/record?lang=fr'])
  const before = await stored(page)
  const other = await page.context().newPage() // has the former version
  await other.goto(`${proxy.base}/record`)
  await shown(other, 'en')
  proxy.version = 'next'
  await page.reload()
  await shown(page, 'en')
  await shows(() => versions(page), ['', 'next'])
  await shows(() => stored(page).then((now) => now.length), before.length + 2) // the style sheets
  await other.close()
  await page.reload()
  await shows(() => versions(page), ['next'])
  assert.deepEqual(await stored(page), before.map((at) => at.replace(/\.css$/, '.next.css')).sort())
  proxy.state = 'down'
  await page.goto(`${proxy.base}/record?lang=fr`)
  await shown(page, 'fr')
  await shows(() => page.locator('link[rel=stylesheet]').evaluateAll((all) => all.every((one) => one.href.endsWith('.next.css') && one.sheet !== null)), true)
  assert.deepEqual(page.faults, [])
})

story('the stored page is shown if the server fails or does not respond, and no other page is', async () => {
  const proxy = await proxied()
  const page = await kept(proxy)
  await shows(() => pages(page), ['/record', '/record?lang=en'])
  for (const state of [502, 503, 429, 'hang']) {
    proxy.state = state
    await page.goto(`${proxy.base}/record`)
    await shown(page, 'en')
  }
  for (const [state, path] of [[404, '/record'], [502, '/settings'], [502, '/records']]) {
    proxy.state = state
    await page.goto(proxy.base + path)
    await shows(() => page.locator('h1').innerText(), 'Bad gateway')
  }
  proxy.state = 'up'
  await page.goto(`${proxy.base}/record`)
  await shown(page, 'en')
  assert.deepEqual(page.faults, [])
})

story('a page that cannot be stored whole leaves the former one', async () => {
  const proxy = await proxied()
  const page = await kept(proxy)
  await shows(() => pages(page), ['/record', '/record?lang=en'])
  const before = await stored(page)
  proxy.broken = true // style sheets of the next version are missing
  proxy.version = 'next'
  await page.reload()
  await until(() => proxy.asked.filter((at) => at.endsWith('.next.css')).length > 2) // by page and worker
  proxy.state = 'down'
  await page.reload()
  await shown(page, 'en')
  assert.deepEqual(await stored(page), before)
})

story('what is stored is what strangers see, and push has a worker of its own beside it', async () => {
  const page = await visit(browser, { ...desktop, permissions: ['notifications'] })
  await page.goto(`${server.base}/register`)
  await page.locator('[name=name]').fill('Secretive')
  await page.locator('[name=password]').fill('correct horse')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL((url) => url.pathname !== '/register')
  await page.goto(`${server.base}/record`)
  await page.getByText('Secretive').first().waitFor({ state: 'attached' })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await shows(() => pages(page), ['/record', '/record?lang=en'])
  const texts = await page.evaluate(async () => {
    const cache = await caches.open('editor')
    return Promise.all((await cache.keys()).filter(({ url }) => new URL(url).pathname === '/record').map(async ({ url }) => (await cache.match(url)).text()))
  })
  const stranger = await (await fetch(`${server.base}/record`, { headers: { 'accept-language': 'en' } })).text()
  assert.deepEqual(texts, [stranger, stranger])
  // As the settings do.
  const scopes = await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js')
    return (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort()
  })
  assert.deepEqual(scopes, ['/', '/record'])
  await page.context().setOffline(true)
  await page.reload()
  await shown(page, 'en')
  await page.context().setOffline(false)
  assert.deepEqual(page.faults, [])
})

story('a full storage is one sentence, and editing goes on', async () => {
  const context = await browseProfile()
  const page = context.pages()[0]
  await page.goto(`${server.base}/record`)
  await page.locator('.goban').waitFor()
  const state = () => page.locator('p.kept').innerText()
  const tools = await context.newCDPSession(page)
  await tools.send('Storage.overrideQuotaForOrigin', { origin: server.base, quotaSize: 1 })
  await paste(page, '(;GM[1]FF[4]SZ[9];B[cc];W[gg])')
  await shows(() => nodes(page).then((all) => all.length), 3)
  await page.keyboard.press('End')
  await page.keyboard.press('Delete')
  await shows(state, 'This browser’s storage is full. Save the record as a file, or delete old drafts.')
  await shows(() => nodes(page).then((all) => all.length), 2)
  await tools.send('Storage.overrideQuotaForOrigin', { origin: server.base })
  await page.keyboard.press('Control+z')
  await shows(() => nodes(page).then((all) => all.length), 3)
  await shows(state, 'All changes kept')
  await page.reload()
  await shows(() => nodes(page).then((all) => all.length), 3)
})

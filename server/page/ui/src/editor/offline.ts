// Keeps the editor's page and its files in this browser, so that it opens without a network. The page
// is stored in each language in which it was read, as strangers see it, and nothing else is stored.
import type { FetchEvent, Worker } from '../notice/scope'

const path = '/record'
const cacheName = 'editor'
const patience = 5000 // ms

// registerOffline has the browser keep the page that calls it.
export function registerOffline(): void {
  void navigator.serviceWorker?.register('/worker.js', { scope: path }).catch(() => undefined) // the page works without
}

// keepEditor serves the page of a worker whose scope it is.
export function keepEditor(scope: Worker): void {
  if (new URL(scope.registration.scope).pathname !== path) return
  scope.addEventListener('install', (event) => (event as FetchEvent).waitUntil(install()))
  scope.addEventListener('fetch', (event) => {
    const { request, respondWith } = event as FetchEvent
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (request.mode === 'navigate' && pathname === path) respondWith.call(event, page(scope, event as FetchEvent))
    else if (/^\/(assets|record)\//.test(pathname)) respondWith.call(event, asset(request))
  })
}

// install stores the page in the language that the server chooses for this person.
async function install(): Promise<void> {
  const { headers } = await fetch(path, { method: 'HEAD' })
  await store(headers.get('content-language')!)
}

// page returns the page from the server. If there is no response in time, or the server fails, it
// returns the stored page in the language of the address, or in that of the last visit.
async function page(scope: Worker, event: FetchEvent): Promise<Response> {
  const { request, resultingClientId } = event
  const stop = new AbortController()
  const answer = fetch(request, { signal: stop.signal })
  const late = new Promise<undefined>((over) => setTimeout(over, patience))
  const response = await Promise.race([answer.catch(() => undefined), late])
  const lang = response?.headers.get('content-language') ?? ''
  if (response?.ok) event.waitUntil(store(lang).then(() => sweep(scope, resultingClientId)))
  if (response !== undefined && response.status < 500 && response.status !== 429) return response
  const cache = await caches.open(cacheName)
  const chosen = new URL(request.url).searchParams.get('lang') ?? ''
  const found = (await cache.match(address(chosen))) ?? (await cache.match(path))
  if (found === undefined) return answer
  stop.abort()
  return found
}

// asset returns a file whose address has a hash of its content.
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(request.url)) ?? fetch(request)
}

const address = (lang: string): string => `${path}?lang=${lang}`

const assets = /(?<==")\/(assets|record)\/[\w.-]+/g

// filesOf returns the addresses of a page's files.
const filesOf = async (page: Response): Promise<string[]> => (await page.clone().text()).match(assets) ?? []

// store keeps the page in a language, which becomes that of the last visit. A new version of it is
// also stored in the other languages.
async function store(lang: string): Promise<void> {
  const cache = await caches.open(cacheName)
  const [stored, changed] = await storeOne(cache, lang)
  if (stored === undefined) return
  await cache.put(path, stored)
  if (!changed) return
  for (const { url } of await cache.keys()) {
    const other = new URL(url).searchParams.get('lang')
    if (other !== null && other !== lang) await storeOne(cache, other).catch(() => undefined) // the former one is whole
  }
}

// storeOne stores the page in a language after its files, and returns it and whether it has new files.
async function storeOne(cache: Cache, lang: string): Promise<[page?: Response, changed?: boolean]> {
  const page = await fetch(address(lang), { credentials: 'omit' })
  if (!page.ok) return []
  let changed = false
  for (const name of await filesOf(page)) {
    if ((await cache.match(name)) !== undefined) continue
    changed = true
    await cache.add(name)
  }
  await cache.put(address(lang), page.clone())
  return [page, changed]
}

// sweep deletes the files of former versions, unless another tab than the one that is opening may
// still need them.
async function sweep(scope: Worker, opening: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window' })
  if (tabs.some(({ id }) => id !== opening)) return
  const cache = await caches.open(cacheName)
  const keys = (await cache.keys()).map(({ url }) => new URL(url))
  const wanted = new Set<string>()
  for (const { pathname, href } of keys) if (pathname === path) for (const name of await filesOf((await cache.match(href))!)) wanted.add(name)
  for (const { pathname, href } of keys) if (pathname !== path && !wanted.has(pathname)) await cache.delete(href)
}

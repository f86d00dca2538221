// Keeps the editor's page and its files in this browser, so that it opens without a network. The page
// is stored as strangers see it, and nothing else is stored.
import type { FetchEvent, Worker } from '../notice/scope'

const path = '/record'
const cacheName = 'editor'

// registerOffline has the browser keep the page that calls it.
export function registerOffline(): void {
  void navigator.serviceWorker?.register('/worker.js', { scope: path }).catch(() => undefined) // the page works without
}

// keepEditor serves the page of a worker whose scope it is.
export function keepEditor(scope: Worker): void {
  if (new URL(scope.registration.scope).pathname !== path) return
  scope.addEventListener('install', (event) => (event as FetchEvent).waitUntil(store(`${location.origin}${path}`)))
  scope.addEventListener('fetch', (event) => {
    const { request, respondWith } = event as FetchEvent
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (request.mode === 'navigate' && pathname === path) respondWith.call(event, page(event as FetchEvent))
    else if (pathname.startsWith('/assets/')) respondWith.call(event, asset(request))
  })
}

// page returns the page from the server, or the stored one in its language, or in any.
async function page(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(store(`${location.origin}${path}?lang=${response.headers.get('content-language') ?? ''}`))
    return response
  } catch (error) {
    const cache = await caches.open(cacheName)
    const found = (await cache.match(request)) ?? (await cache.match(path))
    if (found === undefined) throw error
    return found
  }
}

// asset returns a file whose address has a hash of its content.
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(request.url)) ?? fetch(request)
}

const assets = /\/assets\/[\w.-]+/g

// store keeps a page as strangers see it, with its files, and deletes files of former versions.
async function store(address: string): Promise<void> {
  const response = await fetch(address, { credentials: 'omit' })
  if (!response.ok) return
  const cache = await caches.open(cacheName)
  const wanted = new Set((await response.clone().text()).match(assets))
  for (const name of wanted) if ((await cache.match(name)) === undefined) await cache.add(name)
  await cache.put(address, response.clone())
  await cache.put(path, response) // the language of the last visit
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (!pathname.startsWith('/assets/')) for (const name of (await (await cache.match(url))!.text()).match(assets) ?? []) wanted.add(name)
  }
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/assets/') && !wanted.has(pathname)) await cache.delete(url)
  }
}

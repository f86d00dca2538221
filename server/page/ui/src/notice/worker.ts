// The service worker. It shows what the server tells this device, and opens the page that
// it is about. Registered for the editor's page alone, it also keeps that page for when there is no
// network; no other page goes through it.
import { keepEditor } from '../editor/offline'
import type { Click, Push, Worker } from './scope'

interface Notice {
  title: string
  body: string
  path: string
  tag: string
  lang: string
}

const worker = self as unknown as Worker
keepEditor(worker)

worker.addEventListener('push', (event) => {
  const push = event as Push
  const { title, body, path, tag, lang } = push.data.json() as Notice
  push.waitUntil(worker.registration.showNotification(title, { body, tag, lang, icon: '/apple-touch-icon.png', data: path }))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification, waitUntil } = event as Click
  notification.close()
  waitUntil.call(event, show(new URL(String(notification.data), location.origin)))
})

// show brings the page of an address of this site to the front, or opens it.
async function show(address: URL): Promise<void> {
  if (address.origin !== location.origin) return
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname)
  await (there === undefined ? worker.clients.openWindow(address.href) : there.focus())
}

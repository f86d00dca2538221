// What only a service worker has: the library of types is that of pages.
export interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
export interface Push extends ExtendableEvent {
  data: { json(): unknown }
}
export interface Click extends ExtendableEvent {
  notification: Notification
}
export interface Page {
  id: string
  url: string
  focus(): Promise<unknown>
}
export interface Worker extends EventTarget {
  registration: ServiceWorkerRegistration
  clients: { matchAll(which: object): Promise<Page[]>; openWindow(address: string): Promise<unknown> }
}

export interface FetchEvent extends ExtendableEvent {
  request: Request
  resultingClientId: string // of the page that a navigation opens
  respondWith(response: Promise<Response>): void
}

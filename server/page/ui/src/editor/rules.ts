// The rules and the editor, which run as WebAssembly in a worker, so that the page never waits.
import type { Request, Response } from '../net/editor'

export interface Rules {
  // call sends a request to the editor. Responses come in the order of the requests. It fails if the
  // program cannot be loaded or has ended.
  call(request: Request): Promise<Response>
  close(): void
}

interface Waiting {
  done(response: Response): void
  failed(error: Error): void
}

// createRules starts a worker with the script and the program at the addresses.
export function createRules(addresses: { worker: string; program: string }): Rules {
  const worker = new Worker(addresses.worker, { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let broken: DOMException | undefined
  const fail = () => {
    broken = new DOMException('', 'NetworkError')
    waiting.forEach(({ failed }) => failed(broken!))
    waiting.clear()
  }
  worker.onerror = fail
  worker.onmessage = ({ data }: MessageEvent<{ failed: true } | { id: number; response: string }>) => {
    if ('failed' in data) return fail()
    const to = waiting.get(data.id)
    waiting.delete(data.id)
    to?.done(JSON.parse(data.response) as Response)
  }
  worker.postMessage({ address: new URL(addresses.program, location.href).href })
  const call = (request: Request) =>
    new Promise<Response>((done, failed) => {
      if (broken !== undefined) return failed(broken)
      const id = ++last
      waiting.set(id, { done, failed })
      worker.postMessage({ id, request: JSON.stringify(request) })
    })
  return { call, close: () => worker.terminate() }
}

// encodeFile returns a file's bytes for a request.
export async function encodeFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const chunk = 0x8000
  let text = ''
  for (let i = 0; i < bytes.length; i += chunk) text += String.fromCharCode(...bytes.subarray(i, i + chunk))
  return btoa(text)
}

// The worker that runs the rules. Its first message is the address of the compiled program; each
// further one is a request with a number, answered by a response with the same number.
import 'go/wasm_exec'

// Program is what Go's wasm_exec.js adds.
interface Program {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

const scope = self as unknown as { Go: new () => Program; rosetteEditor(request: string): string; postMessage(message: unknown): void }

// start loads the program.
async function start(address: string): Promise<void> {
  const go = new scope.Go()
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), go.importObject)
  void go.run(instance)
}

let ready: Promise<void> | undefined
self.onmessage = ({ data }: MessageEvent<{ address: string } | { id: number; request: string }>) => {
  if ('address' in data) {
    ready = start(data.address)
    ready.catch(() => scope.postMessage({ failed: true }))
    return
  }
  void ready?.then(() => scope.postMessage({ id: data.id, response: scope.rosetteEditor(data.request) }))
}

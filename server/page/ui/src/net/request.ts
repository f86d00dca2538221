// Requests to the server, and the error of one that failed.
import type { Words } from '../common/i18n'
import type { Problem } from './wire'

// A Failure has a sentence for people and, in detail, what the server found, in English.
export class Failure extends Error {
  constructor(
    message: string,
    readonly code = '',
    readonly detail = '',
    readonly status = 0, // of HTTP; 0 if the server was not reached
  ) {
    super(message)
  }
}

// A Request is what is sent along; with a body it is a POST unless it says otherwise.
interface Request {
  method?: 'PUT' | 'DELETE'
  json?: unknown
  file?: Blob
  signal?: AbortSignal
}

function options({ method, json, file, signal }: Request): RequestInit {
  const abort = { ...(signal === undefined ? {} : { signal }), ...(method === undefined ? {} : { method }) }
  const post = (type: string, body: BodyInit) => ({ method: 'POST', headers: { 'content-type': type }, body, ...abort })
  if (file !== undefined) return post('application/octet-stream', file)
  return json === undefined ? abort : post('application/json', JSON.stringify(json))
}

// connectionFailure is the Failure where the server was not reached, or another program answered.
const connectionFailure = (words: Words) => new Failure(words.refusal('not-now'))

function parse<T>(words: Words, text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw connectionFailure(words)
  }
}

// requestBlob returns the body of a response, in the language of the page. The error is a
// Failure.
export async function requestBlob(words: Words, path: string, request: Request = {}): Promise<Blob> {
  const address = `${path}${path.includes('?') ? '&' : '?'}lang=${words.lang}`
  const fetchBody = async (): Promise<[Response, Blob]> => {
    const answer = await fetch(address, options(request))
    return [answer, await answer.blob()]
  }
  const [{ ok, status }, body] = await fetchBody().catch(() => Promise.reject(connectionFailure(words)))
  if (ok) return body
  const { code, detail, cause } = parse<Problem>(words, await body.text())
  throw new Failure(detail, code, cause, status)
}

// requestLines calls take with each JSON value of a response that comes line by line. The error is
// a Failure.
export async function requestLines<T>(words: Words, path: string, request: Request, take: (value: T) => void): Promise<void> {
  const answer = await fetch(`${path}?lang=${words.lang}`, options(request)).catch(() => Promise.reject(connectionFailure(words)))
  if (!answer.ok || answer.body === null) {
    const { code, detail, cause } = parse<Problem>(words, await answer.text())
    throw new Failure(detail, code, cause, answer.status)
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read().catch(() => Promise.reject(connectionFailure(words)))
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line !== '') take(parse<T>(words, line))
  }
}

// requestJSON returns the JSON of a response. The error is a Failure.
export async function requestJSON<T>(words: Words, path: string, request?: Request): Promise<T> {
  return parse(words, await (await requestBlob(words, path, request)).text())
}

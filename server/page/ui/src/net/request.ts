// Requests to the server: one way to ask, and one way to say that it failed.
import type { Words } from '../common/i18n'
import type { Problem } from './wire'

// A Failure is a sentence for people, and what exactly the server found, in English.
export class Failure extends Error {
  constructor(
    message: string,
    readonly code = '',
    readonly exactly = '',
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

// unanswered is the Failure where the server was not reached, or something else answered.
const unanswered = (words: Words) => new Failure(words.refusal('not-now'))

function parse<T>(words: Words, text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw unanswered(words)
  }
}

// askBlob returns what the server answers. It speaks the language of the page. The error
// is a Failure.
export async function askBlob(words: Words, path: string, request: Request = {}): Promise<Blob> {
  const address = `${path}${path.includes('?') ? '&' : '?'}lang=${words.lang}`
  const fetched = async (): Promise<[Response, Blob]> => {
    const answer = await fetch(address, options(request))
    return [answer, await answer.blob()]
  }
  const [{ ok, status }, body] = await fetched().catch(() => Promise.reject(unanswered(words)))
  if (ok) return body
  const { code, detail, cause } = parse<Problem>(words, await body.text())
  throw new Failure(detail, code, cause, status)
}

// ask returns the JSON that the server answers. The error is a Failure.
export async function ask<T>(words: Words, path: string, request?: Request): Promise<T> {
  return parse(words, await (await askBlob(words, path, request)).text())
}

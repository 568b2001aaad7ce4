import type { Problem } from '#core/problem.ts'
import { cutStream } from '#servers/lib/cut-stream.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { TokenWatch, WatchedToken } from '#servers/lib/token-watch.ts'

/** How a stream of each media type tells one more thing. */
const FRAMES: Record<string, (json: string) => string> = {
  'text/event-stream': json => `data: ${json}\n\n`,
  'application/x-ndjson': json => `${json}\n`
}

type LetInBy = { person: Person | null; credential: CredentialCaller | null }

/** Watches the token of a call; null for a caller without one. */
export function watchCaller(watch: TokenWatch, { person, credential }: LetInBy, token: string | null): WatchedToken | null {
  if (credential !== null && token !== null) return watch.watch({ credentialId: credential.credentialId, token })
  return person === null ? null : watch.watch({ grantId: person.grantId })
}

/** Aborted when the caller leaves, and when their token is ended. */
export function joinSignals(request: Request, watched: WatchedToken | null): AbortSignal {
  return watched === null ? request.signal : AbortSignal.any([request.signal, watched.signal])
}

/** A caller whose token ended while they waited is told of the token, not of the waiting. */
export function explainEnd(problem: Problem, watched: WatchedToken | null): Problem {
  return watched?.signal.aborted === true && problem.code === 'canceled' ? (watched.signal.reason as Problem) : problem
}

/**
 * The body of an answer, watched to its end: an open stream ends with its token, and its last frame is the body with
 * which the same call is refused from now on. Any other answer is whole by now.
 */
export function watchBody(watched: WatchedToken, { body, headers }: Response, refusal: (problem: Problem) => Response): Response['body'] {
  const frame = FRAMES[headers.get('content-type')?.split(';')[0] ?? '']
  if (body === null || frame === undefined) {
    watched.stop()
    return body
  }
  const { signal, stop } = watched
  // Aborted by the watch alone, and with a problem.
  const lastFrame = async (): Promise<string> => frame(await refusal(signal.reason as Problem).text())
  return cutStream(body, signal, { lastFrame, over: stop })
}

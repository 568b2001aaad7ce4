import type { Problem } from '#core/problem.ts'
import { cutStream } from '#servers/lib/cut-stream.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { TokenWatch, WatchedToken } from '#servers/lib/token-watch.ts'

/** Formats one more message of a stream, by media type. */
const FRAMES: Record<string, (json: string) => string> = {
  'text/event-stream': json => `data: ${json}\n\n`,
  'application/x-ndjson': json => `${json}\n`
}

type LetInBy = { person: Person | null; credential: CredentialCaller | null }

/** Watches the token of a call; null for a caller without a token. */
export function watchCaller(
  watch: TokenWatch,
  { person, credential }: LetInBy,
  token: string | null
): WatchedToken | null {
  if (credential !== null && token !== null)
    return watch.watch({ credentialId: credential.credentialId, token })
  return person === null ? null : watch.watch({ grantId: person.grantId })
}

/** Returns a signal that is aborted when the caller disconnects, or their token becomes invalid. */
export function joinSignals(request: Request, watched: WatchedToken | null): AbortSignal {
  return watched === null ? request.signal : AbortSignal.any([request.signal, watched.signal])
}

/**
 * Returns the problem of the token if it became invalid while the caller waited, rather than
 * `canceled`.
 */
export function tokenEndProblem(problem: Problem, watched: WatchedToken | null): Problem {
  return watched?.signal.aborted === true && problem.code === 'canceled'
    ? (watched.signal.reason as Problem)
    : problem
}

/**
 * Watches a response body until its end. A stream is cut off when its token becomes invalid, and
 * its last frame contains the problem with which the same call would now be refused. Any other
 * response is already complete.
 */
export function watchBody(
  watched: WatchedToken,
  { body, headers }: Response,
  refusal: (problem: Problem) => Response
): Response['body'] {
  const frame = FRAMES[headers.get('content-type')?.split(';')[0] ?? '']
  if (body === null || frame === undefined) {
    watched.stop()
    return body
  }
  const { signal, stop } = watched
  // The cast is safe: only the watch aborts this signal, always with a Problem.
  const lastFrame = async (): Promise<string> =>
    frame(await refusal(signal.reason as Problem).text())
  return cutStream(body, signal, { lastFrame, over: stop })
}

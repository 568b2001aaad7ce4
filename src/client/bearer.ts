import { goToSignIn } from '#client/sign-in.ts'
import { Problem } from '#core/problem.ts'

/** The source of a bearer token. */
type TokenSource = {
  /** Returns the current token, or a new one; null if nobody is signed in. */
  current(): Promise<string | null>
  /** Returns a newer token than `stale`, shared by concurrent callers; null if there is none. */
  renew(stale: string): Promise<string | null>
}

const SIGNED_OUT = 'signed out'

/**
 * Runs a request with a bearer token. A refused token is renewed once.
 * @throws Problem whatever the request throws; `invalid_token` when there is no token
 */
export async function withBearer<T>(
  source: TokenSource,
  run: (token: string) => Promise<T>
): Promise<T> {
  const token = (await source.current()) ?? leave()
  try {
    return await run(token)
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status !== 401) throw thrown
    return run((await source.renew(token)) ?? leave())
  }
}

/**
 * Waits for a request that the user started. If nobody is signed in any more, it redirects to the
 * sign-in page.
 * @throws Problem as `answer` does
 */
export async function withSignInRedirect<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (thrown instanceof Problem && (thrown.detail === SIGNED_OUT || isForPeople(thrown)))
      goToSignIn()
    throw thrown
  }
}

/** Checks whether a request was refused because it needs a signed-in user. */
function isForPeople({ issues }: Problem): boolean {
  return issues.some(({ code }) => code === 'guest')
}

function leave(): never {
  throw new Problem('invalid_token', { detail: SIGNED_OUT })
}

import { goToSignIn } from '#client/sign-in.ts'
import { Problem } from '#core/problem.ts'

/** Where a bearer comes from. */
export type TokenSource = {
  /** The one at hand, else a new one; null for nobody. */
  current(): Promise<string | null>
  /** A newer one than `stale`, shared by all who ask at once; null when there is none to be had. */
  renew(stale: string): Promise<string | null>
}

const SIGNED_OUT = 'signed out'

/**
 * Runs a call with a bearer. A refused one is renewed once, silently.
 * @throws Problem whatever the call throws; `invalid_token` when there is no bearer
 */
export async function withBearer<T>(source: TokenSource, run: (token: string) => Promise<T>): Promise<T> {
  const token = (await source.current()) ?? leave()
  try {
    return await run(token)
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status !== 401) throw thrown
    return run((await source.renew(token)) ?? leave())
  }
}

/** For what a person has asked for themselves: when nobody is signed in any more, it leads there. @throws Problem as `answer` does */
export async function orSignIn<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (thrown instanceof Problem && (thrown.detail === SIGNED_OUT || isForPeople(thrown))) goToSignIn()
    throw thrown
  }
}

/** Was it refused because nobody has signed in? */
function isForPeople({ issues }: Problem): boolean {
  return issues.some(({ code }) => code === 'guest')
}

function leave(): never {
  throw new Problem('invalid_token', { detail: SIGNED_OUT })
}

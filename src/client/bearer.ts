import { Problem } from '#core/problem.ts'

/** Where a bearer comes from. */
export type TokenSource = {
  /** The one at hand, else a new one; null for nobody. */
  current(): Promise<string | null>
  /** A newer one than `stale`, shared by all who ask at once; null when there is none to be had. */
  renew(stale: string): Promise<string | null>
  /** What to do when nobody is signed in. */
  signIn(): void
}

/**
 * Runs a call with a bearer. A refused one is renewed once, silently; then the person is asked to sign in.
 * @throws Problem whatever the call throws; `invalid_token` when there is no bearer
 */
export async function withBearer<T>(source: TokenSource, run: (token: string) => Promise<T>): Promise<T> {
  const token = (await source.current()) ?? leave(source)
  try {
    return await run(token)
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status !== 401) throw thrown
    return run((await source.renew(token)) ?? leave(source))
  }
}

function leave(source: TokenSource): never {
  source.signIn()
  throw new Problem('invalid_token', { detail: 'signed out' })
}

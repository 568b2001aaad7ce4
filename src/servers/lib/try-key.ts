import type { Account } from '#catalog/chat/provider.server.ts'
import type { KeyTest } from '#contract/provider-key.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { checkKey } from '#providers/key-check.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds that a vendor is given to say whether it takes a key. */
const PATIENCE = 15_000

/** What one call with a key comes to. Never throws. */
export async function tryKey(
  { fetch }: Pick<Context, 'fetch'>,
  vendor: string,
  account: Account
): Promise<KeyTest & { problem: Problem | null }> {
  const began = performance.now()
  const took = (): number => Math.round(performance.now() - began)
  try {
    await checkKey(vendor, { fetch, ...account, signal: AbortSignal.timeout(PATIENCE) })
    return { ok: true, code: null, milliseconds: took(), detail: '', problem: null }
  } catch (error) {
    const problem = toProblem(error)
    return { ok: false, code: codeOf(problem), milliseconds: took(), detail: problem.detail || problem.code, problem }
  }
}

/** Only what a vendor says of its account speaks against a key; one that is busy says nothing of it. */
function codeOf(problem: Problem): 'refused' | 'unreachable' {
  return problem instanceof AccountProblem && problem.code !== 'busy' ? 'refused' : 'unreachable'
}

/** What one call with a key that is kept comes to. @param box it, encrypted; one that no secret opens is no good either */
export async function testKept(
  context: Pick<Context, 'fetch' | 'secrets'>,
  vendor: string,
  { baseURL, box }: { baseURL: string; box: string }
): Promise<KeyTest> {
  const apiKey = opened(context, box)
  if (apiKey === null) {
    const detail = 'the kept key cannot be opened with this SECRET: enter it again'
    return { ok: false, code: 'refused', milliseconds: 0, detail }
  }
  const { problem: _, ...told } = await tryKey(context, vendor, { baseURL, apiKey })
  return told
}

function opened({ secrets }: Pick<Context, 'secrets'>, box: string): string | null {
  try {
    return secrets.open(box)
  } catch {
    return null
  }
}

/**
 * Nothing is kept that does not work.
 * @throws Problem `bad_request` naming the field: the key, or the address where no such vendor is
 */
export async function requireGoodKey(context: Pick<Context, 'fetch'>, vendor: string, account: Account): Promise<void> {
  const { problem, code } = await tryKey(context, vendor, account)
  if (problem === null || code === null) return
  // A vendor that is busy has looked at the key before.
  if (problem.code === 'busy') return
  const field = code === 'refused' ? 'key' : 'base_url'
  throw new Problem('bad_request', { detail: `${field}: ${problem.detail || problem.code}`, issues: [{ field, code }], cause: problem })
}

/** The last characters, of which four tell one key from another and help nobody who looks for it. */
export function lastOf(key: string): string {
  return key.slice(-4)
}

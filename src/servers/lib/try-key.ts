import { checkVendorKey } from '#providers/key-check.ts'
import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import type { KeyTest } from '#contract/provider-key.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds in which a vendor must accept or refuse a key. */
const PATIENCE = 15_000

/** Tests a key with one call to its vendor. Never throws. */
export async function testKey(
  { fetch }: Pick<Context, 'fetch'>,
  vendor: string,
  account: VendorAccount
): Promise<KeyTest & { problem: Problem | null }> {
  const began = performance.now()
  const took = (): number => Math.round(performance.now() - began)
  try {
    await checkVendorKey(vendor, { fetch, ...account, signal: AbortSignal.timeout(PATIENCE) })
    return { ok: true, code: null, milliseconds: took(), detail: '', problem: null }
  } catch (error) {
    const problem = toProblem(error)
    return {
      ok: false,
      code: codeOf(problem),
      milliseconds: took(),
      detail: problem.detail || problem.code,
      problem
    }
  }
}

/**
 * A key is bad only when the vendor complains about its account. A busy vendor says nothing about
 * the key.
 */
function codeOf(problem: Problem): 'refused' | 'unreachable' {
  return problem instanceof AccountProblem && problem.code !== 'busy' ? 'refused' : 'unreachable'
}

/**
 * Tests a stored key with one call.
 * @param box the encrypted key; one that no secret opens counts as refused
 */
export async function testStoredKey(
  context: Pick<Context, 'fetch' | 'secrets'>,
  vendor: string,
  { baseURL, box }: { baseURL: string; box: string }
): Promise<KeyTest> {
  const apiKey = opened(context, box)
  if (apiKey === null) {
    const detail = 'the stored key cannot be opened with this SECRET: enter it again'
    return { ok: false, code: 'refused', milliseconds: 0, detail }
  }
  const { problem: _, ...told } = await testKey(context, vendor, { baseURL, apiKey })
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
 * Ensures that a key works before it is stored.
 * @throws Problem `bad_request` with the field: the key, or the address where no such vendor
 *   responds
 */
export async function requireGoodKey(
  context: Pick<Context, 'fetch'>,
  vendor: string,
  account: VendorAccount
): Promise<void> {
  const { problem, code } = await testKey(context, vendor, account)
  if (problem === null || code === null) return
  // A vendor that says it is busy has already accepted the key.
  if (problem.code === 'busy') return
  const field = code === 'refused' ? 'key' : 'base_url'
  throw new Problem('bad_request', {
    detail: `${field}: ${problem.detail || problem.code}`,
    issues: [{ field, code }],
    cause: problem
  })
}

/** Returns the last four characters: enough to tell keys apart, useless to an attacker. */
export function lastCharacters(key: string): string {
  return key.slice(-4)
}

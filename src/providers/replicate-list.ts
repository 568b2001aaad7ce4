import { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import { replicateHeaders } from '#providers/replicate.ts'
import { callVendor } from '#providers/vendor-call.ts'

/** Number of calls at a time. Replicate allows many more in a minute. */
const AT_ONCE = 10

/**
 * Returns which of these models Replicate has. The calls cost nothing. Source: replicate.com/docs,
 * "HTTP API", "Get a model" and "Get a model version", 2026.
 * @param asked models as `owner/name` or `owner/name:version`
 * @throws Problem where Replicate refuses the key or cannot be reached
 */
export async function listReplicateModels(
  upstream: VendorConnection,
  asked: readonly string[]
): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE)
    const has = await Promise.all(some.map(model => hasModel(upstream, model)))
    found.push(...some.filter((_, index) => has[index]))
  }
  return found
}

async function hasModel(upstream: VendorConnection, name: string): Promise<boolean> {
  const [model = '', version] = name.split(':')
  const path = version === undefined ? `models/${model}` : `models/${model}/versions/${version}`
  try {
    await callVendor(upstream, path, { headers: replicateHeaders(upstream) })
    return true
  } catch (error) {
    if (error instanceof Problem && / \(404\)/.test(error.detail)) return false
    throw error
  }
}

import { isEndpointName } from '#catalog/from-schema/document.ts'
import type { VendorEndpoints } from '#contract/vendor-endpoint.ts'
import { Problem } from '#core/problem.ts'
import { searchFalEndpoints } from '#providers/fal-list.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds in which fal must answer. */
const PATIENCE = 15_000

/**
 * Searches fal's endpoints, whose schemas make own services. Names that no schema could be read
 * from are left out.
 * @throws Problem if there is no key for fal, or if fal cannot be reached
 */
export async function findEndpoints(
  { keys, fetch }: Pick<Context, 'keys' | 'fetch'>,
  words: string
): Promise<VendorEndpoints> {
  await keys.refresh()
  const [account] = keys.of('fal')
  if (account === undefined)
    throw new Problem('bad_request', {
      detail: 'there is no key for fal',
      issues: [{ field: 'search', code: 'no_key' }]
    })
  const { baseURL, apiKey } = account
  const signal = AbortSignal.timeout(PATIENCE)
  const found = await searchFalEndpoints({ fetch, baseURL, apiKey, signal }, words)
  return { items: found.filter(({ endpoint }) => isEndpointName('fal', endpoint)) }
}

import { Problem } from '#core/problem.ts'
import { callVendor } from '#providers/vendor-call.ts'
import type { Transport } from '#providers/vendor-media.ts'

/**
 * A server that answers a POST with its result, as an OpenAPI document describes it. The path is
 * its whole address. The key, if there is one, is sent as a bearer token.
 */
export const postTransport: Transport = {
  async submit({ path, body }, upstream) {
    const { apiKey } = upstream
    const headers: Record<string, string> =
      apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
    return { answer: await callVendor(upstream, path, { method: 'POST', headers, body }) }
  },
  async poll() {
    throw new Problem('api_error', { detail: 'this server has no jobs' })
  }
}

import { callVendorForFileOrJson, rejectPolling } from '#providers/vendor-call.ts'
import type { Transport } from '#providers/vendor-media.ts'

const FILE = /^(image|video|audio)\//

/**
 * Calls a server that answers a POST with its result, as an OpenAPI document describes it: in JSON,
 * or as `{ file }` in Base64. The path is the server's whole address. The key, if there is one, is
 * sent as a bearer token. Source: the specification OpenAPI 3.1.1 of October 2024; fields and
 * answers are those of the operator's own document (decision 59).
 */
export const postTransport: Transport = {
  async submit({ path, body }, upstream) {
    const { apiKey } = upstream
    const headers = {
      accept: 'application/json, image/*, video/*, audio/*',
      ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` })
    }
    return {
      answer: await callVendorForFileOrJson(upstream, path, {
        method: 'POST',
        headers,
        body,
        type: FILE
      })
    }
  },
  poll: rejectPolling
}

import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import type { Json } from '#core/json.ts'
import { createUpstreamMedia } from '#providers/upstream.ts'

/** Polls a task for which the upstream answers with this response. */
function look(response: Json) {
  const fetch = async (): Promise<Response> => Response.json({ finished_at: 1, response })
  const upstream = {
    fetch,
    baseURL: 'https://upstream.example',
    apiKey: 'key',
    signal: AbortSignal.timeout(1000)
  }
  return createUpstreamMedia(flux).poll({ id: 'task', action: 'images' }, upstream)
}

const IMAGE = 'https://files.example/a.png'

test('an output has its file, and an address that is not http is left out', async () => {
  const data: Json[] = [
    { image_url: IMAGE, seed: 7, more_url: 'javascript:alert(1)' },
    { seed: 8 },
    null
  ]
  await expect(look({ success: true, data })).resolves.toEqual({
    status: 'succeeded',
    outputs: [{ values: { seed: 7 }, files: { image_url: { url: IMAGE } } }]
  })
})

test.each([['x'], [[null]], [[{}]], [[{ image_url: '/files/../../etc' }]]] as [Json][])(
  'an answer without the requested file is a failure: %j',
  async data => {
    await expect(look({ success: true, data })).resolves.toMatchObject({
      status: 'failed',
      problem: { code: 'api_error' }
    })
  }
)

test('an error code that our API does not have is not passed on', async () => {
  const looked = await look({ success: false, error: { code: 'sk-supersecret', message: 'no' } })
  expect(JSON.stringify(looked)).not.toContain('supersecret')
})

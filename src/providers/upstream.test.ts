import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import type { Json } from '#core/json.ts'
import { upstreamMedia } from '#providers/upstream.ts'

/** What a look comes to where the upstream answers so. */
function look(response: Json) {
  const fetch = async (): Promise<Response> => Response.json({ finished_at: 1, response })
  const upstream = { fetch, baseURL: 'https://upstream.example', apiKey: 'key', signal: AbortSignal.timeout(1000) }
  return upstreamMedia(flux).poll({ id: 'task', action: 'images' }, upstream)
}

const IMAGE = 'https://files.example/a.png'

test('what was made is told by its file; an address that leads nowhere is left out', async () => {
  const data: Json[] = [{ image_url: IMAGE, seed: 7, more_url: 'javascript:alert(1)' }, { seed: 8 }, null]
  await expect(look({ success: true, data })).resolves.toEqual({
    status: 'succeeded',
    outputs: [{ values: { seed: 7 }, files: { image_url: { url: IMAGE } } }]
  })
})

test.each([['x'], [[null]], [[{}]], [[{ image_url: '/files/../../etc' }]]] as [Json][])(
  'an answer without what was asked for has failed: %j',
  async data => {
    await expect(look({ success: true, data })).resolves.toMatchObject({ status: 'failed', problem: { code: 'api_error' } })
  }
)

test('a code of the upstream that is none of ours is not repeated', async () => {
  const looked = await look({ success: false, error: { code: 'sk-supersecret', message: 'no' } })
  expect(JSON.stringify(looked)).not.toContain('supersecret')
})

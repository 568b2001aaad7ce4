import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Drift } from '#contract/drift.ts'
import { checkDrift } from '#servers/drift/check-drift.ts'
import type { FalServer } from '../support/fal-server.ts'
import { openFalWorld } from '../support/http-fal.ts'
import { ownToolsOf } from '../support/own-tools.ts'
import { json } from '../support/studio.ts'
import { PORTRAIT } from '../support/vendor-schemas.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

let [world, vendor] = [] as unknown as [VendorWorld, FalServer]
beforeAll(async () => {
  ;({ world, vendor } = await openFalWorld())
})
afterAll(() => world.close())

/** Lists the endpoints of fal that are shown as gone, each with our names. */
async function shown(): Promise<unknown[]> {
  const token = world.ada.token.access_token
  const { items } = await json<Drift>(world.studio.call('/api/v1/operation/drift', { token }))
  return items.map(({ kind, model, names }) => [kind, model, ...names])
}

test('a vanished endpoint of a tool that an operator made is listed while the tool is on sale', async () => {
  const own = ownToolsOf(world)
  const { id } = await own.sell(PORTRAIT)
  vendor.gone = ['fal-ai/portrait/dev']
  await checkDrift(world.studio.context, 0)
  expect(await shown()).toEqual([['gone', 'fal-ai/portrait/dev', id]])
  await own.change(id, { enabled: false })
  expect(await shown()).toEqual([])
  await own.call('DELETE', `/${id}`)
})

test('a vanished endpoint is listed until the operator has replaced each model that leads to it', async () => {
  const endpoint = 'fal-ai/kling-video/v2.1/master/text-to-video'
  vendor.gone = [endpoint]
  await checkDrift(world.studio.context, 0)
  const replace = (retired_models: object | null): Promise<object> =>
    json(
      world.studio.call('/api/v1/services/kling', {
        method: 'PUT',
        json: { retired_models },
        token: world.ada.token.access_token
      })
    )
  const open = [['gone', endpoint, 'kling']]
  expect(await shown()).toEqual(open)
  await replace({ 'kling-v2-6': 'kling-v3' })
  expect(await shown()).toEqual(open)
  await replace({ 'kling-v2-1-master': 'kling-v3' })
  expect(await shown()).toEqual([])
  await replace(null)
  expect(await shown()).toEqual(open)
})

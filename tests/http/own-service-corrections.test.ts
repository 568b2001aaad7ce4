import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedService } from '#contract/own-service.ts'
import type { Json } from '#core/json.ts'
import type { Service } from '#core/service.ts'
import type { FalServer } from '../support/fal-server.ts'
import { openFalWorld, outputsOf } from '../support/http-fal.ts'
import { ownToolsOf, type OwnTools } from '../support/own-tools.ts'
import { json } from '../support/studio.ts'
import { PORTRAIT, serverSchema } from '../support/vendor-schemas.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

let [world, vendor] = [] as unknown as [VendorWorld, FalServer]
let own: OwnTools
beforeAll(async () => {
  ;({ world, vendor } = await openFalWorld())
  own = ownToolsOf(world)
})
afterAll(() => world.close())

const declared = async (id: string): Promise<Service> =>
  (await json<{ service: Service }>(world.studio.call(`/api/v1/own-services/${id}`))).service

test('an operator corrects the kind of results that a schema did not say', async () => {
  const { id, output } = await own.sell(serverSchema(vendor.url))
  expect(output).toEqual({ path: ['image_url'], kind: 'image' })
  const changed = await own.change(id, { output: { kind: 'video' } })
  expect(changed.output).toEqual({ path: ['image_url'], kind: 'video' })
  expect(await declared(id)).toMatchObject({
    medium: 'video',
    actions: { run: { shows: { field: 'video_url', as: 'video' }, deadline: 1800 } }
  })
  vendor.next.push({ body: { image_url: `${vendor.url}/made/sea.mp4` } })
  const { result } = await world.post(`/${id}/run`, { prompt: 'The sea' })
  expect(outputsOf(result)).toEqual([{ video_url: expect.stringMatching(/\.mp4$/) }])
})

test('an operator corrects what fields take, and returns to the limits of the vendor', async () => {
  const { id } = await own.sell(PORTRAIT)
  const fields = [
    { name: 'guidance_scale', min: 2, max: 10 },
    { name: 'image_url', accept: 'video', required: true }
  ]
  await own.change(id, { fields })
  const { actions } = await declared(id)
  expect(actions?.['run']?.fields).toMatchObject({
    guidance_scale: { min: 2, max: 10, default: 3.5 },
    image_url: { accept: 'video', bytes: 100_000_000, required: true }
  })
  const { status, result } = await world.post(`/${id}/run`, {
    prompt: 'A fox',
    guidance_scale: 11
  })
  expect([status, result['error']]).toEqual([
    400,
    expect.objectContaining({
      issues: [
        { field: 'image_url', code: 'required' },
        { field: 'guidance_scale', code: 'too_large' }
      ]
    })
  ])
  const before = await own.change(id, {
    fields: [
      { name: 'guidance_scale', min: 1, max: 20 },
      { name: 'image_url', accept: 'image', required: false }
    ]
  })
  const [image, guidance] = ['image_url', 'guidance_scale'].map(
    name => before.fields.find(each => each.name === name)?.field
  )
  expect(image).toEqual({ type: 'file', accept: 'image', max: 1, bytes: 10_000_000 })
  expect(guidance).toEqual({ type: 'number', min: 1, max: 20, default: 3.5 })
})

test.each([
  [
    'a range that the vendor refuses',
    { name: 'guidance_scale', max: 50 },
    'guidance_scale bad_range'
  ],
  ['a reversed range', { name: 'guidance_scale', min: 9, max: 8 }, 'guidance_scale bad_range'],
  ['a value between two steps', { name: 'num_images', min: 1.5 }, 'num_images bad_range'],
  ['a range without the default', { name: 'guidance_scale', min: 5 }, 'guidance_scale bad_default'],
  ['a range of a text', { name: 'prompt', max: 50 }, 'prompt not_allowed'],
  ['a file kind of a text', { name: 'prompt', accept: 'image' }, 'prompt not_allowed'],
  [
    'an optional field that the vendor requires',
    { name: 'prompt', required: false },
    'prompt not_allowed'
  ],
  [
    'a required switch',
    { name: 'enable_safety_checker', required: true },
    'enable_safety_checker not_allowed'
  ],
  ['an unknown field', { name: 'nothing', label: 'x' }, 'nothing not_allowed'],
  ['an unknown kind of file', { name: 'image_url', accept: 'text' }, 'fields.0.accept not_allowed'],
  ['a bound in words', { name: 'num_images', min: 'two' }, 'fields.0.min wrong_type'],
  ['an unknown setting', { name: 'num_images', minimum: 2 }, 'fields.0.minimum not_allowed']
])('%s is refused by its name', async (_, field, issue) => {
  const { id } = await own.sell(PORTRAIT)
  expect(await own.refused(id, { fields: [field] })).toEqual([400, issue])
  await own.call('DELETE', `/${id}`)
})

test('a kind of results that tools cannot have is refused', async () => {
  const { id } = await own.sell(PORTRAIT)
  expect(await own.refused(id, { output: { kind: 'text' } })).toEqual([
    400,
    'output.kind not_allowed'
  ])
  expect(await own.refused(id, { output: { kind: 'image', path: [] } })).toEqual([
    400,
    'output.path not_allowed'
  ])
})

test('a tool with a mask moves as a file, and a mask that is no image becomes an ordinary file', async () => {
  const masked = JSON.stringify(PORTRAIT).replace(
    '"image_url":',
    '"mask_url":{"type":"string","description":"Black areas are edited."},"image_url":'
  )
  const { id } = await own.sell(JSON.parse(masked) as Json)
  const file = await (await own.call('GET', `/${id}/file`)).text()
  const copy = await json<OperatedService>(own.call('POST', '', { schema: file }))
  const maskOf = ({ fields }: OperatedService): unknown =>
    fields.find(({ name }) => name === 'mask_url')?.field
  expect(maskOf(copy)).toMatchObject({ accept: 'image', masks: 'image_url', marks: 'black' })
  const astray = file.replace('"masks": "image_url"', '"masks": "nowhere"')
  expect(astray).not.toBe(file)
  expect((await own.call('POST', '', { schema: astray })).status).toBe(400)
  const films = await own.change(copy.id, { fields: [{ name: 'image_url', accept: 'video' }] })
  expect(maskOf(films)).not.toHaveProperty('masks')
})

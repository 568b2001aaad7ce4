import { Problem } from '#core/problem.ts'
import { defineService } from '#core/service.ts'
import { seededId } from '#media/random.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'
import { SAMPLES } from './files.ts'

/** A made-up service. It is declared in this file only; no list of the product contains it. */
export const stamps = defineService({
  id: 'stamps',
  path: 'postage-stamps',
  medium: 'image',
  place: 1000,
  serviceId: '00000000-0000-4000-8000-00000000c0de',
  actions: {
    sheets: {
      fields: {
        prompt: { type: 'text', max: 100, required: true },
        count: { type: 'number', min: 1, max: 4, step: 1, default: 1 },
        perforated: { type: 'switch', default: true },
        image_urls: { type: 'file', accept: 'image', max: 2, list: true, bytes: 1000 }
      },
      price: [{ credits: 0.5, times: ['count'] }],
      outputs: { field: 'count' },
      envelope: 'list',
      type: 'imagine',
      shows: { field: 'image_url', as: 'image' },
      deadline: 60,
      expected: 1,
      followUps: [{ id: 'cancel', action: 'postmarks', set: { stamp_id: '$stamp_id' } }]
    },
    postmarks: {
      fields: {
        stamp_id: { type: 'id', required: true },
        town: { type: 'text', max: 30, default: 'Bath' }
      },
      price: [{ credits: 0.25 }],
      outputs: 1,
      envelope: 'object',
      shows: { field: 'image_url', as: 'image' },
      deadline: 60,
      expected: 1
    },
    albums: {
      fields: { prompt: { type: 'text', max: 100, required: true } },
      price: [{ credits: 1 }],
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'text', as: 'text' },
      deadline: 60,
      expected: 1
    }
  }
})

const png = SAMPLES['image/png'] ?? new Uint8Array()

/** A prompt with the word `half` gets only half of the requested outputs. */
const sheets = sandboxMaker<typeof stamps, 'sheets'>(async ({ values, seed }, studio) => {
  for (const address of values.image_urls ?? []) await studio.read(address)
  const made = values.prompt.includes('half') ? Math.ceil(values.count / 2) : values.count
  return Array.from({ length: made }, (_, at) => ({
    values: { stamp_id: seededId(`${seed} ${at}`), prompt: values.prompt },
    files: { image_url: { bytes: png } }
  }))
})

const postmarks = sandboxMaker<typeof stamps, 'postmarks'>(async ({ values, earlier }, studio) => {
  const { image_url, prompt = '' } = earlier['stamp_id']?.[0] ?? {}
  if (typeof image_url !== 'string')
    throw new Problem('bad_request', { detail: 'the stamp is gone' })
  return [
    {
      values: { town: values.town, prompt },
      files: { image_url: { bytes: await studio.read(image_url) } }
    }
  ]
})

const albums = sandboxMaker<typeof stamps, 'albums'>(async ({ values }) => [
  { values: { text: values.prompt, state: 'bound' }, files: {} }
])

export const stampsSandbox: SandboxService = {
  sheets: { seconds: 1, make: sheets },
  postmarks: { seconds: 1, make: postmarks },
  albums: { seconds: 1, make: albums }
}

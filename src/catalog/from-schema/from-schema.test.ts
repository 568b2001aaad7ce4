import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SchemaRefusal } from '#catalog/from-schema/refusal.ts'
import { serviceFromSchema } from '#catalog/from-schema/from-schema.ts'
import type { Json } from '#core/json.ts'
import { declareOwnService, ownServiceStrings, type OwnServiceSpec } from '#core/own-service.ts'
import { ownServiceVendor } from '#core/own-vendor.ts'
import { readForm } from '#core/form.ts'
import { toJsonSchema } from '#core/json-schema.ts'
import { findFileField } from '#core/send-to.ts'
import { quoteOf } from '#core/price.ts'
import {
  falSchema,
  replicateModel,
  serverSchema,
  PORTRAIT
} from '../../../tests/support/vendor-schemas.ts'

const input = (properties: Record<string, Json>, required: string[] = ['prompt']): Json =>
  falSchema({ prompt: { type: 'string' }, ...properties }, required)

function refusalOf(document: Json, endpoint?: string): [string, string] | null {
  try {
    serviceFromSchema(document, endpoint)
    return null
  } catch (thrown) {
    if (thrown instanceof SchemaRefusal) return [thrown.at, thrown.code]
    throw thrown
  }
}

const fieldsIn = ({ fields }: OwnServiceSpec) =>
  Object.fromEntries(fields.map(({ name, field }) => [name, field]))

describe('an endpoint of fal', () => {
  const made = serviceFromSchema(PORTRAIT)
  test('becomes a service with its texts, fields and output', () => {
    expect(made).toMatchObject({
      source: 'fal',
      endpoint: 'fal-ai/portrait/dev',
      title: 'Portrait dev',
      output: { path: ['images'], kind: 'image' }
    })
    expect(fieldsIn(made)).toEqual({
      prompt: { type: 'text', max: 5000, lines: 4, required: true },
      image_url: { type: 'file', accept: 'image', max: 1, bytes: 10_000_000 },
      image_size: {
        type: 'choice',
        options: ['square_hd', 'portrait_4_3', 'landscape_4_3'],
        default: 'landscape_4_3'
      },
      num_images: { type: 'number', min: 1, max: 4, step: 1, default: 1 },
      guidance_scale: { type: 'number', min: 1, max: 20, default: 3.5 },
      enable_safety_checker: { type: 'switch', default: true },
      seed: { type: 'number', min: 0, max: 2_147_483_647, step: 1, more: true }
    })
  })
  test('lists all parts that are left out', () => {
    expect(made.unmapped).toEqual([
      { at: 'image_size', code: 'some_options' },
      { at: 'sync_mode', code: 'not_for_users' },
      { at: 'loras', code: 'list' },
      { at: 'output.timings', code: 'other_output' },
      { at: 'output.seed', code: 'other_output' }
    ])
  })
  test('has the settings hidden that an operator decides, not a user', () => {
    expect(made.fields.filter(({ shown }) => !shown).map(({ name }) => name)).toEqual([
      'enable_safety_checker'
    ])
  })
  test('is priced for each image, as the services of the catalogue are', () => {
    expect(made.price).toMatchObject({ times: 'num_images', per: 1 })
    expect(made.price.credits).toBeGreaterThan(0)
  })
  test('is a declaration that forms, prices and vendors understand', () => {
    const own = { ...made, id: 'x-portrait', serviceId: 'fixed' }
    const { actions = {} } = declareOwnService(own)
    const [action] = Object.values(actions)
    if (action === undefined) throw new Error('no action')
    expect(Object.keys(action.fields)).not.toContain('enable_safety_checker')
    const { values, issues } = readForm(action, { prompt: 'A fox', num_images: 3 })
    expect(issues).toEqual([])
    expect(quoteOf(action.price, values).micro).toBe(Math.ceil(made.price.credits * 3e6 - 1e-9))
    expect(toJsonSchema(action.fields)).toMatchObject({ required: ['prompt'] })
    const { run } = ownServiceVendor({ ...own, cost: 0.02 })
    expect(run?.request({ action: 'run', values, earlier: {} })).toEqual({
      path: 'fal-ai/portrait/dev',
      body: {
        prompt: 'A fox',
        num_images: 3,
        image_size: 'landscape_4_3',
        guidance_scale: 3.5,
        enable_safety_checker: true
      }
    })
    expect(run?.costs).toEqual({
      'fal-ai/portrait/dev': { list: [{ dollars: 0.02, times: ['num_images'] }] }
    })
    expect(
      run?.outputs({ images: [{ url: 'https://fal.media/a.png' }, { url: 'file:///etc' }] }, {})
    ).toEqual([{ values: {}, files: { image_url: { url: 'https://fal.media/a.png' } } }])
    expect(() => run?.outputs({ images: [] }, {})).toThrow('the vendor delivered no images')
    expect(ownServiceStrings(own)).toMatchObject({
      'x-portrait.title': 'Portrait dev',
      'x-portrait.field.num_images': 'Num Images'
    })
  })
  test('of video is priced by its seconds', () => {
    const video = serviceFromSchema(
      falSchema(
        {
          prompt: { type: 'string' },
          duration: { type: 'string', enum: ['5', '10'], default: '5' }
        },
        ['prompt'],
        { video: { $ref: '#/components/schemas/File' } }
      )
    )
    expect(video.output).toEqual({ path: ['video'], kind: 'video' })
    expect(video.price).toMatchObject({ times: 'duration', per: 5 })
  })
})

describe('an image field with the name of a mask', () => {
  const url = (description = ''): Json => ({ type: 'string', format: 'uri', description })
  const maskIn = (properties: Record<string, Json>, required = ['prompt']): unknown => {
    const fields = fieldsIn(serviceFromSchema(input(properties, required)))
    const mask = fields['mask_url'] ?? fields['mask_image']
    return mask?.type === 'file' ? [mask.masks, mask.marks] : mask
  }
  test('masks the image of the same name, else the first image that is needed', () => {
    const image_url = url()
    expect(maskIn({ mask_url: url(), style_image_url: url(), image_url })).toEqual([
      'image_url',
      undefined
    ])
    const lists = { style_image: url(), image_urls: { type: 'array', items: url() } }
    expect(maskIn({ ...lists, mask_image: url() }, ['prompt', 'image_urls'])).toEqual([
      'image_urls',
      undefined
    ])
    expect(maskIn({ mask_url: url() })).toEqual([undefined, undefined])
  })
  test.each([
    ['Black pixels are edited, white pixels are preserved.', 'black'],
    ['Its fully transparent areas show where the image is edited.', 'transparent'],
    ['White regions are regenerated, black regions are preserved.', undefined],
    ['A black and white image where the white area is filled.', undefined],
    ['Black areas will be preserved; white ones inpainted.', undefined]
  ])('is described by “%s”', (description, marks) => {
    expect(maskIn({ image_url: url(), mask_url: url(description) })).toEqual(['image_url', marks])
  })
  test('never receives an image that another tool sends', () => {
    const own = {
      ...serviceFromSchema(input({ mask_url: url(), image_url: url() }, ['mask_url'])),
      id: 'x-fill',
      serviceId: 'fixed'
    }
    const [action] = Object.values(declareOwnService(own).actions ?? {})
    expect(action && findFileField(action, 'image', 'https://api.example/files/1/a')).toBe(
      'image_url'
    )
  })
})

describe('a model of Replicate', () => {
  test('becomes a service from the answer of its API', () => {
    const made = serviceFromSchema(replicateModel())
    expect(made).toMatchObject({
      source: 'replicate',
      endpoint: 'muse/toon:5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa',
      output: { path: ['output'], kind: 'image' }
    })
    expect(fieldsIn(made)).toMatchObject({
      prompt: { type: 'text' },
      scheduler: { type: 'choice', options: ['DDIM', 'K_EULER'], default: 'K_EULER' }
    })
  })
  test('returns the medium of its example output', () => {
    const kindFor = (output: Json): string => {
      const example = { default_example: { output } }
      return serviceFromSchema({ ...(replicateModel() as object), ...example }).output.kind
    }
    expect(kindFor('https://replicate.delivery/a/out.mp4')).toBe('video')
    expect(kindFor(['https://replicate.delivery/a/out.wav?x=1.png'])).toBe('audio')
    expect(kindFor({ mask: 'https://replicate.delivery/a/out.webp' })).toBe('image')
    expect(kindFor('a word')).toBe('image')
  })
  test('has no version if Replicate keeps it running', () => {
    const official = { ...(replicateModel() as object), is_official: true }
    expect(serviceFromSchema(official).endpoint).toBe('muse/toon')
  })
  test('needs its name, if only its schema is given', () => {
    const { latest_version } = replicateModel() as { latest_version: { openapi_schema: Json } }
    const { openapi_schema: schema } = latest_version
    expect(refusalOf(schema)).toEqual(['', 'no_endpoint'])
    expect(serviceFromSchema(schema, 'muse/toon').endpoint).toBe('muse/toon')
    expect(refusalOf(schema, '../../admin')).toEqual(['', 'no_endpoint'])
  })
})

describe('a server with an OpenAPI document', () => {
  test('becomes a service with its whole address', () => {
    expect(serviceFromSchema(serverSchema('https://paint.example/v1/'))).toMatchObject({
      source: 'openapi',
      endpoint: 'https://paint.example/v1/paint',
      title: 'House painter',
      output: { path: ['image_url'], kind: 'image' },
      unmapped: [{ at: 'output.took', code: 'other_output' }]
    })
  })
  test('may have several calls, if the wanted one is named', () => {
    const { paths, ...document } = serverSchema('https://paint.example') as Record<string, Json>
    const { '/paint': call = {} } = paths as Record<string, Json>
    const several = { ...document, paths: { '/paint': call, '/v2/paint': call } }
    const endpointFor = (name: string): string => serviceFromSchema(several, name).endpoint
    expect(refusalOf(several)).toEqual(['', 'no_endpoint'])
    expect(refusalOf(several, '/draw')).toEqual(['', 'no_endpoint'])
    expect(endpointFor('/paint')).toBe('https://paint.example/paint')
    expect(endpointFor('https://paint.example/v2/paint')).toBe('https://paint.example/v2/paint')
  })
  test('may answer with the file itself', () => {
    const answering = (content: Json): Json => {
      const document = structuredClone(serverSchema('https://a.example')) as never as {
        paths: { '/paint': { post: { responses: Json } } }
      }
      document.paths['/paint'].post.responses = { '200': { content } }
      return document as never
    }
    const file = { 'application/json': { schema: {} }, 'audio/mpeg': {} }
    expect(serviceFromSchema(answering(file)).output).toEqual({ path: [], kind: 'audio' })
    expect(refusalOf(answering({ 'text/html': {} }))).toEqual(['', 'no_output'])
  })
  test('means the server that the document comes from, if the document names no other', () => {
    const place = 'https://paint.example/v1/openapi.json'
    const endpointFor = (servers: Json | undefined, from?: string): string => {
      const { servers: _, ...document } = serverSchema('') as Record<string, Json>
      const whole = servers === undefined ? document : { ...document, servers }
      return serviceFromSchema(whole, 'https://other.example/', from).endpoint
    }
    expect(endpointFor(undefined, place)).toBe('https://paint.example/paint')
    expect(endpointFor([{ url: './' }], place)).toBe('https://paint.example/v1/paint')
    expect(endpointFor([{ url: 'https://a.example' }], place)).toBe('https://a.example/paint')
    expect(endpointFor(undefined)).toBe('https://other.example/')
  })
  test.each(['/v1', 'https://{host}/v1', 'https://me:secret@paint.example', 'file:///etc'])(
    'is refused with the address %s',
    address => {
      expect(refusalOf(serverSchema(address))).toEqual(['', 'no_endpoint'])
    }
  )
})

describe('a hostile or wrong schema', () => {
  const circle = { $ref: '#/components/schemas/Input/properties/again' }
  const many = Array.from({ length: 2000 }, (_, at) => [`f${at}`, { type: 'string' }] as const)
  test.each<[string, Json, [string, string]]>([
    ['text', 'hello', ['', 'not_schema']],
    ['an empty object', {}, ['', 'not_schema']],
    [
      'HTML as a title',
      input({ prompt: { type: 'string', title: '<script>x</script>' } }),
      ['prompt', 'markup']
    ],
    ['thousands of fields', input(Object.fromEntries(many)), ['', 'too_many_fields']],
    ['a required circle', input({ again: circle }, ['again']), ['again', 'too_deep']],
    ['a required object', input({ box: { type: 'object' } }, ['box']), ['box', 'object']],
    [
      'a reversed range',
      input({ n: { type: 'integer', minimum: 5, maximum: 1 } }, ['n']),
      ['n', 'bad_range']
    ],
    ['a huge range', input({ n: { type: 'number', maximum: 1e300 } }, ['n']), ['n', 'bad_range']],
    [
      'an endless step',
      input({ n: { type: 'number', multipleOf: -1 } }, ['n']),
      ['n', 'bad_range']
    ],
    [
      'a text of no length',
      input({ n: { type: 'string', maxLength: -4 } }, ['n']),
      ['n', 'bad_range']
    ],
    [
      'a default out of range',
      input({ n: { type: 'integer', maximum: 3, default: 9 } }, ['n']),
      ['n', 'bad_default']
    ],
    ['options of two types', input({ n: { enum: ['a', 1] } }, ['n']), ['n', 'bad_options']],
    [
      'a thousand options',
      input({ n: { enum: Array.from({ length: 1000 }, (_, at) => at) } }, ['n']),
      ['n', 'bad_options']
    ],
    [
      'a name of every object',
      input({ constructor: { type: 'string' } }, ['constructor']),
      ['constructor', 'bad_name']
    ],
    [
      'a field for a key',
      input({ api_key: { type: 'string' } }, ['api_key']),
      ['api_key', 'not_for_users']
    ],
    [
      'a foreign reference',
      input({ n: { $ref: 'http://10.0.0.1/x' } }, ['n']),
      ['n', 'unknown_reference']
    ],
    [
      'no media',
      falSchema({ prompt: { type: 'string' } }, ['prompt'], { text: { type: 'string' } }),
      ['', 'no_output']
    ]
  ])('%s is refused with its place and reason', (_, document, refusal) => {
    expect(refusalOf(document)).toEqual(refusal)
  })
  test('an optional property with the same faults is left out', () => {
    const { unmapped } = serviceFromSchema(input({ again: circle, n: { enum: ['a', 1] } }))
    expect(unmapped.slice(0, 2)).toEqual([
      { at: 'again', code: 'too_deep' },
      { at: 'n', code: 'bad_options' }
    ])
  })
  test('a small document that unfolds a million times is refused', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 11 }, (_, at) => [
        `s${at}`,
        { allOf: Array.from({ length: 20 }, () => ({ $ref: `#/components/schemas/s${at + 1}` })) }
      ])
    )
    const bomb = input({ n: { $ref: '#/components/schemas/s0' } }, ['n']) as {
      components: { schemas: Record<string, Json> }
    }
    Object.assign(bomb.components.schemas, schemas, { s11: { type: 'string' } })
    expect(refusalOf(bomb as unknown as Json)).toEqual(['n', 'too_deep'])
  })
  test('any other document becomes a service or a refusal, and never another error', () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>
    const keyword = fc.constantFrom(
      'type',
      'enum',
      'anyOf',
      'allOf',
      '$ref',
      'minimum',
      'maximum',
      'multipleOf',
      'default',
      'items',
      'properties',
      'title',
      'description',
      'maxLength',
      'maxItems',
      'format',
      'const',
      'ui'
    )
    const value = fc.oneof(
      json,
      fc.constantFrom<Json>(
        'string',
        'integer',
        'number',
        'boolean',
        'array',
        'object',
        'uri',
        '#/components/schemas/Input',
        '#/components/schemas/File',
        0,
        1,
        -1,
        1e9
      )
    )
    const part = fc.dictionary(keyword, value) as fc.Arbitrary<Json>
    const properties = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('image_url', 'seed')),
      part
    )
    fc.assert(
      fc.property(properties, part, fc.array(fc.string()), (fields, output, required) => {
        const document = falSchema({ prompt: { type: 'string' }, ...fields }, required, {
          image: output
        })
        const refused = refusalOf(document)
        if (refused !== null) return
        const made = serviceFromSchema(document)
        const { actions = {} } = declareOwnService({ ...made, id: 'x-a', serviceId: 'b' })
        for (const action of Object.values(actions))
          expect(quoteOf(action.price, readForm(action, {}).values).micro).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300, seed: 23 }
    )
  })
})

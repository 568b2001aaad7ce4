import type { Json } from '#core/json.ts'

const FILE: Json = {
  type: 'object',
  title: 'File',
  properties: { url: { type: 'string' }, content_type: { type: 'string' } }
}

const IMAGES: Json = { type: 'array', items: { $ref: '#/components/schemas/File' } }

const ok = (schema: Json): Json => ({
  '200': { description: 'ok', content: { 'application/json': { schema } } }
})

/** Builds the OpenAPI document of a made-up fal endpoint, as fal publishes it. */
export function falSchema(
  properties: Record<string, Json>,
  required: readonly string[],
  output: Record<string, Json> = { images: IMAGES },
  endpoint = 'fal-ai/portrait/dev'
): Json {
  const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
  const path = `/${endpoint}`
  return {
    openapi: '3.0.4',
    info: {
      title: `Queue OpenAPI for ${endpoint}`,
      description: 'Draws portraits.',
      'x-fal-metadata': { endpointId: endpoint, category: 'text-to-image' }
    },
    components: {
      schemas: {
        QueueStatus: { type: 'object', properties: { status: { type: 'string' } } },
        Input: { type: 'object', properties, required: [...required] },
        Answer: { type: 'object', properties: output },
        File: FILE,
        ImageSize: { type: 'object', properties: { width: { type: 'integer' } } }
      }
    },
    paths: {
      [path]: {
        post: {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: reference('Input') } }
          },
          responses: ok(reference('QueueStatus'))
        }
      },
      [`${path}/requests/{request_id}`]: { get: { responses: ok(reference('Answer')) } },
      [`${path}/requests/{request_id}/status`]: {
        get: { responses: ok(reference('QueueStatus')) }
      },
      [`${path}/requests/{request_id}/cancel`]: { put: { responses: ok(reference('QueueStatus')) } }
    },
    servers: [{ url: 'https://queue.fal.run' }]
  }
}

/** A made-up endpoint of fal with fields of every kind. */
export const PORTRAIT = falSchema(
  {
    seed: { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'Seed' },
    image_size: {
      anyOf: [
        { $ref: '#/components/schemas/ImageSize' },
        { type: 'string', enum: ['square_hd', 'portrait_4_3', 'landscape_4_3'] }
      ],
      default: 'landscape_4_3',
      title: 'Image Size'
    },
    num_images: { type: 'integer', minimum: 1, maximum: 4, default: 1, title: 'Num Images' },
    guidance_scale: { type: 'number', minimum: 1, maximum: 20, default: 3.5, title: 'Guidance' },
    enable_safety_checker: { type: 'boolean', default: true, title: 'Safety checker' },
    image_url: { type: 'string', title: 'Image URL', description: 'The face to keep.' },
    prompt: { type: 'string', title: 'Prompt', description: 'Describe the portrait.' },
    sync_mode: { type: 'boolean', default: false },
    loras: { type: 'array', items: { type: 'object' } }
  },
  ['prompt'],
  {
    images: IMAGES,
    timings: { type: 'object', properties: { inference: { type: 'number' } } },
    seed: { type: 'integer' }
  }
)

/** Builds the OpenAPI document of a made-up server that draws an image at once. */
export function serverSchema(address: string): Json {
  const schema: Json = {
    type: 'object',
    properties: { prompt: { type: 'string' }, steps: { type: 'integer', minimum: 1, maximum: 50 } },
    required: ['prompt']
  }
  const answer: Json = {
    type: 'object',
    properties: { image_url: { type: 'string', format: 'uri' }, took: { type: 'number' } }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'House painter', version: '1' },
    servers: [{ url: address }],
    paths: {
      '/paint': {
        get: { responses: {} },
        post: {
          requestBody: { content: { 'application/json': { schema } } },
          responses: ok(answer)
        }
      }
    }
  }
}

/** Builds a made-up model, as the API of Replicate describes it. */
export function replicateModel(): Json {
  return {
    owner: 'muse',
    name: 'toon',
    description: 'Draws cartoons.',
    latest_version: {
      id: '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa',
      openapi_schema: {
        openapi: '3.0.2',
        info: { title: 'Cog', version: '0.1.0' },
        paths: { '/predictions': { post: {} }, '/shutdown': { post: {} } },
        components: {
          schemas: {
            Input: {
              type: 'object',
              required: ['prompt'],
              properties: {
                prompt: { type: 'string', title: 'Prompt', 'x-order': 0 },
                scheduler: {
                  allOf: [{ $ref: '#/components/schemas/scheduler' }],
                  default: 'K_EULER',
                  'x-order': 1
                }
              }
            },
            scheduler: { type: 'string', enum: ['DDIM', 'K_EULER'], title: 'scheduler' },
            Output: { type: 'array', items: { type: 'string', format: 'uri' } }
          }
        }
      }
    }
  }
}

import { VEO_GEMINI_COSTS } from '#catalog/veo/costs.ts'
import type { veo } from '#catalog/veo/service.ts'
import type { Json } from '#core/json.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { readDataAddress } from '#providers/data-address.ts'

type Asked = ActionValues<typeof veo, 'videos'>

/**
 * Source: ai.google.dev, "Generate videos with Veo". Models before 3.1 were retired in June 2026.
 */
const MODELS: Partial<Record<NonNullable<Asked['model']>, string>> = {
  veo31: 'veo-3.1-generate-preview',
  'veo31-fast': 'veo-3.1-fast-generate-preview',
  'veo31-fast-ingredients': 'veo-3.1-fast-generate-preview'
}

type Sample = { video?: { uri?: string } }
type Answer = { generateVideoResponse?: { generatedSamples?: Sample[] } }

export const veoGemini: VendorService = {
  videos: {
    models: [...new Set(Object.values(MODELS))],
    costs: VEO_GEMINI_COSTS,
    fields: ['action', 'prompt', 'image_urls', 'model', 'aspect_ratio', 'resolution'],
    cannot: [
      // Gemini cannot return an existing clip at full resolution.
      { when: { field: 'action', is: 'get1080p' }, field: 'action' },
      {
        when: {
          all: [
            { field: 'model', given: true },
            { not: { field: 'model', in: Object.keys(MODELS) } }
          ]
        },
        field: 'model'
      }
    ],
    request({ values }) {
      const {
        action,
        prompt = '',
        image_urls = [],
        model = 'veo31-fast',
        aspect_ratio,
        resolution
      } = values as unknown as Asked
      const pictures = image_urls.map(pictureOf)
      return {
        path: `models/${MODELS[model]}:predictLongRunning`,
        body: {
          instances: [
            {
              prompt,
              ...(action === 'ingredients2video' ? ingredients(pictures) : frames(pictures))
            }
          ],
          parameters: {
            ...(aspect_ratio !== undefined && { aspectRatio: aspect_ratio }),
            ...(resolution !== undefined && { resolution })
          }
        }
      }
    },
    outputs({ generateVideoResponse }, asked) {
      const { generatedSamples = [] } = (generateVideoResponse ?? {}) as NonNullable<
        Answer['generateVideoResponse']
      >
      const { prompt = '', model = '', aspect_ratio = '', resolution = '' } = asked
      return generatedSamples.flatMap(({ video }) =>
        video?.uri === undefined
          ? []
          : [
              {
                values: {
                  id: nameIn(video.uri),
                  prompt,
                  model,
                  aspect_ratio,
                  resolution,
                  state: 'succeeded'
                },
                files: { video_url: { url: video.uri } }
              }
            ]
      )
    }
  }
}

function pictureOf(address: string): Record<string, Json> {
  const { type, base64 } = readDataAddress(address)
  return { bytesBase64Encoded: base64, mimeType: type }
}

function frames([first, last]: readonly Record<string, Json>[]): Record<string, Json> {
  return {
    ...(first !== undefined && { image: first }),
    ...(last !== undefined && { lastFrame: last })
  }
}

function ingredients(pictures: readonly Record<string, Json>[]): Record<string, Json> {
  return { referenceImages: pictures.map(image => ({ image, referenceType: 'asset' })) }
}

/** Reads Google's name of the file from its URL, `…/files/abc:download`. */
function nameIn(address: string): string {
  const [, name] = /\/files\/([\w-]+)/.exec(address) ?? []
  return name ?? crypto.randomUUID()
}

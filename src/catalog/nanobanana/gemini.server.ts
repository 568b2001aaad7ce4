import { NANOBANANA_GEMINI_COSTS } from '#catalog/nanobanana/costs.ts'
import type { nanobanana } from '#catalog/nanobanana/service.ts'
import type { Json } from '#core/json.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { parseDataUrl } from '#providers/data-address.ts'
import { inlineImage } from '#providers/inline-images.ts'

type Asked = ActionValues<typeof nanobanana, 'images'>

/** Source: ai.google.dev, "Image generation" and "Gemini deprecations", October 2026. */
const MODELS: Record<Asked['model'], string> = {
  'nano-banana-2-lite': 'gemini-3.1-flash-lite-image',
  'nano-banana-2.1': 'gemini-nano-banana-2.1',
  'nano-banana-pro': 'gemini-3-pro-image'
}

/** Models that support more than one resolution. */
const SIZED: readonly Asked['model'][] = ['nano-banana-2.1', 'nano-banana-pro']

type Part = { thought?: boolean; inlineData?: { mimeType?: string; data?: string } }
type Candidate = { content?: { parts?: Part[] } }

export const nanobananaGemini: VendorService = {
  images: {
    models: Object.values(MODELS),
    costs: NANOBANANA_GEMINI_COSTS,
    fields: ['action', 'prompt', 'image_urls', 'model', 'aspect_ratio', 'resolution', 'count'],
    alike: ({ count }) => Number(count ?? 1),
    request({ values }) {
      const {
        prompt,
        model,
        image_urls = [],
        aspect_ratio,
        resolution
      } = values as unknown as Asked
      const pictures = image_urls.map(address => {
        const { type, base64 } = parseDataUrl(address)
        return { inlineData: { mimeType: type, data: base64 } }
      })
      const imageConfig: Record<string, Json> = {
        ...(aspect_ratio !== undefined && { aspectRatio: aspect_ratio }),
        ...(SIZED.includes(model) && { imageSize: resolution })
      }
      return {
        path: `models/${MODELS[model]}:generateContent`,
        body: {
          contents: [{ role: 'user', parts: [...pictures, { text: prompt }] }],
          generationConfig: {
            responseModalities: ['IMAGE'],
            ...(Object.keys(imageConfig).length > 0 && { imageConfig })
          }
        }
      }
    },
    // A call that returned only text made no image, and is not charged.
    outputs: ({ candidates = [] }, { prompt = '', model = '' }) =>
      picturesIn(candidates as Candidate[])
        .slice(0, 1)
        .map(base64 => inlineImage(base64, { prompt, model }))
  }
}

/** Returns the images of an answer. Images that the model drew while reasoning do not count. */
function picturesIn(candidates: readonly Candidate[]): string[] {
  const parts = candidates.flatMap(({ content }) => content?.parts ?? [])
  return parts.flatMap(({ thought, inlineData }) =>
    thought === true || inlineData?.data === undefined ? [] : [inlineData.data]
  )
}

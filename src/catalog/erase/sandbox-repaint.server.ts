import type { MaskMarks } from '#core/field.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { SandboxContext } from '#sandbox/media.ts'

type RepaintOrder = {
  /** Without a prompt, the marked part is blurred. */
  prompt?: string
  model?: string
  count?: number
  seed: string
  /** Addresses of the image and of its mask. */
  image_url: string
  mask_url: string
  /** White by default. */
  marks?: MaskMarks
}

/** Paints a poster of the prompt into the part of an image that a mask marks. */
export async function repaintImages(
  studio: SandboxContext,
  { prompt = '', model, count = 1, seed, image_url, mask_url, marks = 'white' }: RepaintOrder
): Promise<MediaOutput[]> {
  const [picture, mask] = await Promise.all([studio.read(image_url), studio.read(mask_url)])
  const change = { kind: 'erase', marks, picture, mask, prompt } as const
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const order = { ...change, seed: `${seed} ${at}` }
      const { bytes, width, height } = await studio.run('retouch', order)
      return {
        values: {
          prompt,
          ...(model !== undefined && { model }),
          image_width: width,
          image_height: height
        },
        files: { image_url: { bytes } }
      }
    })
  )
}

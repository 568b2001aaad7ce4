import { createHash } from 'node:crypto'
import type { flux } from '#catalog/flux/service.ts'
import type { MediaOutput } from '#core/provider.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const PIXELS = 1_048_576
const SEEDS = 2 ** 32

/** Each image gets its own seed, so that a user can make that image again alone. */
const images = sandboxMaker<typeof flux, 'images'>(async ({ values, seed }, studio) => {
  const { prompt, size, image_url, count = 1 } = values
  const first = values.seed ?? createHash('sha256').update(seed).digest().readUInt32BE()
  const inputs = image_url === undefined ? [] : [await studio.read(image_url)]
  const paint = async (at: number): Promise<MediaOutput> => {
    const own = (first + at) % SEEDS
    const begun = performance.now()
    const bytes = await studio.run('picture', {
      prompt,
      seed: own,
      ...sizeForRatio(size, PIXELS),
      format: 'jpeg',
      inputs
    })
    const inference = Math.round(performance.now() - begun) / 1000
    return {
      values: { prompt, seed: own, timings: { inference } },
      files: { image_url: { bytes } }
    }
  }
  return Promise.all(Array.from({ length: count }, (_, at) => paint(at)))
})

export const fluxSandbox: SandboxService = { images: { seconds: 6, make: images } }

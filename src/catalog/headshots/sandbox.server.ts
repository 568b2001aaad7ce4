import type { headshots } from '#catalog/headshots/service.ts'
import type { MediaOutput } from '#core/provider.ts'
import { seededId } from '#media/random.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/** The two images of a run. */
const VARIANTS = [0, 1] as const

/** Pixels of a portrait. */
const SIZE = { width: 896, height: 1120 }

/**
 * Draws a poster of each photograph with the name of the template. A single photograph gives two.
 */
const generate = sandboxMaker<typeof headshots, 'generate'>(async ({ values, seed }, studio) => {
  const { template, image_urls } = values
  const photos = await Promise.all(image_urls.map(address => studio.read(address)))
  const portrait = async (variant: number): Promise<MediaOutput> => {
    const photo = photos[variant % photos.length] ?? new Uint8Array()
    const bytes = await studio.run('picture', {
      prompt: template.replaceAll('_', ' '),
      inputs: [photo],
      seed,
      variant,
      ...SIZE,
      format: 'jpeg'
    })
    return {
      values: { id: seededId(`${seed} ${variant}`), template },
      files: { image_url: { bytes } }
    }
  }
  return Promise.all(VARIANTS.map(portrait))
})

export const headshotsSandbox: SandboxService = { generate: { seconds: 3, make: generate } }

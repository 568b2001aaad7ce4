import type { headshots } from '#catalog/headshots/service.ts'
import type { MediaOutput } from '#core/provider.ts'
import { makerFor, sandboxId, type SandboxService } from '#providers/sandbox.ts'

/** Pictures of a run. */
const VARIANTS = [0, 1] as const

/** One of each photograph; two of one, in another light and from nearer. */
const generate = makerFor<typeof headshots, 'generate'>(async ({ values, seed }, studio) => {
  const { template, image_urls } = values
  const photos = await Promise.all(image_urls.map(address => studio.read(address)))
  const portrait = async (variant: number): Promise<MediaOutput> => {
    const photo = photos[variant % photos.length] ?? new Uint8Array()
    const bytes = await studio.run('headshot', { template, photo, seed, variant })
    return { values: { id: sandboxId(`${seed} ${variant}`), template }, files: { image_url: { bytes } } }
  }
  return Promise.all(VARIANTS.map(portrait))
})

export const headshotsSandbox: SandboxService = { generate: { seconds: 3, make: generate } }

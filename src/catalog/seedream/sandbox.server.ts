import type { seedream } from '#catalog/seedream/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

const images = makerFor<typeof seedream, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, { ...values, seed })
)

export const seedreamSandbox: SandboxService = { images: { seconds: 6, make: images } }

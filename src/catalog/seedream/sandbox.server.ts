import type { seedream } from '#catalog/seedream/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof seedream, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, { ...values, seed })
)

export const seedreamSandbox: SandboxService = { images: { seconds: 6, make: images } }

import type { nanobanana } from '#catalog/nanobanana/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof nanobanana, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, { ...values, seed })
)

export const nanobananaSandbox: SandboxService = { images: { seconds: 6, make: images } }

import type { nanobanana } from '#catalog/nanobanana/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

const images = makerFor<typeof nanobanana, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, { ...values, seed })
)

export const nanobananaSandbox: SandboxService = { images: { seconds: 6, make: images } }

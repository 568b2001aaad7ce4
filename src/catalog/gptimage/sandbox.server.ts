import type { gptimage } from '#catalog/gptimage/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof gptimage, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, { ...values, seed, format: values.transparent ? 'png' : 'jpeg' })
)

export const gptimageSandbox: SandboxService = { images: { seconds: 6, make: images } }

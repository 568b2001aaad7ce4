import type { ideogram } from '#catalog/ideogram/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof ideogram, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, {
    ...values,
    resolution: values.resolution ?? '1K',
    seed: String(values.seed ?? seed)
  })
)

export const ideogramSandbox: SandboxService = { images: { seconds: 6, make: images } }

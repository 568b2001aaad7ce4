import { repaintImages } from '#catalog/erase/sandbox-repaint.server.ts'
import type { erase } from '#catalog/erase/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof erase, 'images'>(({ values, seed }, studio) =>
  repaintImages(studio, { ...values, seed })
)

export const eraseSandbox: SandboxService = { images: { seconds: 3, make: images } }

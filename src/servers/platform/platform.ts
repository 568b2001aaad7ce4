import { createFileStore } from '#servers/api/files/file-store.ts'
import { createResumable } from '#servers/api/files/resumable.ts'
import { startSweeping } from '#servers/api/files/sweep.ts'
import type { Context, Part } from '#servers/lib/context.ts'
import { createPartApp, mountedPart } from '#servers/lib/part.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

/** Accounts' plans, credentials and sites, and the ways in for files: `/api/v1/*`. */
export function createPlatform(base: Context): Part {
  const files = createFileStore({ context: base })
  const context: PlatformContext = { ...base, files, resumable: createResumable(base) }
  const sweeping = startSweeping(base, files)
  const app = createPartApp({ context, routes: platformRoutes, cors: 'registered', missingToken: 'invalid_token' })
  return mountedPart(app, () => sweeping.stop())
}

import type { Context, Part } from '#servers/lib/context.ts'
import { createPartApp, mountedPart } from '#servers/lib/part.ts'
import { platformRoutes } from '#servers/platform/routes.ts'

/** Accounts' plans, credentials and sites: `/api/v1/*`. */
export function createPlatform(context: Context): Part {
  return mountedPart(createPartApp({ context, routes: platformRoutes, cors: 'registered', missingToken: 'invalid_token' }))
}

import { completionsRoute } from '#servers/api/v1/chat.ts'
import { imagesRoute } from '#servers/api/v1/images.ts'
import { modelRoutes } from '#servers/api/v1/models.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

/** Routes for programs that use OpenAI's format. */
export const v1Routes: readonly AnyRoute[] = [completionsRoute, imagesRoute, ...modelRoutes]

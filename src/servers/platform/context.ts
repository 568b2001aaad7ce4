import type { Context } from '#servers/lib/context.ts'
import { routesFor } from '#servers/lib/route.ts'

/** Declares a row of the platform's route table. */
export const platformRoute = routesFor<Context>()

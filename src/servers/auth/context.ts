import type { Identity } from '#servers/auth/identity.ts'
import type { Context } from '#servers/lib/context.ts'
import { routesFor } from '#servers/lib/route.ts'

export type AuthContext = Context & {
  /** Identity for the public origin under which the login page was asked. */
  identity(url: URL): Identity
}

/** Declares a row of auth's route table. */
export const authRoute = routesFor<AuthContext>()

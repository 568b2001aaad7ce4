import type { Selectable } from 'kysely'
import type { Identity } from '#servers/auth/identity.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { OrderTable } from '#servers/lib/database/shop-tables.ts'
import { createRouteBuilder } from '#servers/lib/route.ts'

type Order = Selectable<OrderTable>

/**
 * Ends the orders of a user whose account ends: cancels them in the same transaction, and closes
 * their payments after it.
 */
export type OrderCleanup = {
  takeBack(tx: Queries, userId: string, now: number): Promise<readonly Order[]>
  close(context: Context, orders: readonly Order[]): Promise<void>
}

export type AuthContext = Context & {
  /** The better-auth instance for the public origin of the request. */
  identity(url: URL): Identity
  orders: OrderCleanup
}

/** Declares a row of auth's route table. */
export const authRoute = createRouteBuilder<AuthContext>()

import type { Selectable } from 'kysely'
import type { Identity } from '#servers/auth/identity.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { OrderTable } from '#servers/lib/database/shop-tables.ts'
import { routesFor } from '#servers/lib/route.ts'

type Order = Selectable<OrderTable>

/** What the platform does about the orders of somebody whose account ends: taken back with it, their payments closed after. */
export type OrdersOfLeavers = {
  takeBack(tx: Queries, userId: string, now: number): Promise<readonly Order[]>
  close(context: Context, orders: readonly Order[]): Promise<void>
}

export type AuthContext = Context & {
  /** Identity for the public origin under which the login page was asked. */
  identity(url: URL): Identity
  orders: OrdersOfLeavers
}

/** Declares a row of auth's route table. */
export const authRoute = routesFor<AuthContext>()

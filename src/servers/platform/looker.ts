import type { Locale } from '#i18n/locale.ts'
import type { Call, Who } from '#servers/lib/route.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { marginOf } from '#servers/platform/margin.ts'
import { isOperator } from '#servers/lib/operators.ts'

/** Who reads prices: at which site's margin, in thousandths; operators see the prices before it too. */
export type Buyer = { margin: number; operator: boolean }

/** Who looks, in which language, at which prices, and whether they may change what they see. */
export type Looker = Buyer & { userId: string; locale: Locale }

/** The same of a call. A guest has no user id. */
export async function lookerOf(
  call: Pick<Call<PlatformContext, Who, unknown>, 'context' | 'person' | 'userId' | 'locale' | 'request' | 'url'>
): Promise<Looker> {
  const { context, userId, locale } = call
  const [margin, operator] = await Promise.all([marginOf(context, call), isOperator(context.database.db, userId)])
  return { userId, locale, margin, operator }
}

import type { Locale } from '#i18n/locale.ts'
import type { Call, Who } from '#servers/lib/route.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { marginOf } from '#servers/platform/margin.ts'
import { isOperator } from '#servers/lib/operators.ts'

/**
 * The reader of a price list: their site's margin in thousandths, and whether they are an operator.
 * Operators also see prices without the margin.
 */
export type Buyer = { margin: number; operator: boolean }

/**
 * The viewer of a page: the user, their language, the margin on prices, and whether they are an
 * operator.
 */
export type Looker = Buyer & { userId: string; locale: Locale }

/** Reads the viewer of a call. A guest has an empty user id. */
export async function lookerOf(
  call: Pick<
    Call<PlatformContext, Who, unknown>,
    'context' | 'person' | 'userId' | 'locale' | 'request' | 'url'
  >
): Promise<Looker> {
  const { context, userId, locale } = call
  const [margin, operator] = await Promise.all([
    marginOf(context, call),
    isOperator(context.database.db, userId)
  ])
  return { userId, locale, margin, operator }
}

import type { Locale } from '#i18n/locale.ts'
import type { RouteCall, RequiredCaller } from '#servers/lib/route.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { readMargin } from '#servers/platform/margin.ts'
import { isOperator } from '#servers/lib/operators.ts'

/**
 * The reader of a price list: their site's margin in thousandths, and whether they are an operator.
 * Operators also see prices without the margin.
 */
export type PriceViewer = { margin: number; operator: boolean }

/**
 * The viewer of a page: the user, their language, the margin on prices, and whether they are an
 * operator.
 */
export type PageViewer = PriceViewer & { userId: string; locale: Locale }

/** Reads the viewer of a call. A guest has an empty user id. */
export async function readPageViewer(
  call: Pick<
    RouteCall<PlatformContext, RequiredCaller, unknown>,
    'context' | 'person' | 'userId' | 'locale' | 'request' | 'url'
  >
): Promise<PageViewer> {
  const { context, userId, locale } = call
  const [margin, operator] = await Promise.all([
    readMargin(context, call),
    isOperator(context.database.db, userId)
  ])
  return { userId, locale, margin, operator }
}

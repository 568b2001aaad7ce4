import { formatDay } from '#core/format.ts'
import type { TokenPrice } from '#core/money.ts'
import { fittingLocale, localizePath, type Locale } from '#i18n/locale.ts'
import type { Difference } from '#servers/drift/find-differences.ts'
import type { Context } from '#servers/lib/context.ts'
import { sendMail } from '#servers/lib/mail.ts'
import type { MailRow } from '#servers/lib/mail/letter.ts'
import { readerSite, readMailReader } from '#servers/lib/mail/reader.ts'
import { listOperatorIds } from '#servers/lib/operators.ts'

/** Most lines of a mail. The page has all differences. */
const MOST = 40

type Needs = Parameters<typeof sendMail>[0] & Pick<Context, 'sites'>

/**
 * Emails new differences to all operators, one email each. The differences are stored before, so if
 * the process dies, the email is lost rather than sent twice. It never throws.
 */
export async function mailDifferences(
  context: Needs,
  differences: readonly Difference[]
): Promise<void> {
  if (differences.length === 0) return
  for (const userId of await listOperatorIds(context.database.db))
    await mailTo(context, userId, differences).catch((error: unknown) =>
      context.log.error({ err: error, mail: 'drift' }, 'an operator could not be mailed')
    )
}

async function mailTo(
  context: Needs,
  userId: string,
  differences: readonly Difference[]
): Promise<void> {
  const reader = await readMailReader(context.database.db, userId)
  if (reader === null) return
  const { origin, locales, brandIn } = await readerSite(context, reader.origin)
  const locale = fittingLocale(locales, reader.locale)
  await sendMail(context, {
    to: reader.email,
    kind: 'drift',
    locale,
    site: brandIn(locale, origin),
    link: origin + localizePath('/operator/models', locale),
    rows: differences.slice(0, MOST).map(each => rowOf(each, locale))
  })
}

function rowOf({ kind, vendor, model, value }: Difference, locale: Locale): MailRow {
  const name = `${model} (${vendor})`
  if (kind === 'ends') return ['ending', `${name}, ${formatDay(Date.parse(value), locale)}`]
  if (kind === 'gone') return ['gone', name]
  const { input, output } = JSON.parse(value) as TokenPrice
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 4
  })
  return ['listed', `${name}, ${format.format(input / 1000)} / ${format.format(output / 1000)}`]
}

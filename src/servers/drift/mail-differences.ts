import { formatDay } from '#core/format.ts'
import type { TokenPrice } from '#core/money.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Difference } from '#servers/drift/find-differences.ts'
import type { MailRow } from '#servers/lib/mail/letter.ts'
import { mailOperators } from '#servers/lib/mail/mail-operators.ts'

/** Most lines of a mail. The page has all differences. */
const MOST = 40

/**
 * Emails new differences to all operators, one email each. The differences are stored before, so if
 * the process dies, the email is lost rather than sent twice. A failure is logged.
 */
export async function mailDifferences(
  context: Parameters<typeof mailOperators>[0],
  differences: readonly Difference[]
): Promise<void> {
  if (differences.length === 0) return
  await mailOperators(context, {
    kind: 'drift',
    page: '/operator/models',
    rowsIn: locale => differences.slice(0, MOST).map(each => rowOf(each, locale))
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

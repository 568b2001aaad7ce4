import { formatAlert } from '#core/alert.ts'
import { fittingLocale, localizePath } from '#i18n/locale.ts'
import type { OpenAlert } from '#servers/alerts/alert.ts'
import type { AlertChanges } from '#servers/alerts/store.ts'
import type { Context } from '#servers/lib/context.ts'
import { sendMail } from '#servers/lib/mail.ts'
import { readerSite, readMailReader } from '#servers/lib/mail/reader.ts'
import { listOperatorIds } from '#servers/lib/operators.ts'

type Needs = Parameters<typeof sendMail>[0] & Pick<Context, 'sites'>

/**
 * Emails changes to all operators: one email about problems that began, and one about those that
 * are over. It never throws.
 */
export async function mailAlerts(context: Needs, { begun, ended }: AlertChanges): Promise<void> {
  for (const userId of await listOperatorIds(context.database.db))
    for (const [kind, alerts] of [['alert', begun] as const, ['alert_over', ended] as const])
      if (alerts.length > 0)
        await mailTo(context, userId, kind, alerts).catch((error: unknown) =>
          context.log.error({ err: error, mail: kind }, 'an operator could not be mailed')
        )
}

async function mailTo(
  context: Needs,
  userId: string,
  kind: 'alert' | 'alert_over',
  alerts: readonly OpenAlert[]
): Promise<void> {
  const reader = await readMailReader(context.database.db, userId)
  if (reader === null) return
  const { origin, locales, brandIn } = await readerSite(context, reader.origin)
  const locale = fittingLocale(locales, reader.locale)
  await sendMail(context, {
    to: reader.email,
    kind,
    locale,
    site: brandIn(locale, origin),
    link: origin + localizePath('/operator', locale),
    rows: alerts.map(alert => [alert.kind, formatAlert(alert, locale)])
  })
}

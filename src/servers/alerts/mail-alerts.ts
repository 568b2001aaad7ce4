import { formatAlert } from '#core/alert.ts'
import type { AlertChanges } from '#servers/alerts/store.ts'
import { mailOperators } from '#servers/lib/mail/mail-operators.ts'

/**
 * Emails changes to all operators: one email about problems that began, and one about those that
 * are over. A failure is logged.
 */
export async function mailAlerts(
  context: Parameters<typeof mailOperators>[0],
  { begun, ended }: AlertChanges
): Promise<void> {
  for (const [kind, alerts] of [['alert', begun] as const, ['alert_over', ended] as const])
    if (alerts.length > 0)
      await mailOperators(context, {
        kind,
        page: '/operator',
        rowsIn: locale => alerts.map(alert => [alert.kind, formatAlert(alert, locale)])
      })
}

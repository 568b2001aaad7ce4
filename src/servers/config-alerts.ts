import type { ConfigReader } from '#servers/config-services.ts'

/** Where operators are told about problems, besides their emails, and when. */
export type AlertsConfig = {
  /** The address that gets a POST request with each change; null for none. */
  alertWebhook: string | null
  /** US cents: a vendor's account with less is a problem. 0: never. */
  alertBalance: number
}

/** The largest limit of balances, in dollars. */
const MOST = 1_000_000

/** Reads `ALERT_WEBHOOK_URL`, which may hold a key, so no message repeats it, and `ALERT_BALANCE`. */
export function readAlertsConfig({ get, problems }: ConfigReader): AlertsConfig {
  const alertWebhook = get('ALERT_WEBHOOK_URL')
  const isAddress =
    alertWebhook === null ||
    (URL.canParse(alertWebhook) && /^https?:$/.test(new URL(alertWebhook).protocol))
  if (!isAddress)
    problems.push(
      'ALERT_WEBHOOK_URL must be an address that takes POST requests, like https://chat.example/hooks/1'
    )
  const balance = get('ALERT_BALANCE') ?? '5'
  const dollars = Number(balance)
  if (!(dollars >= 0 && dollars <= MOST))
    problems.push(
      `ALERT_BALANCE must be US dollars from 0 to ${MOST}, like 5, and 0 for never, not "${balance}"`
    )
  return {
    alertWebhook: isAddress ? alertWebhook : null,
    alertBalance: Math.round(dollars * 100)
  }
}

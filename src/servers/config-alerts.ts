import type { ConfigReader } from '#servers/config-services.ts'

/** Where operators are told about problems, besides their emails. */
export type AlertsConfig = {
  /** The address that gets a POST request with each change; null for none. */
  alertWebhook: string | null
}

/** Reads `ALERT_WEBHOOK_URL`. The address may hold a key, so no message repeats it. */
export function readAlertsConfig({ get, problems }: ConfigReader): AlertsConfig {
  const alertWebhook = get('ALERT_WEBHOOK_URL')
  const isAddress =
    alertWebhook === null ||
    (URL.canParse(alertWebhook) && /^https?:$/.test(new URL(alertWebhook).protocol))
  if (!isAddress)
    problems.push(
      'ALERT_WEBHOOK_URL must be an address that takes POST requests, like https://chat.example/hooks/1'
    )
  return { alertWebhook: isAddress ? alertWebhook : null }
}

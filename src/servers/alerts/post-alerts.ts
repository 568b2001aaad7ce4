import type { OpenAlert } from '#servers/alerts/alert.ts'
import type { AlertChanges } from '#servers/alerts/store.ts'
import type { Context } from '#servers/lib/context.ts'
import { operatorFetch } from '#servers/lib/egress.ts'

/** Milliseconds in which the address must answer. */
const PATIENCE = 10_000

type Needs = Pick<Context, 'config' | 'log'>

/**
 * Sends changes to the operator's address. `text` and `content` are what chat programs show; the
 * others are for programs. It never throws.
 */
export async function postAlerts(
  { config, log }: Needs,
  { begun, ended }: AlertChanges
): Promise<void> {
  const { alertWebhook, hosts } = config
  if (alertWebhook === null) return
  const site = hosts.hub ?? ''
  const lines = [
    ...begun.map(each => `Problem: ${describe(each)}`),
    ...ended.map(each => `Over: ${describe(each)}`)
  ]
  const text = [`Polymuse ${site}`.trim(), ...lines].join('\n')
  const body = { site, begun: begun.map(publish), ended: ended.map(publish), text, content: text }
  try {
    const answer = await operatorFetch(alertWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE)
    })
    await answer.body?.cancel()
    if (!answer.ok) log.error({ status: answer.status }, 'the address of alerts refused one')
  } catch (error) {
    log.error({ err: error }, 'an alert could not be sent')
  }
}

function publish({ kind, subject, value, since }: OpenAlert): object {
  return { kind, subject, value, since: new Date(since).toISOString() }
}

/** Describes an alert in English, since the address has no language. */
function describe({ kind, subject, value }: OpenAlert): string {
  switch (kind) {
    case 'failures':
      return `${value} runs of ${subject} failed within an hour`
    case 'stuck':
      return `${value} runs are stuck`
    case 'disk':
      return `the disk has ${(Number(value) / 1024 ** 3).toFixed(1)} GB left`
    case 'certificate':
      return `the certificate of ${subject} ${Number(value) === 0 ? 'is not trusted' : `ends on ${new Date(Number(value)).toISOString().slice(0, 10)}`}`
    case 'backup':
      return 'the last backup failed'
    case 'drill':
      return 'the last backup could not be restored'
    case 'ledger':
      return `${value} credits disagree with the ledger`
    case 'balance': {
      const [cents, currency] = value.split(' ')
      return `the account ${subject} has ${(Number(cents) / 100).toFixed(2)} ${currency} left`
    }
  }
}

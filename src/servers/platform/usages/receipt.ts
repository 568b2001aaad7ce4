import { findService } from '#catalog/index.ts'
import type { ServiceBrief } from '#contract/service.ts'
import type { Usage } from '#contract/usage.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { conditionFields } from '#core/condition.ts'
import { isRecord, asRecord, type Json } from '#core/json.ts'
import { priceFactor } from '#core/factor.ts'
import { parseMeasure } from '#core/measure.ts'
import { microToCredits } from '#core/money.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof selectReceipts>['execute']>>[number]
type Asked = Readonly<Record<string, Json>>

/**
 * Selects runs with the current data of their plan, credential, fund and conversation. It reads
 * responses of the chat only, for their token counts.
 */
export function selectReceipts(db: Queries) {
  return db
    .selectFrom('run')
    .leftJoin('conversation', 'conversation.id', 'run.conversation_id')
    .leftJoin('application', 'application.id', 'run.application_id')
    .leftJoin('credential', 'credential.id', 'run.credential_id')
    .leftJoin('fund', join =>
      join
        .onRef('fund.application_id', '=', 'run.application_id')
        .onRef('fund.kind', '=', 'run.fund')
    )
    .select([
      'run.id',
      'run.service',
      'run.action',
      'run.user_id',
      'run.application_id',
      'run.credential_id',
      'run.conversation_id'
    ])
    .select([
      'run.state',
      'run.fund',
      'run.held',
      'run.charged',
      'run.measure',
      'run.reason',
      'run.status_code',
      'run.trace_id'
    ])
    .select(['run.created_at', 'run.finished_at', 'run.deleted_at', 'run.request'])
    .select(eb =>
      eb
        .case()
        .when('run.service', '=', CHAT_SERVICE.id)
        .then(eb.ref('run.response'))
        .end()
        .as('response')
    )
    .select([
      'conversation.model',
      'conversation.listed',
      'conversation.deleted_at as conversation_deleted_at'
    ])
    .select([
      'fund.remaining',
      'application.used',
      'credential.name as credential_name',
      'credential.host as credential_host'
    ])
}

/**
 * Converts a run to a receipt for its user.
 * @param service null if it no longer exists
 * @param title of the service, also if it no longer exists
 */
export function toUsage(run: ReceiptRow, service: ServiceBrief | null, title: string): Usage {
  const api_id = `${run.service}/${run.action}`
  const asked = parseStoredJson(run.request)
  return {
    id: run.id,
    service,
    action: run.action,
    api_id,
    api: {
      id: api_id,
      name: run.action,
      title,
      service_id: service?.id ?? ''
    },
    user_id: run.user_id,
    application_id: run.application_id,
    credential_id: run.credential_id,
    credential: credentialOf(run),
    state: run.state,
    status_code: run.status_code,
    trace_id: run.trace_id,
    ...amountsOf(run),
    fund: run.fund,
    measure: run.measure,
    reason: run.reason,
    basis: basisOf(run, asked),
    metadata: metadataOf(run.model, asked),
    conversation_id:
      run.listed === 1 && run.conversation_deleted_at === null ? run.conversation_id : null,
    task_id: run.service !== CHAT_SERVICE.id && run.deleted_at === null ? run.id : null,
    created_at: new Date(run.created_at).toISOString(),
    finished_at: run.finished_at === null ? null : new Date(run.finished_at).toISOString()
  }
}

function amountsOf({ held, charged, finished_at, remaining, used }: ReceiptRow) {
  return {
    held_amount: microToCredits(held),
    deducted_amount: microToCredits(charged),
    returned_amount: finished_at === null ? 0 : microToCredits(held - charged),
    remaining_amount: microToCredits(remaining ?? 0),
    used_amount: microToCredits(used ?? 0)
  }
}

function credentialOf({
  credential_id: id,
  credential_name: name,
  credential_host: host
}: ReceiptRow): Usage['credential'] {
  return id === null || name === null ? null : { id, name, host: host ?? '' }
}

/**
 * Returns the requested model, and `key: 'own'` if the run used the user's own key.
 * @param model the conversation's model, for old runs, which did not store one
 */
export function metadataOf(model: string | null, asked: Asked): Usage['metadata'] {
  const found = asked['model'] ?? model
  return {
    ...(typeof found === 'string' && found !== '' && { model: found }),
    ...(asked['own_key'] === true && { key: 'own' })
  }
}

/** Parses a stored request or response; empty for a deleted run. */
export function parseStoredJson(text: string | null): Asked {
  return text === null ? {} : (asRecord(JSON.parse(text) as Json) ?? {})
}

function basisOf(run: ReceiptRow, asked: Asked): Usage['basis'] {
  if (asked['own_key'] === true) return { by: 'own_key' }
  const price = asked['price']
  return run.service === CHAT_SERVICE.id && isRecord(price)
    ? byTokens(price, run.response)
    : bySettings(run, asked)
}

function byTokens(price: Asked, response: string | null): Usage['basis'] {
  const usage = asRecord(parseStoredJson(response)['usage']) ?? {}
  const number = (value: Json | undefined): number | null =>
    typeof value === 'number' ? value : null
  return {
    by: 'tokens',
    input_price: microToCredits(number(price['input']) ?? 0),
    output_price: microToCredits(number(price['output']) ?? 0),
    input_tokens: number(usage['prompt_tokens']),
    output_tokens: number(usage['completion_tokens'])
  }
}

/** Returns the fields that the price depends on, if they have a text, number or boolean value. */
function bySettings({ service, action }: ReceiptRow, asked: Asked): Usage['basis'] {
  const rules = findService(service)?.actions?.[action]?.price
  if (rules === undefined || Object.keys(asked).length === 0) return null
  const fields = new Set(
    rules.flatMap(({ when, times = [] }) => [
      ...(when === undefined ? [] : conditionFields(when)),
      ...times
    ])
  )
  const said = [...fields].flatMap(field => {
    const value = parseMeasure(field) === null ? asked[field] : priceFactor(field, asked)
    return ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
      ? [[field, String(value).slice(0, 200).toWellFormed()]]
      : []
  })
  return { by: 'settings', settings: Object.fromEntries(said) as Record<string, string> }
}

import { SERVICES } from '#catalog/index.ts'
import { isSandboxActive, backendFor } from '#catalog/chat/provider.server.ts'
import { chat } from '#catalog/chat/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { isOptionalGroup } from '#core/chat.ts'
import type { ServingStatus } from '#contract/operation.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { listProviderKeys } from '#servers/platform/keys/provider-keys.ts'

/** The number of most recent failures to show. */
const TOLD = 20

const DAY = 86_400_000

/**
 * Reports which vendors would run each action now, the state of their keys, and the latest
 * failures.
 */
export async function readServing(context: PlatformContext): Promise<ServingStatus> {
  const sandbox = isSandboxActive(routingOf(context))
  return {
    sandbox,
    actions: [...(await models(context)), ...tools(context, sandbox)],
    keys: await keys(context),
    failures: await failures(context)
  }
}

async function models(context: Context): Promise<ServingStatus['actions']> {
  const shelf = await readShelf(context)
  const routing = routingOf(context, shelf)
  const offered = shelf.models.filter(({ enabled }) => enabled)
  return offered.flatMap(({ name, group }) => {
    const ways = backendFor(name, routing)?.ways ?? []
    // Additional groups of chat models are listed only while a provider serves them.
    if (ways.length === 0 && isOptionalGroup(group)) return []
    return { service: chat.id, action: name, by: [...new Set(ways.map(({ vendor }) => vendor))] }
  })
}

function tools({ config, vendorsOf }: PlatformContext, sandbox: boolean): ServingStatus['actions'] {
  const substitute = SERVICES.find(({ id }) => id === config.substitute?.service)
  const standsIn = substitute !== undefined && vendorsOf(substitute, 'images').length > 0
  return SERVICES.filter(({ id }) => id !== chat.id).flatMap(service =>
    Object.keys(service.actions ?? {}).map(action => {
      const by = vendorsOf(service, action)
      const more = standsIn && service.id === midjourney.id ? [substitute.id] : []
      return { service: service.id, action, by: sandbox ? ['sandbox'] : [...by, ...more] }
    })
  )
}

async function keys(context: Context): Promise<ServingStatus['keys']> {
  const { items } = await listProviderKeys(context)
  const { rests, of } = context.keys
  return items.map(({ vendor, last4, source, base_url }) => {
    const meant = of(vendor).filter(
      ({ apiKey, baseURL }) => apiKey.endsWith(last4) && baseURL === base_url
    )
    // In chat, a key rests separately for each model.
    const isMeant = (rest: string): boolean =>
      meant.some(
        ({ apiKey, baseURL }) =>
          rest === apiKey || (rest.startsWith(`${baseURL} `) && rest.endsWith(` ${apiKey}`))
      )
    const until = rests.until(isMeant)
    return {
      vendor,
      last4,
      source,
      rests_until: until === null ? null : new Date(until).toISOString()
    }
  })
}

/** Reads the failed runs of the last day, using the index of finish times. */
async function failures({ database: { db }, clock }: Context): Promise<ServingStatus['failures']> {
  const rows = await db
    .selectFrom('run')
    .select(['id', 'service', 'action', 'provider', 'reason', 'trace_id', 'finished_at'])
    .where('finished_at', '>=', clock.now() - DAY)
    // Without `coalesce`, SQLite would read all failed runs by the index of states.
    .where(({ fn, val }) => fn.coalesce('state', val('')), '=', 'failed')
    .orderBy('finished_at', 'desc')
    .limit(TOLD)
    .execute()
  return rows.map(({ provider, reason, finished_at, ...row }) => ({
    ...row,
    vendor: provider?.split('/', 1)[0] ?? '',
    code: reason,
    at: new Date(finished_at ?? 0).toISOString()
  }))
}

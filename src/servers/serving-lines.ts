import { SERVICES } from '#catalog/index.ts'
import { idleGroups, isSandboxActive, backendFor } from '#catalog/chat/provider.server.ts'
import { chat, CHAT_GROUPS } from '#catalog/chat/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import type { Service } from '#core/service.ts'
import { configuredVendors } from '#servers/api/services/configured.ts'
import { servesAction, type Vendor } from '#servers/api/services/vendors.ts'
import type { Context } from '#servers/lib/context.ts'
import { routingOf } from '#servers/lib/serving.ts'

type Needs = Pick<Context, 'config' | 'keys' | 'clock' | 'log'>

/** Tells the operator which vendor serves chat and each tool now, and what no vendor serves. */
export function describeServing(context: Needs): string[] {
  const routing = routingOf(context)
  if (isSandboxActive(routing)) return ['Everything is made by the sandbox: no provider key is set']
  const entries = [...chatServers(context), ...toolServers(context)]
  const served = entries.filter(({ by }) => by.length > 0)
  const idle = entries.filter(({ by }) => by.length === 0).map(({ name }) => name)
  return [
    ...served.map(({ name, by }) => `${name} is served by ${by.join(', ')}`),
    ...(idle.length === 0 ? [] : [`Nobody serves ${idle.join(', ')}: set or enter a provider key`])
  ]
}

type Entry = { name: string; by: string[] }

/** Lists chat by group of models, since each group has its own vendor. */
function chatServers(context: Needs): Entry[] {
  const routing = routingOf(context)
  const idle: readonly string[] = idleGroups(routing, [])
  return CHAT_GROUPS.filter(({ id }) => !idle.includes(id)).map(({ title, models }) => {
    const vendorsOf = models
      .filter(({ enabled }) => enabled)
      .map(({ name }) => backendFor(name, routing)?.ways.map(({ vendor }) => vendor))
    return { name: `Chat with ${title}`, by: shares(vendorsOf, 'models') }
  })
}

function toolServers(context: Needs): Entry[] {
  const vendors = configuredVendors(context)
  return SERVICES.filter(({ id }) => id !== chat.id).map(service => {
    const verbs = Object.keys(service.actions ?? {})
    const vendorsOf = verbs.map(verb =>
      vendors.filter(vendor => servesAction(vendor, service, verb)).map(({ name }) => name)
    )
    return {
      name: service.id,
      by: [...shares(vendorsOf, 'actions'), ...standIn(context, service, vendors)]
    }
  })
}

/**
 * Describes which vendors do how many of several things. A vendor that does all of them is listed
 * without a number.
 * @param doers vendors of each thing, the preferred first
 */
function shares(doers: readonly (readonly string[] | undefined)[], things: string): string[] {
  return [...new Set(doers.flatMap(each => each ?? []))].map(name => {
    const done = doers.filter(each => each?.includes(name)).length
    return done === doers.length ? name : `${name} (${done} of ${doers.length} ${things})`
  })
}

/**
 * Describes the substitute of a service. It has no key of its own: it works as long as some vendor
 * serves the service that it uses.
 */
function standIn(
  { config: { substitute } }: Needs,
  { id }: Service,
  vendors: readonly Vendor[]
): string[] {
  const target = SERVICES.find(service => service.id === substitute?.service)
  if (substitute === null || target === undefined || id !== midjourney.id) return []
  return vendors.some(vendor => servesAction(vendor, target, 'images'))
    ? [`its substitute ${target.id}`]
    : []
}

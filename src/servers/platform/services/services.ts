import { findShelfModel, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { findService, SERVICES } from '#catalog/index.ts'
import type { Package } from '#contract/package.ts'
import { CREDIT_UNIT, type Service, type ServiceApi } from '#contract/service.ts'
import { isoDay } from '#core/format-span.ts'
import { ownServiceStrings } from '#core/own-service.ts'
import { microToCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { CATALOG_PERCENT, repriceTool } from '#core/reprice-tool.ts'
import { replacedModels, retireModels, type RetiredModels } from '#core/retire-models.ts'
import type { Service as Entry } from '#core/service.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import type { PageViewer } from '#servers/platform/looker.ts'
import { listPackages } from '#servers/platform/packages/packages.ts'
import { readServiceChanges, type ServiceChanges } from '#servers/platform/services/changes.ts'
import { refusedFollowUps } from '#servers/platform/services/follow-ups.ts'
import { openingsOf } from '#servers/platform/services/openings.ts'
import { readServicePlans, type ServicePlans } from '#servers/platform/services/plans.ts'
import { metadataPrices, priceList } from '#servers/platform/services/prices.ts'
import { listRefusedFields } from '#servers/platform/services/refused-fields.ts'

type Filter = { tag?: string | undefined }
type Page = { limit: number; offset: number; ordering?: string | undefined }
type Needs = Pick<
  PlatformContext,
  'database' | 'config' | 'clock' | 'modelFile' | 'modelLists' | 'ownServices' | 'vendorsOf'
>

/**
 * Lists the services in the order of the catalogue. Operators also see those that are switched off.
 */
export async function listServices(
  context: Needs,
  looker: PageViewer,
  filter: Filter,
  page: Page
): Promise<{ items: Service[]; count: number }> {
  const all = await allServices(context, looker)
  const tag = filter.tag?.toLowerCase()
  const found = all.filter(
    each => tag === undefined || each.tags.some(own => own.toLowerCase() === tag)
  )
  const byTitle = (a: Service, b: Service): number => a.title.localeCompare(b.title, looker.locale)
  const ordered = /^-?title$/i.test(page.ordering ?? '') ? found.toSorted(byTitle) : found
  const turned = page.ordering?.startsWith('-') === true ? ordered.toReversed() : ordered
  return { items: turned.slice(page.offset, page.offset + page.limit), count: found.length }
}

/**
 * Reads one service by its id or alias.
 * @throws Problem `not_found`; for anyone but operators also if it is switched off
 */
export async function getService(context: Needs, looker: PageViewer, id: string): Promise<Service> {
  const fixed = findService(id)?.serviceId ?? (await context.ownServices.find(id))?.own.serviceId
  const [found] = await allServices(context, looker, fixed ?? '')
  if (found === undefined) throw new Problem('not_found', { detail: `no service ${id}` })
  return found
}

/** @param wanted the fixed id of the only service to return */
async function allServices(
  context: Needs,
  looker: PageViewer,
  wanted?: string
): Promise<Service[]> {
  const { userId, locale, operator } = looker
  const { db } = context.database
  const [changes, plans, packages, shelf, kept, { tools }] = await Promise.all([
    readServiceChanges(db),
    readServicePlans(db, userId),
    listPackages(db, looker, {}, { limit: 1000, offset: 0 }),
    readShelf(context),
    context.ownServices.all(),
    context.modelFile.read()
  ])
  const from = {
    shelf,
    config: context.config,
    vendorsOf: context.vendorsOf,
    plans,
    packages: packages.items,
    freeAmount: microToCredits(context.config.freeAmount),
    today: isoDay(context.clock.now())
  }
  const isWanted = (id: string): boolean => wanted === undefined || id === wanted
  const fixed = SERVICES.filter(({ serviceId }) => isWanted(serviceId)).map(entry => {
    const told = {
      t: groupTranslator(locale, entry.id),
      change: { ...tools.get(entry.id), ...changes.get(entry.serviceId) }
    }
    return toService(entry, told, from)
  })
  const own = kept
    .filter(({ service }) => isWanted(service.serviceId))
    .map(({ own: made, service, enabled }) => {
      const t = createTranslate(ownServiceStrings(made), locale)
      return toService(service, { t, change: { enabled } }, from)
    })
  return [...fixed, ...own].filter(each => each.enabled || operator)
}

/** The strings of a service, and the fields of it that operators changed. */
type Told = { t: Translate; change: ServiceChanges }

type From = {
  shelf: ChatShelf
  config: PlatformContext['config']
  vendorsOf: PlatformContext['vendorsOf']
  plans: ServicePlans
  packages: readonly Package[]
  freeAmount: number
  today: string
}

function toService(
  entry: Entry,
  { t, change }: Told,
  { shelf, config, vendorsOf, plans, packages, freeAmount, today }: From
): Service {
  const { retired_models: retired = {}, price_percent: percent = null } = change
  const priced = repriceTool(entry, percent ?? CATALOG_PERCENT)
  const living = repriceTool(
    livingService(entry, replacedModels(retired, today)),
    percent ?? CATALOG_PERCENT
  )
  const title = change.title ?? t(`${entry.id}.title`)
  const apis = apisOf(priced, title, { shelf, t })
  return {
    id: entry.serviceId,
    alias: entry.id,
    title,
    description: change.description ?? t(`${entry.id}.description`),
    introduction: change.introduction ?? '',
    unit: CREDIT_UNIT,
    price: apis.flatMap(({ price }) => price),
    free_amount: freeAmount,
    applied: plans.applied(entry),
    applied_count: plans.count(entry),
    tags: change.tags ?? [entry.medium],
    thumbnail: change.thumbnail ?? '',
    // Prices in the metadata always come from the declaration, since those are charged.
    metadata: {
      ...change.metadata,
      ...metadataPrices(living),
      openings: openingsOf(living, vendorsOf),
      refused: refusedFollowUps({ config, vendorsOf }, living),
      refused_fields: listRefusedFields({ config, vendorsOf }, living)
    },
    apis,
    packages: packages.filter(
      each => each.service_id === null || each.service_id === entry.serviceId
    ),
    enabled: change.enabled ?? true,
    retired_models: retired,
    price_percent: percent
  }
}

/** Services without retired models, whose estimates of prices are computed once. */
const known = new Map<string, Entry>()

/** The most that are remembered. A deployment has one for each service. */
const MOST_KNOWN = 200

function livingService(entry: Entry, retired: RetiredModels): Entry {
  if (Object.keys(retired).length === 0) return entry
  const key = JSON.stringify([entry.id, retired])
  const living = known.get(key) ?? retireModels(entry, retired)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, living)
  return living
}

/** Returns the prices of the chat models, in the order in which they are offered. */
function chatPrices(shelf: ChatShelf): Service['price'] {
  return shelf.models.map(({ name, label, becomes = name, price }) => ({
    model: name,
    title: findShelfModel(shelf, becomes)?.label ?? label,
    input: microToCredits(price.input),
    output: microToCredits(price.output)
  }))
}

/**
 * Returns the API calls of a service. A task names the call that created it by the same id. The
 * chat has a single call with the title of its service; other calls have the titles of their pages.
 */
function apisOf(
  { id, path, serviceId, medium, actions }: Entry,
  service: string,
  { shelf, t }: Pick<From, 'shelf'> & Pick<Told, 't'>
): ServiceApi[] {
  const more = {
    method: 'POST',
    service_id: serviceId,
    definition: '/openapi.json',
    estimation: [],
    stage: '',
    tags: [medium]
  }
  if (id === 'chat')
    return [
      {
        id: 'chat/chat',
        name: 'chat',
        title: service,
        path: `/${path}/conversations`,
        ...more,
        price: chatPrices(shelf)
      }
    ]
  if (actions === undefined) return []
  return Object.entries(actions).map(([verb, action]) => {
    const title = t(`${id}.action.${verb}`)
    return {
      id: `${id}/${verb}`,
      name: verb,
      title,
      path: `/${path}/${verb}`,
      ...more,
      price: priceList(verb, title, action)
    }
  })
}

import { makerOf, vendorModels } from '#catalog/chat/provider.server.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { toolReleaseDay } from '#catalog/tool-dates.ts'
import { MODEL_END_DATES } from '#catalog/vendor-ends.ts'
import type { ChatModel } from '#core/chat.ts'
import { MODEL_CHOICES } from '#core/retire-models.ts'
import type { Action } from '#core/service.ts'
import CHAT_LIST from './model-lists/chat-2026-11-10.json' with { type: 'json' }
import FAL_CLIENT from './model-lists/fal-client.json' with { type: 'json' }
import MEDIA from './model-lists/media.json' with { type: 'json' }
import { callsOf, OWN_SERVERS, type ModelCall } from './model-calls.ts'

/** A model name that users can choose, with all that is known of the model. */
export type ModelRow = {
  name: string
  service: string
  calls: readonly ModelCall[]
  since: string
  /** The last day, with the name of the vendor if only that vendor ends it. */
  until: string
  becomes: string
  /** The vendors' lists that contain it, with their dates, or the reason why no list has it. */
  listed: string
}

/** A vendor's list of models, as it was on `date`. */
type DatedList = { vendor: string; date: string; models: ReadonlySet<string> }

const dated = (vendor: string, date: string, models: readonly string[]): DatedList => ({
  vendor,
  date,
  models: new Set(models)
})

/**
 * All lists. A vendor may have several: fal has the list in its client, and another one of its
 * pages.
 */
const LISTS: readonly DatedList[] = [
  ...Object.entries(CHAT_LIST.vendors).map(([vendor, models]) =>
    dated(vendor, CHAT_LIST.date, models)
  ),
  dated('fal', FAL_CLIENT.date, FAL_CLIENT.models),
  ...Object.entries(MEDIA.vendors).map(([vendor, { date, models }]) => dated(vendor, date, models))
]

const NOBODY = 'no list: no vendor draws in chat, so the name is refused'
const UPSTREAM = 'no list: only another Polymuse (`UPSTREAM_URL`) does it'
const SUBSTITUTED = 'no list: only another Polymuse (`UPSTREAM_URL`), or `MIDJOURNEY_SUBSTITUTE`'

/** Returns a row for each chat model, each model of a tool, and each tool without a choice. */
export function modelRows(): ModelRow[] {
  return [...CHAT_GROUPS.flatMap(({ models }) => models.map(chatRow)), ...toolRows()]
}

function chatRow(model: ChatModel): ModelRow {
  const { name, since = '', until = '', becomes = '' } = model
  const vendor = makerOf(model)
  const ids = [...vendorModels(vendor, {})].flatMap(([id, names]) =>
    names.includes(name) ? [id] : []
  )
  const calls = ids.map(id => ({ vendor, id }))
  const listed = calls.length === 0 ? NOBODY : listsOf(calls)
  return { name, service: 'chat', calls, since, until, becomes, listed }
}

function toolRows(): ModelRow[] {
  return SERVICES.flatMap(({ id, actions = {} }) =>
    Object.entries(actions).flatMap(([verb, action]) => actionRows(id, verb, action))
  )
}

function actionRows(service: string, verb: string, action: Action): ModelRow[] {
  const row = (name: string, calls: readonly ModelCall[]): ModelRow => ({
    name,
    service,
    calls,
    since: toolReleaseDay(service, name) ?? '',
    until: endsOf(service, name, calls),
    becomes: '',
    listed: listedTool(service, calls)
  })
  const named = MODEL_CHOICES.flatMap(field => {
    const choice = action.fields[field]
    if (choice?.type !== 'choice') return []
    const { options, retired = {} } = choice
    return [
      ...options.map(each => row(String(each), callsOf(service, verb, action, { [field]: each }))),
      ...Object.entries(retired).map(([name, { until, becomes }]) => ({
        ...row(name, []),
        until,
        becomes,
        listed: 'ended'
      }))
    ]
  })
  return named.length > 0 ? named : [row(`(${verb})`, callsOf(service, verb, action, {}))]
}

function listedTool(service: string, calls: readonly ModelCall[]): string {
  if (calls.length > 0) return listsOf(calls)
  return service === 'midjourney' ? SUBSTITUTED : UPSTREAM
}

/**
 * Returns the lists that contain these vendor ids, with `unknown: …` for each id that no list has.
 */
function listsOf(calls: readonly ModelCall[]): string {
  const asked = calls.filter(({ vendor }) => !OWN_SERVERS.includes(vendor))
  const found = asked.map(({ vendor, id }) => {
    const list = LISTS.find(each => each.vendor === vendor && each.models.has(id))
    return list === undefined ? `unknown: ${vendor} ${id}` : `${vendor} ${list.date}`
  })
  return [...new Set(found)].toSorted().join(', ')
}

/**
 * Returns the last days of a model. A model's maker may end it while other vendors still offer it.
 */
function endsOf(service: string, name: string, calls: readonly ModelCall[]): string {
  const own = MODEL_END_DATES[name]
  const ends = calls.flatMap(({ vendor, id }) => {
    const day = MODEL_END_DATES[id]
    return day === undefined ? [] : [`${day} (${vendor})`]
  })
  return [...new Set([...(own === undefined ? [] : [`${own} (API of ${service})`]), ...ends])]
    .toSorted()
    .join(', ')
}

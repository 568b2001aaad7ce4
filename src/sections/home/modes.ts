import { LRUCache } from 'lru-cache'
import { SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { promptOnlyAction } from '#core/comparable.ts'
import { allowedOptions, readForm } from '#core/form.ts'
import { applyDeclaredOpenings } from '#core/opening.ts'
import { priceOf } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'
import { applyToolTerms } from '#core/tool-terms.ts'
import type { FieldValues } from '#core/condition.ts'
import { localizePath } from '#i18n/locale.ts'
import type { HomeMode, HomeTool } from '#islands/home-props.ts'
import { toolPrices } from '#islands/tool-prices.ts'
import { frameGroups } from '#sections/frame/groups.ts'
import { quoteRun } from '#stores/run-quotes.ts'
import { formDraftKey } from '#stores/tool-form.ts'
import { optionName } from '#ui/tool/words.ts'

type Hub = Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>

/** The modes of sites, by language. Making them takes as long as a fifth of the page. */
const known = new LRUCache<string, HomeMode[]>({ max: 500 })

/**
 * Returns the kinds of work that the composer of the studio home offers. A kind has the tools that
 * need nothing but a prompt, the cheapest first, so that free credits last.
 */
export function homeModes(hub: Hub): HomeMode[] {
  const key = hub.locale + JSON.stringify(hub.site)
  const modes = known.get(key) ?? makeModes(hub)
  known.set(key, modes)
  return modes
}

function makeModes(hub: Hub): HomeMode[] {
  return frameGroups(hub).flatMap(({ id, items }): HomeMode[] => {
    if (id === 'chat') return [{ id, tools: [] }]
    const tools = items
      .flatMap(item => SERVICES.find(service => service.id === item.id) ?? [])
      .map(service => applyToolTerms(service, hub.site))
      .flatMap(service => promptTool(hub, applyDeclaredOpenings(service)) ?? [])
      .toSorted((one, other) => one.cost - other.cost)
      .map(({ tool }) => tool)
    return tools.length === 0 ? [] : [{ id, tools }]
  })
}

/** @returns null for a tool whose first form needs something other than a prompt */
function promptTool(hub: Hub, service: Service): { tool: HomeTool; cost: number } | null {
  const { locale, t } = hub
  const found = promptOnlyAction(service)
  if (found === null) return null
  const { verb, action, max } = found
  const field = 'prompt'
  const { values } = readForm(action, { [field]: hub.site.title })
  const title = t(`${service.id}.title`)
  const tool = {
    id: service.id,
    title,
    address: localizePath(`/${service.id}`, locale),
    place: formDraftKey(service.id),
    verb,
    field,
    composer: {
      placeholder: t(`chat.home.${service.medium === 'chat' ? 'image' : service.medium}`),
      max,
      sendName: t('field.form.generate')
    },
    price: toolPrices({ service, hub, t }).priceOf(verb, {}),
    micro: quoteRun(service, { verb, values: {} }).micro,
    model: modelName(t, service.id, action),
    ratio: ratioOf(hub, service.id, action, values)
  }
  return { tool, cost: priceOf(action.price, values) }
}

/**
 * Returns the name of the model that a tool starts with. If it is only a number, the tool's name
 * comes first: `Kling 3.0`. Empty if it is the tool's own name, or if there is no choice of models.
 */
function modelName(t: Hub['t'], id: string, { fields }: Action): string {
  const model = fields['model']
  if (model?.type !== 'choice' || model.default === undefined) return ''
  const title = t(`${id}.title`)
  const name = optionName(t, id, 'model', model.default)
  if (name === title) return ''
  return /^\d/.test(name) ? `${title} ${name}` : name
}

function ratioOf({ t }: Hub, id: string, action: Action, values: FieldValues): HomeTool['ratio'] {
  for (const [field, each] of Object.entries(action.fields))
    if (each.type === 'choice' && each.look === 'ratio')
      return {
        field,
        label: t(`${id}.field.${field}`),
        options: allowedOptions(action, field, values).map(String),
        usual: String(each.default ?? '')
      }
  return null
}

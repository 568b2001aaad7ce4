import { setImmediate } from 'node:timers/promises'
import { findService } from '#catalog/index.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { FieldValues } from '#core/condition.ts'
import { fieldNames, type Field } from '#core/field.ts'
import { readForm } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import { MODEL_CHOICES, type RetiredModels } from '#core/retire-models.ts'
import type { Action } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'

/** An image that every vendor accepts as a file, since no request reads it. */
const FILE = 'data:image/png;base64,AAAA'

/** An earlier result with the properties that requests read. */
const EARLIER = { image_url: FILE, video_url: FILE, audio_url: FILE, duration: 10 }

/** Combinations of values that are tried before other requests get their turn. */
const TURN = 100

/** Most options of a choice that are tried. Ratios and voices have more, and lead nowhere else. */
const MOST = 8

/** The vendor's models that each option of a tool's model choice leads to. */
type Reached = ReadonlyMap<string, ReadonlySet<string>>

/** The declarations never change, so each tool is examined once for each vendor. */
const known = new Map<string, Promise<Reached>>()

/**
 * Tells whether operators have replaced each option of a tool that leads to a model of a vendor.
 * Options are known to lead to it by the requests that the vendor's code builds. If no request
 * shows it, the answer is no.
 * @param model the name by which the catalogue requests it
 */
export async function isReplacedModel(
  vendor: string,
  id: string,
  model: string,
  retired: RetiredModels
): Promise<boolean> {
  if (Object.keys(retired).length === 0) return false
  const key = `${vendor} ${id}`
  const reached = known.get(key) ?? examine(vendor, id)
  known.set(key, reached)
  const leading = [...(await reached)].flatMap(([option, all]) => (all.has(model) ? [option] : []))
  return leading.length > 0 && leading.every(option => Object.hasOwn(retired, option))
}

async function examine(vendor: string, id: string): Promise<Reached> {
  const does = Object.entries(VENDOR_SERVICES).find(([name]) => name === vendor)?.[1] ?? {}
  const doing = Object.entries(does).find(([name]) => name === id)?.[1] ?? {}
  const reached = new Map<string, Set<string>>()
  for (const [verb, asked] of Object.entries(doing)) {
    const action = findService(id)?.actions?.[verb]
    if (action === undefined) continue
    const choice = MODEL_CHOICES.find(name => action.fields[name]?.type === 'choice') ?? ''
    const field = action.fields[choice]
    // Operators cannot replace the model of an action without a choice.
    const options = field?.type === 'choice' ? field.options.map(String) : ['']
    for (const option of options) {
      const all = reached.get(option) ?? new Set()
      for (const [at, form] of combinations(action, { [choice]: option }).entries()) {
        for (const name of requested(asked, action, form)) all.add(name)
        if (at % TURN === 0) await setImmediate()
      }
      reached.set(option, all)
    }
  }
  return reached
}

/** Lists each pair of values of a form that may decide which endpoint is requested. */
function combinations(action: Action, fixed: FieldValues): FieldValues[] {
  const single = Object.entries(action.fields)
    .filter(([name]) => !(name in fixed))
    .flatMap(([name, field]) => samples(field).map(value => ({ [name]: value })))
  const pairs = single.flatMap((one, at) => single.slice(at).map(other => ({ ...one, ...other })))
  return [{}, ...pairs].map(pair => ({ prompt: 'x', ...pair, ...fixed }))
}

function samples(field: Field): Json[] {
  if (field.type === 'choice') return field.options.slice(0, MOST)
  if (field.type === 'switch') return [!field.default]
  if (field.type === 'id') return ['x']
  if (field.type !== 'file') return []
  // A first and a last image of a video may lead to an endpoint of its own.
  if (field.max > 1) return [[FILE], [FILE, FILE]]
  return [field.list === true ? [FILE] : FILE]
}

/** Returns the names in a request that may be that of a model. */
function requested({ request }: VendorAction, action: Action, form: FieldValues): string[] {
  const { values } = readForm(action, form)
  const ids = fieldNames(action.fields, 'id').filter(name => name in values)
  const earlier = Object.fromEntries(ids.map(name => [name, [EARLIER]]))
  try {
    const { path, body } = request({ action: '', values, earlier })
    const texts = Object.values(body).filter(value => typeof value === 'string')
    return [path, path.replace(/^models\//, '').replace(/:\w+$/, ''), ...texts]
  } catch {
    // Not every combination makes a request.
    return []
  }
}

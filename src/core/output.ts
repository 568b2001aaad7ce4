import { evaluateCondition, hasValue, type FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import type { Action, FollowUp, Service } from '#core/service.ts'

/** One output of a run, with the values that the provider returned. */
export type Output = Readonly<Record<string, unknown>>

/**
 * Finds the verb and the declaration of a task's action.
 * @returns null for an action that the service no longer has
 */
export function findTaskAction(
  { actions = {} }: Pick<Service, 'actions'>,
  type: string
): { verb: string; action: Action } | null {
  const found = Object.entries(actions).find(
    ([verb, action]) => verb === type || action.type === type
  )
  return found === undefined ? null : { verb: found[0], action: found[1] }
}

/**
 * Lists the outputs of a finished task, in any shape of its response.
 * @param shown the field that the result card shows; if it contains a list, each entry is an output
 * with its `index`
 */
export function taskOutputs(
  response: Readonly<Record<string, unknown>> | undefined,
  shown = ''
): Output[] {
  if (response === undefined || response['success'] === false) return []
  const { data, [shown]: list } = response
  if (Array.isArray(list))
    return list.map((each: unknown, index) => ({ ...response, [shown]: each, index }))
  if (Array.isArray(data)) return data.filter(isOutput)
  return isOutput(data) ? [data] : [response]
}

/**
 * Returns width and height of a run's output by the form's ratio. Without one, videos are 16:9 and
 * images square.
 */
export function outputRatio(
  { fields, shows }: Pick<Action, 'fields' | 'shows'>,
  values: FieldValues
): readonly [number, number] {
  const [name] =
    Object.entries(fields).find(([, field]) => field.type === 'choice' && field.look === 'ratio') ??
    []
  const [, width, height] = /^(\d+)[:x](\d+)$/.exec(String(values[name ?? ''] ?? '')) ?? []
  if (width !== undefined && height !== undefined) return [Number(width), Number(height)]
  return shows.as === 'video' ? [16, 9] : [1, 1]
}

/**
 * Returns an output's size in pixels: the reported one, or one with the expected ratio. It keeps
 * the layout from shifting while the file loads.
 * @param longest the longer side, in pixels, if no size is reported
 */
export function outputSize(
  output: Output,
  [across, down]: readonly [number, number],
  longest: number
): [number, number] {
  const told = ['width', 'height'].map(
    side => output[side] ?? output[`image_${side}`] ?? output[`video_${side}`]
  )
  if (typeof told[0] === 'number' && typeof told[1] === 'number') return [told[0], told[1]]
  const scale = longest / Math.max(across, down)
  return [Math.round(across * scale), Math.round(down * scale)]
}

/** Returns the address of the cover of a video or song; undefined if there is none. */
export function coverUrl(output: Output): string | undefined {
  return ['image_url', 'cover_url', 'thumbnail_url'].map(name => output[name]).find(isWritten)
}

/** Returns the text that the user wrote for a run, or else the prompt in its response. */
export function runPrompt(request: Output, response: Output = {}): string {
  const written = ['prompt', 'lyric', 'title', 'style', 'text'].map(name => request[name])
  return [...written, response['prompt']].find(isWritten) ?? ''
}

/** Reads a text of an output; empty if it is missing or no text. */
export function outputText(output: Output, name: string): string {
  const value = output[name]
  return isWritten(value) ? value : ''
}

function isWritten(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** The follow-ups that no vendor of a deployment can do, by verb. */
export type RefusedFollowUps = Readonly<Record<string, readonly string[]>>

/** Lists the follow-ups into tools that a site does not offer, by verb. */
export function closedFollowUps(
  { actions = {} }: Service,
  isOffered: (service: string) => boolean
): RefusedFollowUps {
  return Object.fromEntries(
    Object.entries(actions).map(([verb, { followUps = [] }]) => [
      verb,
      followUps
        .filter(({ service }) => service !== undefined && !isOffered(service))
        .map(({ id }) => id)
    ])
  )
}

/** Marks the follow-ups that results do not offer. They still tell how results are related. */
export function refuseFollowUps(service: Service, refused: RefusedFollowUps): Service {
  const actions = Object.entries(service.actions ?? {}).map(([verb, action]) => {
    const ids = refused[verb] ?? []
    const followUps = (action.followUps ?? []).map(each =>
      ids.includes(each.id) ? { ...each, refused: true as const } : each
    )
    return [verb, ids.length === 0 ? action : { ...action, followUps }]
  })
  return { ...service, actions: Object.fromEntries(actions) }
}

/** The follow-ups that have the same name in every service. */
export const SHARED_FOLLOW_UPS: readonly string[] = [
  'edit',
  'variation',
  'upscale',
  'animate',
  'extend'
]

/** Returns the key of a follow-up's name. */
export function followUpNameKey(
  service: Pick<Service, 'id'>,
  { id }: Pick<FollowUp, 'id'>
): string {
  return `${SHARED_FOLLOW_UPS.includes(id) ? 'field' : service.id}.follow.${id}`
}

/** Checks whether a follow-up is possible with this output. */
export function isFollowUpPossible(
  { when, refused }: FollowUp,
  output: Output,
  request: Readonly<Record<string, unknown>>
): boolean {
  if (refused) return false
  const asked = Object.fromEntries(
    Object.entries(request).map(([name, value]) => [`request.${name}`, value])
  )
  return when === undefined || evaluateCondition(when, { ...output, ...asked } as FieldValues)
}

/**
 * Returns the values that a follow-up puts into a form. `$name` is a value of the output,
 * `$request.name` one of the request.
 * @param request under the names of the fields, see `normalizeFieldNames`
 */
export function followUpValues(
  { set, repeats }: FollowUp,
  output: Output,
  request: Output
): Record<string, Json> {
  const all = {
    ...Object.fromEntries(
      Object.entries(request).map(([name, value]) => [`request.${name}`, value])
    ),
    ...output
  }
  const filled = Object.entries(set).map(([name, value]) => [name, fromOutput(value, all)] as const)
  const own = filled.filter(([name, value]) => set[name] === '' || hasValue(value))
  return { ...(repeats && request), ...Object.fromEntries(own) } as Record<string, Json>
}

function fromOutput(value: Json, output: Output): unknown {
  return typeof value === 'string' && value.startsWith('$') ? output[value.slice(1)] : value
}

function isOutput(value: unknown): value is Output {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

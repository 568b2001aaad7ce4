import { GRID_UPSCALES } from '#catalog/midjourney/deeds.ts'
import { assemblePrompt, parsePrompt } from '#catalog/midjourney/prompt.ts'
import type { midjourney } from '#catalog/midjourney/service.ts'
import type { Condition, FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { MediaOutput, Submission } from '#core/provider.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'
import type { Sheet } from '#media/sheet.ts'

type Asked = ActionValues<typeof midjourney, 'imagine'>

/**
 * Services whose models can replace Midjourney. `ratio` is the service's field for the aspect
 * ratio. Services with `edits` can vary an image.
 */
export const SUBSTITUTES = {
  nanobanana: { ratio: 'aspect_ratio', edits: true },
  flux: { ratio: 'size', edits: false }
} as const

export type SubstituteName = keyof typeof SUBSTITUTES

/** The service that replaces Midjourney, and its model if not the default one. */
export type Substitute = { service: SubstituteName; model?: string }

/**
 * The work of a substitute. It cuts one image out of a grid, varies an image, or draws four images
 * of a prompt.
 */
export type SubstitutePlan = { prompt: string; asked: FieldValues } & (
  | { kind: 'cut' | 'vary'; picture: string; part?: number }
  | { kind: 'draw' }
)

const GRID = [...GRID_UPSCALES, 'reroll'] as const
const OF_GRID = ['variation1', 'variation2', 'variation3', 'variation4'] as const
const OF_ONE = ['variation_subtle', 'variation_strong'] as const

/** An instruction before the prompt, which users do not see. */
const VARY: Readonly<Record<string, string>> = {
  variation_strong: 'Make a clearly different variation of this picture. It shows: ',
  variation_subtle: 'Make a slightly different variation of this picture. It shows: '
}

/** Returns what a substitute supports. Everything else is refused before it is charged. */
export function substituteAction({
  service
}: Substitute): Pick<VendorAction, 'fields' | 'cannot' | 'cannotSay'> {
  const { edits } = SUBSTITUTES[service]
  const can: Condition = {
    field: 'action',
    in: ['generate', ...GRID, ...(edits ? [...OF_GRID, ...OF_ONE] : [])]
  }
  const elements = [
    'style',
    'lighting',
    'artist',
    'material',
    'camera',
    'mood',
    'chinese',
    'special'
  ].map(name => `elements.${name}`)
  return {
    fields: [
      'action',
      'prompt',
      'aspect_ratio',
      'split_images',
      'image_id',
      ...elements,
      ...(edits ? ['image_urls'] : [])
    ],
    cannot: [{ when: { not: can }, field: 'action' }],
    cannotSay: values =>
      [...flagsOf(values).keys()].some(flag => flag !== ASPECT) ? ['prompt'] : []
  }
}

/** @throws Problem `bad_request` when the earlier image was deleted */
export function planSubstitute(
  substitute: Substitute,
  { values, earlier }: Pick<Submission, 'values' | 'earlier'>
): SubstitutePlan {
  const asked = values as unknown as Asked
  const { action, image_urls = [] } = asked
  const [from = {}] = earlier['image_id'] ?? []
  const words = wordsOf(values) || String(from['prompt'] ?? '')
  const typed = flagsOf(values).get(ASPECT) ?? asked.aspect_ratio
  const ratio = String((action === 'generate' ? typed : from['aspect_ratio']) ?? '1:1')
  if (action === 'generate' || action === 'reroll')
    return { kind: 'draw', prompt: words, asked: ask(substitute, words, ratio, image_urls) }
  const picture = from['raw_image_url']
  if (typeof picture !== 'string')
    throw new Problem('bad_request', { detail: 'the image was deleted' })
  const [, digit] = /^(?:upscale|variation)(\d)$/.exec(action) ?? []
  const place = { picture, ...(digit !== undefined && { part: Number(digit) }) }
  if (action.startsWith('upscale'))
    return { kind: 'cut', prompt: words, asked: { [RATIO]: ratio }, ...place }
  return {
    kind: 'vary',
    prompt: words,
    asked: ask(substitute, (VARY[action] ?? VARY['variation_strong'] ?? '') + words, ratio, []),
    ...place
  }
}

const RATIO = 'aspect_ratio'

/**
 * The only flag that a prompt may contain: a substitute supports the aspect ratio and no other
 * setting.
 */
const ASPECT = 'aspect'

function flagsOf({ prompt }: FieldValues): ReadonlyMap<string, string> {
  return parsePrompt(typeof prompt === 'string' ? prompt : '').flags
}

/** Returns the assembled words of the prompt, without images and flags. */
function wordsOf(values: FieldValues): string {
  return parsePrompt(assemblePrompt(values)).words
}

function ask(
  { service, model }: Substitute,
  prompt: string,
  ratio: string,
  pictures: readonly string[]
): FieldValues {
  const edit = pictures.length > 0
  return {
    action: edit ? 'edit' : 'generate',
    prompt,
    count: 4,
    ...(model !== undefined && { model }),
    [SUBSTITUTES[service].ratio]: ratio,
    ...(edit && { image_urls: [...pictures] })
  }
}

/** Builds the result in the API's format. `substitute` names the model or service that made it. */
export function substituteOutput(
  { service, model }: Substitute,
  plan: SubstitutePlan,
  sheet: Sheet,
  values: FieldValues
): MediaOutput {
  const { edits, ratio } = SUBSTITUTES[service]
  const isGrid = sheet.parts.length > 0
  const actions: readonly string[] = isGrid
    ? [...GRID, ...(edits ? OF_GRID : [])]
    : edits
      ? OF_ONE
      : []
  const told: Record<string, Json> = {
    image_id: crypto.randomUUID(),
    prompt: plan.prompt,
    substitute: model ?? service,
    aspect_ratio: plan.asked[ratio] ?? plan.asked[RATIO] ?? '1:1',
    mode: values['mode'] ?? 'fast',
    progress: 100,
    image_width: sheet.smallWidth,
    image_height: sheet.smallHeight,
    raw_image_width: sheet.width,
    raw_image_height: sheet.height,
    actions: [...actions]
  }
  const parts = values['split_images'] === true &&
    isGrid && { sub_image_urls: sheet.parts.map(bytes => ({ bytes })) }
  return {
    values: told,
    files: { image_url: { bytes: sheet.small }, raw_image_url: { bytes: sheet.picture }, ...parts }
  }
}

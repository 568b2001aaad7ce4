import {
  REGION_ACTION,
  GRID_ACTIONS,
  ENLARGED_ACTIONS,
  IMAGE_ACTIONS
} from '#catalog/midjourney/deeds.ts'
import { assemblePrompt, parsePrompt } from '#catalog/midjourney/prompt.ts'
import type { midjourney } from '#catalog/midjourney/service.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { seededId } from '#media/random.ts'
import type { Sheet } from '#media/sheet.ts'
import { sandboxMaker, type SandboxRequest, type SandboxContext } from '#sandbox/media.ts'
import type { PictureChange, EnlargeInput } from '#sandbox/posters/grid.ts'

type Asked = ActionValues<typeof midjourney, 'imagine'>
type Order = SandboxRequest<Asked>
type Deed = Asked['action']

/**
 * The work of a run, on a new prompt or an earlier image. The result contains it, so that a user
 * can repeat it.
 */
type Plan = { action: Deed; prompt: string; picture?: string; mask?: string; repainted?: boolean }

/** Pixels of one image of a grid. A large image has four times as many. */
const CELL = 768 * 768
/** Maximum number of reference images of a prompt. */
const MOST = 5
/** Largest ratio of the longer side to the shorter one. */
const LONGEST = 4

const CHANGES: Partial<Record<Deed, PictureChange>> = {
  variation_subtle: { kind: 'vary', strength: 0.4 },
  variation_strong: { kind: 'vary', strength: 1 },
  zoom_out_2x: { kind: 'zoom', by: 2 },
  zoom_out_1_5x: { kind: 'zoom', by: 1.5 },
  pan_left: { kind: 'pan', x: -0.4, y: 0 },
  pan_right: { kind: 'pan', x: 0.4, y: 0 },
  pan_up: { kind: 'pan', x: 0, y: -0.4 },
  pan_down: { kind: 'pan', x: 0, y: 0.4 },
  square: { kind: 'square' }
}

export const makeImagine = sandboxMaker<typeof midjourney, 'imagine'>(async (order, studio) => {
  const { mode, split_images } = order.values
  const plan = planOf(order)
  const sheet = await draw(plan, order, studio)
  const values: Record<string, Json> = {
    image_id: seededId(`${order.seed} image`),
    prompt: plan.prompt,
    mode,
    progress: 100,
    image_width: sheet.smallWidth,
    image_height: sheet.smallHeight,
    raw_image_width: sheet.width,
    raw_image_height: sheet.height,
    actions: [...actionsAfter(plan, sheet)],
    ...(plan.picture !== undefined && { made_of: { ...plan } })
  }
  const parts = split_images &&
    sheet.parts.length > 0 && { sub_image_urls: sheet.parts.map(bytes => ({ bytes })) }
  return [
    {
      values,
      files: {
        image_url: { bytes: sheet.small },
        raw_image_url: { bytes: sheet.picture },
        ...parts
      }
    }
  ]
})

/** Returns the actions that the vendor offers as buttons under an image. */
function actionsAfter({ action }: Plan, { parts, width, height }: Sheet): readonly Deed[] {
  if (parts.length > 0) return GRID_ACTIONS
  if (!/^upscale\d$/.test(action)) return ENLARGED_ACTIONS
  return [...IMAGE_ACTIONS.filter(each => each !== 'square' || width !== height), REGION_ACTION]
}

/** @throws Problem `bad_request` when the earlier image was deleted meanwhile */
function planOf({ values, earlier }: Order): Plan {
  const { action, mask } = values
  const line = assemblePrompt(values)
  if (action === 'generate') return { action, prompt: line }
  const [from = {}] = earlier['image_id'] ?? []
  const { raw_image_url: picture, prompt, made_of } = from
  if (typeof picture !== 'string')
    throw new Problem('bad_request', { detail: 'the image was deleted' })
  const before = typeof prompt === 'string' ? prompt : ''
  // A reroll repeats the plan that the earlier result contains.
  if (action === 'reroll')
    return isPlan(made_of) ? made_of : { action: 'generate', prompt: line || before }
  return {
    action,
    prompt: line || before,
    picture,
    ...(mask !== undefined && { mask }),
    ...(line !== '' && { repainted: true })
  }
}

function isPlan(value: Json | undefined): value is Json & Plan {
  return typeof value === 'object' && value !== null && 'action' in value && 'picture' in value
}

async function draw(plan: Plan, { values, seed }: Order, studio: SandboxContext): Promise<Sheet> {
  const { action, picture: address, prompt } = plan
  if (address === undefined) return drawGrid(prompt, values, seed, studio)
  const picture = await studio.read(address)
  const [, digit] = /^(?:upscale|variation)(\d)$/.exec(action) ?? []
  const of = { picture, ...(digit !== undefined && { part: Number(digit) }), seed }
  const change = await changeOf(plan, studio)
  if (change === null) return studio.run('enlarge', { ...of, ...sizeAfter(action) })
  return studio.run('derive', { ...of, prompt: parsePrompt(prompt).words, change })
}

/**
 * Returns the change that makes four new images of an image.
 * @returns null when the image is only enlarged
 */
async function changeOf(
  { action, mask, repainted = false }: Plan,
  studio: SandboxContext
): Promise<PictureChange | null> {
  if (action === REGION_ACTION)
    return mask === undefined ? null : { kind: 'region', mask: await studio.read(mask) }
  const change =
    CHANGES[action] ?? (action.startsWith('variation') ? { kind: 'vary', strength: 0.7 } : null)
  return change?.kind === 'vary' ? { ...change, repainted } : change
}

function sizeAfter(action: Deed): Pick<EnlargeInput, 'scale' | 'creative'> {
  if (/^upscale\d$/.test(action)) return { scale: 1, creative: false }
  return { scale: action.endsWith('4x') ? 4 : 2, creative: action.endsWith('creative') }
}

/** @throws Problem `bad_request` for more than MOST reference images */
async function drawGrid(
  line: string,
  { action, hd = false }: Asked,
  seed: string,
  studio: SandboxContext
): Promise<Sheet> {
  const { images, words, flags } = parsePrompt(line)
  if (images.length > MOST)
    throw new Problem('bad_request', { detail: `a prompt takes at most ${MOST} reference images` })
  const inputs = await Promise.all(images.map(address => studio.read(address)))
  const size = sizeForRatio(ratioOf(flags.get('aspect')), hd ? CELL * 2 : CELL)
  // A reroll must return other images, even if the prompt contains a seed.
  return studio.run('grid', {
    prompt: words,
    seed: action === 'reroll' ? seed : (flags.get('seed') ?? seed),
    ...size,
    inputs
  })
}

/** @throws Problem `bad_request` when the typed ratio is malformed or beyond LONGEST */
function ratioOf(typed = '1:1'): string {
  const [, wide, tall] = /^(\d{1,4}):(\d{1,4})$/.exec(typed) ?? []
  const shape = Number(wide) / Number(tall)
  if (shape >= 1 / LONGEST && shape <= LONGEST) return typed
  throw new Problem('bad_request', {
    detail: `the aspect ratio must be between 1:${LONGEST} and ${LONGEST}:1`
  })
}

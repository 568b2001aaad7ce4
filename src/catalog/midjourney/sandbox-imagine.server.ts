import { IN_PART, OF_GRID, OF_LARGE, OF_ONE } from '#catalog/midjourney/deeds.ts'
import { assemblePrompt, readPrompt } from '#catalog/midjourney/prompt.ts'
import type { midjourney } from '#catalog/midjourney/service.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import type { Change, EnlargeOrder, Sheet } from '#providers/sandbox-media/grid.ts'
import { makerFor, sandboxId, sizeOf, type SandboxOrder, type SandboxStudio } from '#providers/sandbox.ts'

type Asked = ActionValues<typeof midjourney, 'imagine'>
type Order = SandboxOrder<Asked>
type Deed = Asked['action']

/** What is to be done: with a new prompt, or with an earlier picture. Told with the result, so that it can be done again. */
type Plan = { action: Deed; prompt: string; picture?: string; mask?: string; repainted?: boolean }

/** Pixels of one picture of a grid; four times as many of a large one. */
const CELL = 768 * 768
/** Pictures that a prompt goes by. */
const MOST = 5
/** A picture is at most so many times as long as it is wide. */
const LONGEST = 4

const CHANGES: Partial<Record<Deed, Change>> = {
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

export const makeImagine = makerFor<typeof midjourney, 'imagine'>(async (order, studio) => {
  const { mode, split_images } = order.values
  const plan = planOf(order)
  const sheet = await draw(plan, order, studio)
  const values: Record<string, Json> = {
    image_id: sandboxId(`${order.seed} image`),
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
  const parts = split_images && sheet.parts.length > 0 && { sub_image_urls: sheet.parts.map(bytes => ({ bytes })) }
  return [{ values, files: { image_url: { bytes: sheet.small }, raw_image_url: { bytes: sheet.picture }, ...parts } }]
})

/** What the vendor's own buttons under a picture are. */
function actionsAfter({ action }: Plan, { parts, width, height }: Sheet): readonly Deed[] {
  if (parts.length > 0) return OF_GRID
  if (!/^upscale\d$/.test(action)) return OF_LARGE
  return [...OF_ONE.filter(each => each !== 'square' || width !== height), IN_PART]
}

/** @throws Problem `bad_request` when the earlier picture was deleted meanwhile */
function planOf({ values, earlier }: Order): Plan {
  const { action, mask } = values
  const line = assemblePrompt(values)
  if (action === 'generate') return { action, prompt: line }
  const [from = {}] = earlier['image_id'] ?? []
  const { raw_image_url: picture, prompt, made_of } = from
  if (typeof picture !== 'string') throw new Problem('bad_request', { detail: 'the picture was deleted' })
  const before = typeof prompt === 'string' ? prompt : ''
  // As it was written down when it was made.
  if (action === 'reroll') return isPlan(made_of) ? made_of : { action: 'generate', prompt: line || before }
  return { action, prompt: line || before, picture, ...(mask !== undefined && { mask }), ...(line !== '' && { repainted: true }) }
}

function isPlan(value: Json | undefined): value is Json & Plan {
  return typeof value === 'object' && value !== null && 'action' in value && 'picture' in value
}

async function draw(plan: Plan, { values, seed }: Order, studio: SandboxStudio): Promise<Sheet> {
  const { action, picture: address, prompt } = plan
  if (address === undefined) return drawGrid(prompt, values, seed, studio)
  const picture = await studio.read(address)
  const [, digit] = /^(?:upscale|variation)(\d)$/.exec(action) ?? []
  const of = { picture, ...(digit !== undefined && { part: Number(digit) }), seed }
  const change = await changeOf(plan, studio)
  if (change === null) return studio.run('enlarge', { ...of, ...sizeAfter(action) })
  return studio.run('derive', { ...of, prompt: readPrompt(prompt).words, change })
}

/** How another four come of a picture; null for one that is only to be larger. */
async function changeOf({ action, mask, repainted = false }: Plan, studio: SandboxStudio): Promise<Change | null> {
  if (action === IN_PART) return mask === undefined ? null : { kind: 'region', mask: await studio.read(mask) }
  const change = CHANGES[action] ?? (action.startsWith('variation') ? { kind: 'vary', strength: 0.7 } : null)
  return change?.kind === 'vary' ? { ...change, repainted } : change
}

function sizeAfter(action: Deed): Pick<EnlargeOrder, 'scale' | 'creative'> {
  if (/^upscale\d$/.test(action)) return { scale: 1, creative: false }
  return { scale: action.endsWith('4x') ? 4 : 2, creative: action.endsWith('creative') }
}

/** @throws Problem `bad_request` for more pictures to go by than there may be */
async function drawGrid(line: string, { action, hd = false }: Asked, seed: string, studio: SandboxStudio): Promise<Sheet> {
  const { images, words, flags } = readPrompt(line)
  if (images.length > MOST) throw new Problem('bad_request', { detail: `a prompt goes by at most ${MOST} pictures` })
  const inputs = await Promise.all(images.map(address => studio.read(address)))
  const size = sizeOf(ratioOf(flags.get('aspect')), hd ? CELL * 2 : CELL)
  // Others are others, although the prompt names its own seed.
  return studio.run('grid', { prompt: words, seed: action === 'reroll' ? seed : (flags.get('seed') ?? seed), ...size, inputs })
}

/** @throws Problem `bad_request` for a typed one that is none, or too long */
function ratioOf(typed = '1:1'): string {
  const [, wide, tall] = /^(\d{1,4}):(\d{1,4})$/.exec(typed) ?? []
  const shape = Number(wide) / Number(tall)
  if (shape >= 1 / LONGEST && shape <= LONGEST) return typed
  throw new Problem('bad_request', { detail: `the ratio is from 1:${LONGEST} to ${LONGEST}:1` })
}

import { midjourney } from '#catalog/midjourney/service.ts'
import {
  substituteOutput,
  planSubstitute,
  substituteAction,
  type SubstitutePlan,
  type Substitute
} from '#catalog/midjourney/substitute.server.ts'
import { evaluateCondition, type FieldValues } from '#core/condition.ts'
import { optionAliases } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import {
  ImmediateOutputs,
  type MediaOutput,
  type MediaProvider,
  type VendorConnection,
  type MediaSource,
  type Submission,
  type VendorCost
} from '#core/provider.ts'
import type { Service } from '#core/service.ts'
import type { VendorService } from '#core/vendor.ts'
import type { MediaWorkers } from '#media/media-workers.ts'
import type { Sheet } from '#media/sheet.ts'
import type { InputReader } from '#servers/api/services/inputs.ts'
import { chosenVendor, servesAction, type Vendor } from '#servers/api/services/vendors.ts'
import type { TaskProvider } from '#servers/api/tasks/kind.ts'
import { UnusableOutputProblem } from '#servers/files/outputs.ts'

type Needs = {
  substitute: Substitute
  services: readonly Service[]
  vendors: readonly Vendor[]
  workers: MediaWorkers
  inputs: Pick<InputReader, 'read'>
  provider(name: string): TaskProvider | null
}

type Reference = {
  name: string
  job: Json
  plan: SubstitutePlan
  values: FieldValues
  userId: string
}

/** The action of the replacing service. */
const VERB = 'images'

/** Cutting an image out of a sheet costs nothing. */
const FREE: VendorCost = { micro: 0, measured: true }

/** Bytes of one image on a sheet. */
const MOST = 50 * 1024 * 1024

/**
 * Does a service without a public API through another service. Its outputs name that service, and
 * what that service cannot do is refused. The vendor is chosen as for any call of that service.
 */
export function substituteVendor(needs: Needs): Vendor {
  const { substitute, services, vendors } = needs
  const target = services.find(({ id }) => id === substitute.service)
  const isServed = (): boolean =>
    target !== undefined && vendors.some(vendor => servesAction(vendor, target, VERB))
  const media: MediaProvider = {
    submit: (submission, upstream) => submitElsewhere(needs, target, submission, upstream),
    async poll(reference, upstream) {
      const { name, job, plan, values, userId } = reference as unknown as Reference
      const provider = needs.provider(name)
      if (provider === null)
        throw new Problem('api_not_implemented', {
          detail: 'the substitute is no longer available'
        })
      const polled = await provider.media.poll(job, { ...upstream, ...provider.upstream })
      if (polled.status === 'succeeded')
        return {
          status: 'succeeded',
          outputs: [
            await laidOut(needs, plan, polled.outputs, { userId, values }, upstream.signal)
          ],
          cost: polled.cost
        }
      if (polled.status === 'failed' || polled.reference === undefined) return polled
      return {
        ...polled,
        reference: { name, job: polled.reference, plan, values, userId } as unknown as Json
      }
    },
    async cancel(reference, upstream) {
      const { name, job } = reference as unknown as Reference
      const provider = needs.provider(name)
      return (await provider?.media.cancel?.(job, { ...upstream, ...provider.upstream })) ?? false
    }
  }
  return {
    name: 'substitute',
    baseURL: () => '',
    keys: ringOf(isServed),
    does: doesOf(substitute),
    media: () => media
  }
}

/** Submits a task to the vendor of the replacing service. */
async function submitElsewhere(
  needs: Needs,
  target: Service | undefined,
  submission: Parameters<MediaProvider['submit']>[0],
  upstream: VendorConnection
): Promise<Json | ImmediateOutputs> {
  const plan = planSubstitute(needs.substitute, submission)
  const { userId, values } = submission
  if (plan.kind === 'cut')
    return new ImmediateOutputs([await cutOut(needs, plan, submission, upstream.signal)], FREE)
  const wanted =
    plan.kind === 'vary' ? await withPicture(needs, plan, submission, upstream.signal) : plan.asked
  const asked = current(target, { ...usual(target, wanted), ...wanted })
  const name = target === undefined ? [] : chosenVendor(needs.vendors, target, VERB, asked)
  const provider = typeof name === 'string' ? needs.provider(name) : null
  if (typeof name !== 'string' || provider === null)
    throw new Problem('bad_request', {
      detail: 'the substitute cannot do this',
      ...(typeof name !== 'string' && { issues: name })
    })
  const handed = { ...submission, action: VERB, values: asked, earlier: {} }
  const job = await provider.media.submit(handed, { ...upstream, ...provider.upstream })
  if (job instanceof ImmediateOutputs)
    return new ImmediateOutputs(
      [await laidOut(needs, plan, job.outputs, { userId, values }, upstream.signal)],
      job.cost
    )
  return { name, job, plan, values, userId } as unknown as Json
}

/**
 * Returns what the substitute can do. The functions that call a vendor are never used, since
 * another vendor makes the images.
 */
function doesOf(substitute: Substitute): Readonly<Record<string, VendorService>> {
  const elsewhere = (): never => {
    throw new Problem('api_not_implemented', {
      detail: 'a substitute does not call vendors directly'
    })
  }
  return {
    [midjourney.id]: {
      imagine: { ...substituteAction(substitute), request: elsewhere, outputs: elsewhere }
    }
  }
}

/** A key ring without keys. The vendor that makes the images tries its own keys. */
function ringOf(isServed: () => boolean): Vendor['keys'] {
  return { isEmpty: () => !isServed(), idOf: () => '', keyOf: () => '', attempt: work => work('') }
}

/** Replaces an ended model, which the configuration may still name, by its successor. */
function current(target: Service | undefined, asked: FieldValues): FieldValues {
  const field = target?.actions?.[VERB]?.fields['model']
  const model = field?.type === 'choice' ? optionAliases(field)[String(asked['model'])] : undefined
  return model === undefined ? asked : { ...asked, model }
}

/** Fills in default values, as a form of the replacing service would. */
function usual(target: Service | undefined, asked: FieldValues): FieldValues {
  const fields = Object.entries(target?.actions?.[VERB]?.fields ?? {})
  const own = fields.filter(
    ([, field]) => field.when === undefined || evaluateCondition(field.when, asked)
  )
  return Object.fromEntries(
    own.flatMap(([name, field]) =>
      'default' in field && field.default !== undefined ? [[name, field.default]] : []
    )
  )
}

type Owned = Pick<Submission, 'userId' | 'values'>

/**
 * Joins four images into one sheet, as Midjourney's API returns them.
 * @throws UnusableOutputProblem when there are fewer, or one is not an image
 */
async function laidOut(
  { substitute, workers, inputs }: Needs,
  plan: SubstitutePlan,
  outputs: readonly MediaOutput[],
  { userId, values }: Owned,
  signal: AbortSignal
): Promise<MediaOutput> {
  const sources = outputs.flatMap(({ files }) => [files['image_url'] ?? []].flat() as MediaSource[])
  if (sources.length < 4) throw unusable('the vendor delivered fewer than four images')
  const pictures = await Promise.all(
    sources.map(each => ('bytes' in each ? each.bytes : inputs.read(each.url, signal, MOST)))
  )
  const sheet = await workers.run('tile', { pictures }, signal, userId).catch((thrown: unknown) => {
    // The vendor made the unreadable file, so the caller must not get `bad_request`.
    const isUnreadable = thrown instanceof Problem && thrown.code === 'bad_request'
    throw isUnreadable ? unusable('the vendor’s result is not an image', thrown) : thrown
  })
  return substituteOutput(substitute, plan, sheet, values)
}

const unusable = (detail: string, cause?: unknown): UnusableOutputProblem =>
  new UnusableOutputProblem('api_error', { detail, cause })

async function cutOut(
  needs: Needs,
  plan: SubstitutePlan,
  { userId, values }: Owned,
  signal: AbortSignal
): Promise<MediaOutput> {
  const sheet = await sheetIn(needs, plan, userId, signal)
  return substituteOutput(needs.substitute, plan, sheet, values)
}

async function sheetIn(
  { workers, inputs }: Needs,
  plan: SubstitutePlan,
  userId: string,
  signal: AbortSignal
): Promise<Sheet> {
  if (plan.kind === 'draw')
    throw new Problem('bad_request', { detail: 'there is no earlier image' })
  const picture = await inputs.read(plan.picture, signal, MOST)
  return workers.run(
    'cut',
    { picture, ...(plan.part !== undefined && { part: plan.part }) },
    signal,
    userId
  )
}

/** Returns the request with its reference image. */
async function withPicture(
  needs: Needs,
  plan: SubstitutePlan,
  { userId }: Owned,
  signal: AbortSignal
): Promise<FieldValues> {
  const { picture } = await sheetIn(needs, plan, userId, signal)
  return {
    ...plan.asked,
    action: 'edit',
    image_urls: [`data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`]
  }
}

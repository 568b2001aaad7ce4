import { fc } from '../../../../tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { kling } from '#catalog/kling/service.ts'
import { suno } from '#catalog/suno/service.ts'
import type { Json } from '#core/json.ts'
import { fileMeasures, parseMeasure } from '#core/measure.ts'
import { microToCredits } from '#core/money.ts'
import { nestValues } from '#core/nested.ts'
import { priceOf } from '#core/price.ts'
import type { Action } from '#core/service.ts'
import { checkBody } from '#core/warnings.ts'
import { estimatesOf, metadataPrices } from '#servers/platform/services/prices.ts'
import { validBody } from '../../../../tests/support/bodies.ts'
import { consumptionOf } from '../../../../tests/support/json-logic.ts'
import { stamps } from '../../../../tests/support/made-up-service.ts'
import { FULL_DOSE } from '../../../../tests/support/dose.ts'

const shownFor = (action: Action, form: Record<string, unknown>): number | undefined =>
  consumptionOf(estimatesOf(action), form)

/** Returns the credits of a run whose image and size have a megapixel, as estimates assume. */
function chargeFor({ fields, limits = [], price }: Action, body: Record<string, unknown>): number {
  const { values } = checkBody(fields, limits, body)
  const areas = fileMeasures(price).flatMap(({ name, field, unit }) =>
    unit === 'area' ? [fields[field]?.type === 'file' ? [name, 1] : [field, '1:1']] : []
  )
  return microToCredits(priceOf(price, { ...values, ...Object.fromEntries(areas) }))
}

const [images, videos, audios] = [
  flux.actions.images,
  kling.actions.videos,
  suno.actions.audios
] as const satisfies Action[]

describe('the estimate that the reference’s forms show equals the price of the run', () => {
  test.each<[Action, Record<string, Json>]>([
    [images, { prompt: 'x', count: 1, action: 'generate', model: 'flux-dev' }],
    [images, { prompt: 'x', count: 3, action: 'generate', model: 'flux-2-max' }],
    [images, { prompt: 'x', model: 'flux-schnell' }],
    [videos, { prompt: 'x', model: 'kling-v1', duration: 5, mode: 'std', cfg_scale: 0 }],
    [videos, { prompt: 'x', model: 'kling-v2-master', duration: 10, mode: 'std' }],
    [videos, { prompt: 'x', model: 'kling-v3', duration: 7, mode: 'pro', generate_audio: true }],
    [audios, { prompt: 'x', model: 'chirp-v4-5' }],
    [images, { prompt: 'x' }],
    [images, { prompt: 'x', count: 2 }],
    [images, { prompt: 'x', count: '3', model: '', image_url: null }],
    [images, { prompt: 'x', action: 'edits', image_url: 'https://a.example/b', count: 4 }],
    [images, { prompt: 'x', image_url: 'https://a.example/b' }],
    [videos, { prompt: 'x', model: 'kling-v1', generate_audio: true }],
    [videos, { prompt: 'x', duration: '10', image_list: [] }],
    [videos, { prompt: 'x', model: 'kling-v3', generate_audio: false, mode: 'pro' }],
    [audios, { action: 'concat', audio_id: 'a' }]
  ])('%#', (action, form) => {
    const { issues } = checkBody(action.fields, action.limits ?? [], form)
    expect([issues, shownFor(action, form)]).toEqual([[], chargeFor(action, form)])
  })
})

/**
 * An estimate cannot count the characters of a text, so it uses a typical number, and differs from
 * the real price.
 */
const isCounted = ({ price }: Action): boolean =>
  price.some(({ times = [] }) => times.some(name => parseMeasure(name)?.unit === 'characters'))

const every = [...SERVICES, stamps].flatMap(service =>
  Object.entries(service.actions ?? {}).map(([verb, action]) => ({
    name: `${service.id} ${verb}`,
    service,
    verb,
    action: action as Action
  }))
)

test.each(every.filter(({ action }) => !isCounted(action)))(
  '$name: the estimate equals the charge when fields are omitted, derived or do not count',
  ({ action }) => {
    fc.assert(
      fc.property(validBody(action), body => {
        expect(shownFor(action, nestValues(body))).toBe(chargeFor(action, nestValues(body)))
      }),
      { numRuns: FULL_DOSE ? 200 : 40 }
    )
  }
)

test.each(every.filter(({ service, action }) => service !== stamps && !isCounted(action)))(
  '$name: the list of its whole service gives its price although the form holds fields of other actions',
  ({ service, verb, action }) => {
    const { price } = metadataPrices(service)
    const others = Object.values<Action>(service.actions ?? {}).filter(each => each !== action)
    const noise = fc.tuple(...others.map(validBody)).map(bodies => {
      const all = Object.entries(Object.assign({}, ...bodies) as Record<string, Json>)
      return Object.fromEntries(
        all.filter(([name]) => !Object.hasOwn(action.fields, name) && name !== 'action')
      )
    })
    fc.assert(
      fc.property(validBody(action), noise, (body, more) => {
        const form = { ...nestValues(more), type: verb, ...nestValues(body) }
        expect(consumptionOf(price, form)).toBe(chargeFor(action, nestValues(body)))
      }),
      { numRuns: FULL_DOSE ? 100 : 25 }
    )
  }
)

test('every action has the price rules of the catalogue, and a service without actions has none', () => {
  for (const { actions, ...service } of SERVICES) {
    const { prices } = metadataPrices({ ...service, ...(actions && { actions }) })
    const declared = Object.entries(actions ?? {}).map(([verb, { price }]) => [
      `${service.id}/${verb}`,
      price
    ])
    expect(prices ?? {}).toEqual(Object.fromEntries(declared))
  }
})

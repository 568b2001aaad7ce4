import type { ChoiceField } from '#core/field.ts'
import type { Action, Service } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import type { Offer } from '#servers/api/services/begin.ts'

/** A model of a service that makes pictures of words alone. */
export type ImageModel = Offer & { model: string }

/** All that the catalogue has: whatever service names its models, and gives a list of pictures. */
export function imageModels(services: readonly Service[]): ImageModel[] {
  return services
    .filter(({ medium }) => medium === 'image')
    .flatMap(service =>
      Object.entries(service.actions ?? {}).map(([verb, action]) => ({ service, verb, action }))
    )
    .filter(
      ({ action }) =>
        action.envelope === 'list' &&
        action.shows.as === 'image' &&
        action.fields['prompt'] !== undefined
    )
    .flatMap(offer => modelsOf(offer.action).map(model => ({ ...offer, model })))
    .filter(
      ({ action, model }) =>
        checkValues(action.fields, action.limits ?? [], { prompt: 'A lighthouse', model }).issues
          .length === 0
    )
}

function modelsOf({ fields }: Action): readonly string[] {
  const model = fields['model']
  return model?.type === 'choice' ? model.options.map(String) : []
}

/** The field that says how many are made; none for an action that always makes as many. */
export function countField({ outputs }: Action): string | undefined {
  return typeof outputs === 'object' && 'field' in outputs ? outputs.field : undefined
}

/** The field that says how wide and how high. */
export function sizeField({ fields }: Action): string | undefined {
  return Object.entries(fields).find(
    ([, field]) => field.type === 'choice' && field.look === 'ratio'
  )?.[0]
}

/** Sizes that are not a model's own are taken for a ratio which is as near as this. */
const NEAR = 1.03

/**
 * The value of the size field for what a program asks for: its pixels where the model takes any, else the ratio that they have.
 * @returns the asked size itself where nothing fits: the declaration says what is wrong with it
 */
export function sizeValue({ action, model }: ImageModel, name: string, size: string): string {
  const field = action.fields[name] as ChoiceField
  const [width = 0, height = 0] = size.split(/[x:]/).map(Number)
  const wanted = /^\d+[x:]\d+$/.test(size) ? width / height : Number.NaN
  const near = field.options
    .map(String)
    .filter(option => farness(option, wanted) <= NEAR)
    .toSorted((a, b) => farness(a, wanted) - farness(b, wanted))
  const takes = (value: string): boolean =>
    checkValues(action.fields, action.limits ?? [], {
      prompt: 'A lighthouse',
      model,
      [name]: value
    }).issues.length === 0
  return [size, ...near].find(takes) ?? size
}

/** By what factor a ratio misses another one; 1 for the same. */
function farness(option: string, wanted: number): number {
  const [width = 0, height = 0] = option.split(':').map(Number)
  const factor = width / height / wanted
  return Math.max(factor, 1 / factor)
}

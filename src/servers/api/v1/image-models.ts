import type { ChoiceField } from '#core/field.ts'
import type { Action, Service } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import type { ServiceAction } from '#servers/api/services/begin.ts'

/** A model of a service that makes images from text alone. */
export type ImageModel = ServiceAction & { model: string }

/**
 * Lists the image models of the catalogue: those of services that name their models and return a
 * list of images.
 */
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

/** Returns the retired names that a model answers. */
export function retiredImageNames({ action, model }: ImageModel): string[] {
  const field = action.fields['model']
  const retired = field?.type === 'choice' ? (field.retired ?? {}) : {}
  return Object.keys(retired).filter(name => retired[name]?.becomes === model)
}

/** Returns the field with the number of images; none if the number is fixed. */
export function countField({ outputs }: Action): string | undefined {
  return typeof outputs === 'object' && 'field' in outputs ? outputs.field : undefined
}

/** Returns the field with the size. */
export function sizeField({ fields }: Action): string | undefined {
  return Object.entries(fields).find(
    ([, field]) => field.type === 'choice' && field.look === 'ratio'
  )?.[0]
}

/**
 * A size that the model does not have counts as one of its ratios if it differs by at most this
 * factor.
 */
const NEAR = 1.03

/**
 * Returns the value of the size field: the requested pixels if the model takes any size, or else
 * the ratio that they nearly have.
 * @returns the requested size if nothing fits; the declaration of the action then reports the error
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

/** Returns the factor between two ratios; 1 for equal ones. */
function farness(option: string, wanted: number): number {
  const [width = 0, height = 0] = option.split(':').map(Number)
  const factor = width / height / wanted
  return Math.max(factor, 1 / factor)
}

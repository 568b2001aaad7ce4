import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import type { MediaOutput } from '#core/provider.ts'

/**
 * Makes one output of each address of an image, from a vendor that returns nothing else about them.
 * @param addresses one address or a list; anything else counts as none
 * @param told the other values of each output
 */
export function imageUrlOutputs(addresses: Json | undefined, told: FieldValues): MediaOutput[] {
  return [addresses ?? []]
    .flat()
    .filter(each => typeof each === 'string')
    .map(url => ({ values: { ...told }, files: { image_url: { url } } }))
}

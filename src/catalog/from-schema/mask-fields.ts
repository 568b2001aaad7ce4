import { isImageField, type MaskMarks } from '#core/field.ts'
import { isMaskName } from '#core/mask-name.ts'
import type { OwnServiceField } from '#core/own-service.ts'

/** Beginnings of words for what happens where a mask marks an image. */
const CHANGES = 'edit inpaint paint fill chang replac modif generat remov eras'.split(' ')

/**
 * Makes each image field that is named like a mask a mask of the image in the same form, so that
 * users can paint it.
 * @param fields in their order, in which required files come first
 */
export function linkMasks(fields: readonly OwnServiceField[]): OwnServiceField[] {
  const images = fields.filter(each => isImageField(each.field) && !isMaskName(each.name))
  return fields.map(each => {
    const { name, field } = each
    const names = [name.replace('mask', 'image'), name.replace('mask_', '')]
    const image = images.find(other => names.includes(other.name)) ?? images[0]
    if (!isImageField(field) || !isMaskName(name) || image === undefined) return each
    const marks = marksIn(each.hint)
    return { ...each, field: { ...field, masks: image.name, ...marks } }
  })
}

/** Reads from a description how a mask marks what changes. Most vendors use white. */
function marksIn(description: string): { marks?: MaskMarks } {
  const clauses = description.toLowerCase().split(/[.,;]/)
  const marks = (['black', 'transparent'] as const).find(colour =>
    clauses.some(
      clause =>
        clause.includes(colour) &&
        !clause.includes('white') &&
        CHANGES.some(change => clause.includes(change))
    )
  )
  return marks === undefined ? {} : { marks }
}

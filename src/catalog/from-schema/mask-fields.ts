import type { FileField, MaskMarks } from '#core/field.ts'
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
  const images = fields.filter(each => imageField(each) !== null && !isMaskName(each.name))
  return fields.map(each => {
    const field = imageField(each)
    const { name } = each
    const names = [name.replace('mask', 'image'), name.replace('mask_', '')]
    const image = images.find(other => names.includes(other.name)) ?? images[0]
    if (field === null || !isMaskName(each.name) || image === undefined) return each
    const marks = marksIn(each.hint)
    return { ...each, field: { ...each.field, ...field, masks: image.name, ...marks } }
  })
}

function imageField({ field }: OwnServiceField): FileField | null {
  return field.type === 'file' && field.accept === 'image' ? field : null
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

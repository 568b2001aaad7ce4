import type { FieldValues } from '#core/condition.ts'
import { formatIssues, Problem, type Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { shownSize } from '#servers/files/image-size.ts'
import { earlierOutputs } from '#servers/api/tasks/earlier.ts'
import type { TaskKind } from '#servers/api/tasks/kind.ts'

type Size = readonly [width: number, height: number]
type MaskedCall = { userId: string; kind: TaskKind; action: Action; values: FieldValues }

/** Milliseconds for reading an image. */
const PATIENCE = 30_000

/** The values of an earlier result that are the sizes of its images. */
const RESULT_SIZES = [
  ['image_width', 'image_height'],
  ['raw_image_width', 'raw_image_height']
] as const

/**
 * Checks that each mask has the size of its image. The vendor decides about a file whose size
 * cannot be read.
 * @throws Problem `bad_request` with every wrong mask
 */
export async function checkMasks(context: ApiContext, call: MaskedCall): Promise<void> {
  const { action, values } = call
  const masks = Object.entries(action.fields).flatMap(([field, declared]) =>
    declared.type === 'file' && declared.masks !== undefined && typeof values[field] === 'string'
      ? [{ field, mask: values[field], of: declared.masks, most: declared.bytes }]
      : []
  )
  const found = await Promise.all(
    masks.map(async ({ field, mask, of, most }) => {
      const [own, sizes] = await Promise.all([
        sizeAt(context, mask, most),
        imageSizes(context, of, call)
      ])
      const wanted = sizes.map(size => size.join(' x '))
      return own === null || wanted.length === 0 || wanted.includes(own.join(' x '))
        ? []
        : [{ field, code: 'wrong_size', wanted }]
    })
  )
  const issues = found.flat()
  if (issues.length === 0) return
  const wanted = issues.flatMap(issue => issue.wanted).join(' or ')
  throw new Problem('bad_request', {
    detail: `${formatIssues(issues)}. The image has ${wanted} pixels.`,
    issues: issues.map(({ field, code }): Issue => ({ field, code }))
  })
}

/** Returns the sizes of what a field names: of its first image, or of an earlier result. */
async function imageSizes(
  context: ApiContext,
  name: string,
  { userId, kind, action, values }: MaskedCall
): Promise<Size[]> {
  const declared = action.fields[name]
  if (declared?.type === 'file') {
    const [image] = [values[name] ?? []].flat()
    const size = typeof image === 'string' ? await sizeAt(context, image, declared.bytes) : null
    return size === null ? [] : [size]
  }
  const sources = { [name]: kind.sources?.[name] ?? [] }
  const { [name]: outputs = [] } = await earlierOutputs(context.database, userId, values, sources)
  return outputs.flatMap(output =>
    RESULT_SIZES.flatMap(([wide, tall]): Size[] => {
      const [width, height] = [output[wide], output[tall]]
      return typeof width === 'number' && typeof height === 'number' ? [[width, height]] : []
    })
  )
}

/**
 * Reads the size of an image as browsers show it, in pixels; null if it cannot be read.
 * @param most maximum number of bytes
 */
async function sizeAt({ inputs }: ApiContext, address: string, most: number): Promise<Size | null> {
  try {
    return await shownSize(await inputs.read(address, AbortSignal.timeout(PATIENCE), most))
  } catch {
    return null
  }
}

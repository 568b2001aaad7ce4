import { setImmediate } from 'node:timers/promises'
import { fieldNames, type Fields } from '#core/field.ts'
import { fileBase, filePath } from '#servers/files/address.ts'
import type { ApiContext } from '#servers/api/context.ts'

/**
 * A file in a data address, or bare Base64 longer than the smallest image: some clients of the
 * contract send masks this way.
 */
const IN_ADDRESS = /^data:[^,]{0,100};base64,/
const SHORTEST = 60
/**
 * A character outside Base64. The expression matches one character, since one for the whole text
 * would keep millions of backtracking positions.
 */
const FOREIGN = /[^A-Za-z0-9+/\s]/

type Asked = { userId: string; url: URL; fields: Fields }
type Body = Readonly<Record<string, unknown>>

/**
 * Keeps files that a call contains as uploads, and replaces them by their addresses. A task
 * remembers its request, which must not have megabytes.
 * @throws Problem `content_too_large` above the limit of uploads
 */
export async function storeInlineFiles(
  context: ApiContext,
  { userId, url, fields }: Asked,
  body: Body
): Promise<Body> {
  const kept: Record<string, unknown> = { ...body }
  const keep = async (field: string, given: unknown): Promise<unknown> => {
    const start = typeof given === 'string' ? startOfBytes(given) : null
    if (typeof given !== 'string' || start === null) return given
    await setImmediate()
    const bytes = Buffer.from(given.slice(start), 'base64')
    await setImmediate()
    const row = await context.files.keepUpload(
      userId,
      field,
      new Blob([bytes]).stream(),
      bytes.length
    )
    return fileBase(context.config, url) + filePath(row)
  }
  for (const [name, most] of fileFields(fields)) {
    const { [name]: given } = body
    if (!Array.isArray(given)) kept[name] = await keep(name, given)
    // More files than the field takes are not stored, since a later check refuses the call.
    else if (given.length <= most)
      kept[name] = await Promise.all(given.map((each: unknown) => keep(name, each)))
  }
  return Object.fromEntries(Object.entries(kept).filter(([name]) => Object.hasOwn(body, name)))
}

/** Returns every name under which a call may send a file, and the number of files. */
function fileFields(fields: Fields): [name: string, most: number][] {
  return fieldNames(fields, 'file').flatMap(name => {
    const field = fields[name]
    return field?.type === 'file'
      ? [name, ...(field.also ?? [])].map((each): [string, number] => [each, field.max])
      : []
  })
}

/** Returns where the Base64 of a text begins; null when it has none. */
function startOfBytes(text: string): number | null {
  const [head = ''] = IN_ADDRESS.exec(text) ?? []
  return head !== '' || isBare(text) ? head.length : null
}

function isBare(text: string): boolean {
  const bare = text.trimEnd().replace(/={1,2}$/, '')
  return bare.length >= SHORTEST && !FOREIGN.test(bare)
}

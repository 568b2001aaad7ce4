import type { User } from '#contract/user.ts'
import { Problem } from '#core/problem.ts'
import { fileBase, filePath } from '#servers/files/address.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { findFile } from '#servers/files/keep.ts'
import { readSmallFile, receiveFile } from '#servers/files/multipart.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { getUser } from '#servers/people/users.ts'
import { changeUser } from '#servers/platform/users/users.ts'

/**
 * The largest file accepted, in bytes, and the largest picture, in pixels. A small file can hold a
 * huge picture.
 */
const LARGEST = 10 * 1024 * 1024
const MAX_PIXELS = 50_000_000

/** Width and height of the stored picture in pixels: twice the largest size that a page shows. */
const SIDE = 256

/** Time limit for converting one picture, in seconds. */
const PATIENCE = 20

/**
 * The file name of every avatar. A file with this name serves no other purpose, so a replaced one
 * may be removed.
 */
const NAME = 'avatar.webp'

type Asked = { person: Person; request: Request; url: URL }

/**
 * Replaces a user's avatar with the square in the middle of the picture, upright and without the
 * camera's metadata. The avatar that it replaces is removed.
 * @throws Problem `bad_request` naming `file` for a file that is not a picture; `content_too_large`
 */
export async function changeAvatar(
  context: PlatformContext,
  { person, request, url }: Asked
): Promise<User> {
  const { files, config, database } = context
  const maxBytes = Math.min(LARGEST, config.uploadLimit)
  const source = await receiveFile(request, {
    maxBytes,
    keep: (_, body) => readSmallFile(body, maxBytes),
    drop: async () => undefined
  })
  const square = await cut(source)
  const before = await getUser(database.db, person.userId)
  const kept = await files.keepUpload(
    person.userId,
    NAME,
    new Blob([square]).stream(),
    square.length
  )
  const user = await changeUser(context, person, {
    avatar: fileBase(config, url) + filePath(kept)
  }).catch(async (error: unknown) => {
    await files.drop([kept.id])
    throw error
  })
  // The new avatar is saved. If the old file stays, it only takes room.
  await forget(context, person.userId, before.avatar).catch((error: unknown) => {
    context.log.error({ err: error, user_id: person.userId }, 'an old avatar was not removed')
  })
  return user
}

/**
 * Cuts and shrinks the picture to a square.
 * @throws Problem `bad_request` for a file that cannot be drawn
 */
async function cut(source: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(source, { limitInputPixels: MAX_PIXELS })
    const { format } = await picture.metadata()
    if (!['png', 'jpeg', 'gif', 'webp', 'heif'].includes(format))
      throw new Error(`no picture of ours: ${format}`)
    const square = picture.autoOrient().resize({ width: SIDE, height: SIDE, fit: 'cover' })
    return new Uint8Array(
      await square.webp({ quality: 85 }).timeout({ seconds: PATIENCE }).toBuffer()
    )
  } catch (cause) {
    throw new Problem('bad_request', {
      detail: 'file: not an image',
      issues: [{ field: 'file', code: 'invalid' }],
      cause
    })
  }
}

/** Removes the replaced avatar if it was made here for this user. */
async function forget(
  { files, database }: PlatformContext,
  userId: string,
  address: string
): Promise<void> {
  const id = URL.canParse(address) ? fileIdIn(new URL(address).pathname) : null
  const row = id === null ? null : await findFile(database, id)
  if (row !== null && row.user_id === userId && row.name === NAME) await files.drop([row.id])
}

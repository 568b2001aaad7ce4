import type { Updateable } from 'kysely'
import { MAX_SITE_PICTURE, type SitePictureKind } from '#contract/site-picture.ts'
import { recordAt } from '#core/json.ts'
import { filePath } from '#servers/files/address.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { fillFile, reserveFile } from '#servers/files/keep.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { cropPicture, type Crop } from '#servers/platform/sites/crop.ts'
import type { SiteRow } from '#servers/platform/sites/row.ts'

type Pictured = Pick<SiteRow, 'logo' | 'favicon' | 'features'>

/**
 * Returns the user id under which a site's files are stored. The site itself owns them, so they
 * stay when an admin leaves.
 */
export function siteOwnerId(siteId: string): string {
  return `site:${siteId}`
}

/**
 * Stores a picture as a file of the site.
 * @returns its address
 * @throws Problem `bad_request` naming `file` for a file that is not a picture
 */
export async function saveSitePicture(
  context: PlatformContext,
  siteId: string,
  { kind, crop, source }: { kind: SitePictureKind; crop: Crop | null; source: Uint8Array }
): Promise<string> {
  const bytes = await cropPicture(source, kind, crop)
  const id = await reserveFile(context, {
    userId: siteOwnerId(siteId),
    purpose: 'upload',
    name: `${kind}.png`,
    runId: null
  })
  const row = await fillFile(context, id, new Blob([bytes]).stream(), {
    maxBytes: MAX_SITE_PICTURE
  })
  return filePath(row)
}

/**
 * Makes the site the owner of an admin's files that become its pictures. They stay when the admin
 * leaves or deletes files.
 * @param columns the columns that a change writes
 */
export async function adoptPictures(
  tx: Queries,
  row: SiteRow,
  columns: Updateable<SiteTable>,
  userId: string
): Promise<void> {
  const ids = fileIds({ logo: '', favicon: '', features: '{}', ...columns } as Pictured)
  if (ids.length === 0) return
  const adopted = { user_id: siteOwnerId(row.id), run_id: null }
  await tx
    .updateTable('file')
    .set(adopted)
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes the site's own files that it no longer shows. */
export async function dropUnusedPictures(
  { database, files }: PlatformContext,
  siteId: string,
  before: Pictured,
  after: Pictured
): Promise<void> {
  const shown = fileIds(after)
  const gone = fileIds(before).filter(id => !shown.includes(id))
  if (gone.length === 0) return
  const own = database.db
    .selectFrom('file')
    .select('id')
    .where('id', 'in', gone)
    .where('user_id', '=', siteOwnerId(siteId))
  await files.drop((await own.execute()).map(({ id }) => id))
}

/** Returns the ids of the files that a site shows, taken from their addresses. */
function fileIds({ logo, favicon, features }: Pictured): string[] {
  const { qr } = recordAt(recordAt(JSON.parse(features), 'support'), 'wechat')
  const addresses = [logo, favicon, qr].filter(address => typeof address === 'string')
  return addresses.flatMap(address => {
    const path = URL.canParse(address, 'http://local.invalid')
      ? new URL(address, 'http://local.invalid').pathname
      : ''
    return fileIdIn(path) ?? []
  })
}

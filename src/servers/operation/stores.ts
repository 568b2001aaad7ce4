import { join } from 'node:path'
import type { Config } from '#servers/config.ts'
import { createDiskBlobs, type Blobs } from '#servers/lib/blobs.ts'
import type { DatabasePlace } from '#servers/lib/database/database.ts'

/** Everything that has to be kept safe, and where it is. */
export type Stores = {
  place: DatabasePlace
  blobs: Blobs
  /** The folder that blobs are in, where they are files: these need not be copied byte by byte. */
  blobFolder: string | null
}

/** What the servers of this configuration keep their data in. */
export function storesOf({ databaseUrl, dataDir }: Config): Stores {
  const blobFolder = join(dataDir, 'blobs')
  return { place: { url: databaseUrl, dataDir }, blobs: createDiskBlobs(blobFolder), blobFolder }
}

/** The folder of blobs, and the one file beside a SQLite database without which sealed tokens cannot be opened. */
export const BLOBS = 'blobs'
export const SECRET = 'secret'

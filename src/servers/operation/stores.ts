import { join } from 'node:path'
import type { Config } from '#servers/config.ts'
import { createS3Blobs } from '#servers/lib/blobs-s3.ts'
import { createDiskBlobs, type Blobs } from '#servers/lib/blobs.ts'
import type { DatabasePlace } from '#servers/lib/database/database.ts'
import { operatorFetch } from '#servers/lib/egress.ts'

/** Everything that must be kept safe, and where it is. */
export type Stores = {
  place: DatabasePlace
  blobs: Blobs
  /** The folder of blobs, if they are files. These need not be copied byte by byte. */
  blobFolder: string | null
}

/** Opens the stores of a configuration. */
export function openStores({ databaseUrl, dataDir, storage }: Config): Stores {
  const place = { url: databaseUrl, dataDir }
  if (storage !== null)
    return { place, blobs: createS3Blobs({ ...storage, fetch: operatorFetch }), blobFolder: null }
  const blobFolder = join(dataDir, BLOB_FOLDER)
  return { place, blobs: createDiskBlobs(blobFolder), blobFolder }
}

/** Names in the data folder: the folder of blobs, and the file that decrypts sealed tokens. */
export const BLOB_FOLDER = 'blobs'
export const SECRET_FILE = 'secret'

import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { StorageConfig } from '#servers/config-services.ts'
import { createS3Blobs } from '#servers/lib/blobs-s3.ts'
import {
  createFindings,
  describeError,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, failed } = createFindings('storage')

const CONTENT = 'Written by the doctor of Polymuse. It may be deleted.'

/** Writes, reads, measures and deletes a small object in the S3 bucket. */
export async function checkStorage({ config, fetch }: DoctorNeeds): Promise<Finding[]> {
  const { storage } = config
  if (storage === null) return [skipped('Files are in DATA_DIR.')]
  const blobs = createS3Blobs({ ...storage, fetch })
  const key = `doctor-${randomUUID()}`
  const began = performance.now()
  try {
    await blobs.put(key, new Blob([CONTENT]).stream(), CONTENT.length)
    const size = await blobs.size(key)
    const body = await blobs.get(key)
    const read = body === null ? '' : await text(body)
    await blobs.delete(key)
    const took = Math.round(performance.now() - began)
    return [
      read === CONTENT && size === CONTENT.length
        ? ok(`The bucket ${storage.bucket} takes, gives and deletes files (${took} ms).`)
        : failed(
            `The bucket ${storage.bucket} gives back another file than it took.`,
            `Check that nothing between Polymuse and ${storage.endpoint} changes or caches answers.`
          )
    ]
  } catch (error) {
    return [describeRefusal(storage, error)]
  }
}

function describeRefusal({ endpoint, bucket }: StorageConfig, error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error)
  if (/answered 40[13]/.test(why))
    return failed(
      `${endpoint} refuses the keys of STORAGE_URL (${why}).`,
      `Check key and secret, percent-encoded, the region, and that they may write to ${bucket}.`
    )
  if (why.includes('answered 404'))
    return failed(`${endpoint} has no bucket ${bucket}.`, 'Create it, or correct STORAGE_URL.')
  return failed(
    `The file store ${endpoint} cannot be used (${describeError(error)}: ${why}).`,
    'Check that it runs, and host, port and `tls` in STORAGE_URL.'
  )
}

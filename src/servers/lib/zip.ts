import { makeZip } from 'client-zip'

/** A file in a zip: its path in the zip, its time, and its bytes. */
export type ZipEntry = {
  name: string
  lastModified: Date
  input: ReadableStream<Uint8Array> | string
}

/**
 * Answers with a zip that is written while it is read, one file at a time. Nothing is compressed,
 * since media already are. When the reader leaves, the open file is closed and no other is opened.
 * @param name without its ending
 */
export function zipResponse(entries: AsyncIterable<ZipEntry>, name: string): Response {
  let open: ReadableStreamDefaultReader<Uint8Array> | null = null
  /** The library does not close the stream of a file when its own reader leaves. */
  async function* watched(): AsyncGenerator<ZipEntry> {
    for await (const entry of entries) {
      if (typeof entry.input === 'string') yield entry
      else {
        open = entry.input.getReader()
        yield { ...entry, input: streamOf(open) }
      }
    }
  }
  const zip = makeZip(watched()).getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await zip.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel(reason) {
      await open?.cancel(reason).catch(() => undefined)
      // The library rejects when its reader leaves, which is no failure of ours.
      await zip.cancel(reason).catch(() => undefined)
    }
  })
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}.zip"`
    }
  })
}

function streamOf(reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    }
  })
}

import type { Json, MediaSource } from '#core/provider.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { filePath } from '#servers/api/files/address.ts'
import { extensionOf, TEXT_TYPE } from '#servers/api/files/content-type.ts'
import type { FileStore } from '#servers/api/files/file-store.ts'
import { fillFile, reserveFile, type FileRow } from '#servers/api/files/keep.ts'
import type { TaskRow } from '#servers/api/tasks/lease.ts'
import type { Context } from '#servers/lib/context.ts'
import { egress } from '#servers/lib/egress.ts'

/** Largest file that is taken from a vendor, in bytes. */
const MAX_OUTPUT = 500 * 1024 * 1024

/** Milliseconds in which one file must have come. */
const PATIENCE = 10 * 60_000

export type OutputOptions = {
  /** Hosts that outputs may come from although they are not public; for tests and for operators' own networks. */
  trustedHosts?: readonly string[]
  maxOutput?: number
  patience?: number
}

type Needs = OutputOptions & {
  context: Pick<Context, 'database' | 'blobs' | 'clock' | 'keys'>
  drop: FileStore['drop']
  bytesOf: FileStore['bytesOf']
}

/** Who made it, and how it is taken over. */
type Copying = { provider: string | null; signal: AbortSignal; stem: string }

/** See {@link FileStore.keepOutputs}. One file after the other, so that memory and lines stay bounded. */
export function createOutputs(needs: Needs): FileStore['keepOutputs'] {
  const { context, drop } = needs
  return async (task, outputs, signal) => {
    await drop(await strayFiles(context, task))
    const kept: string[] = []
    const data: Json[] = []
    try {
      for (const { values, files } of outputs) {
        const paths: Record<string, Json> = {}
        for (const [field, source] of Object.entries(files)) {
          const ids: string[] = []
          for (const each of [source].flat()) {
            const id = await reserveFile(context, { userId: task.user_id, purpose: 'output', name: '', runId: task.id })
            kept.push(id)
            await copy(needs, id, each, { provider: task.provider, signal, stem: `${task.service}-${kept.length}` })
            ids.push(filePath(id))
          }
          paths[field] = Array.isArray(source) ? ids : (ids[0] ?? '')
        }
        data.push({ ...values, ...paths })
      }
      return { kept, data }
    } catch (error) {
      await drop(kept)
      throw signal.aborted ? new Problem('canceled', { detail: 'the copy was stopped', cause: error }) : uncopied(error)
    }
  }
}

/**
 * What a try of this task left whose process died before the task ended. Only the holder of the task may take it away:
 * by the time another process has ended the task, its files are the answer.
 */
async function strayFiles({ database }: Needs['context'], task: TaskRow): Promise<string[]> {
  const rows = await database.db
    .selectFrom('file')
    .innerJoin('run', 'run.id', 'file.run_id')
    .select('file.id')
    .where('run.id', '=', task.id)
    .where('run.lease_owner', '=', task.lease_owner)
    .where('run.state', '=', task.state)
    .execute()
  return rows.map(row => row.id)
}

async function copy(needs: Needs, id: string, source: MediaSource, { provider, signal, stem }: Copying): Promise<FileRow> {
  const { maxOutput = MAX_OUTPUT, patience = PATIENCE } = needs
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const whole = { ...needs, maxOutput, trustedHosts: [...(needs.trustedHosts ?? []), ...hostsOf(needs, provider)] }
  const { body, isPage } = await open(whole, source, deadline)
  const row = await fillFile(needs.context, id, body, { maxBytes: maxOutput, nameFor: type => stem + extensionOf(type) })
  // Where an address has died, or a network wants somebody to sign in. A film that is called a page is a film.
  if (isPage && row.type === TEXT_TYPE) throw new Problem('api_error', { detail: 'its address answered with a page' })
  if (row.size === 0) throw new Problem('api_error', { detail: 'it is empty' })
  return row
}

/** Where the operator says that the vendor of a task is, on whichever network: its files may come from there. */
function hostsOf({ context }: Needs, provider: string | null): string[] {
  const [vendor = ''] = (provider ?? '').split('/')
  return context.keys.of(vendor).flatMap(({ baseURL }) => (URL.canParse(baseURL) ? [new URL(baseURL).host] : []))
}

async function open(
  { bytesOf, maxOutput, trustedHosts }: Needs & Required<Pick<OutputOptions, 'maxOutput' | 'trustedHosts'>>,
  source: MediaSource,
  signal: AbortSignal
): Promise<{ body: ReadableStream<Uint8Array>; isPage?: boolean }> {
  if ('bytes' in source) return { body: new Blob([new Uint8Array(source.bytes)]).stream() }
  const own = await bytesOf(source.url)
  if (own !== null) return { body: own.body }
  const response = await egress(source.url, { signal, headers: { ...source.headers }, trustedHosts })
  const tooLarge = Number(response.headers.get('content-length')) > maxOutput
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
  if (response.ok && response.body !== null && !tooLarge) return { body: response.body, isPage }
  await response.body?.cancel()
  throw new Problem('api_error', { detail: tooLarge ? `more than ${maxOutput} bytes` : `its address answered ${response.status}` })
}

/** The vendor's address stays out of the words: it may let somebody in. */
function uncopied(error: unknown): Problem {
  const { code, detail } = toProblem(error)
  const why = detail || (code === 'timeout' ? 'it did not come in time' : 'the line broke')
  return new Problem('api_error', { detail: `a result could not be copied: ${why}`, cause: error })
}

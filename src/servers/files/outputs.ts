import type { Json, MediaSource } from '#core/provider.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { filePath } from '#servers/files/address.ts'
import { extensionOf, TEXT_TYPE } from '#servers/files/content-type.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { fillFile, reserveFile, type FileRow } from '#servers/files/keep.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { Context } from '#servers/lib/context.ts'
import { egress } from '#servers/lib/egress.ts'

/** Largest file from a vendor, in bytes. */
const MAX_OUTPUT = 500 * 1024 * 1024

/** Statuses of an address that will never work. A file that is not found may only be late. */
const GONE = new Set([410])

/** Milliseconds in which one file must arrive. */
const PATIENCE = 10 * 60_000

/**
 * An output that cannot be used, however often it is fetched: its address is gone, or it is of the
 * wrong type.
 */
export class UnusableOutputProblem extends Problem {}

export type OutputOptions = {
  /**
   * Hosts that may deliver outputs although they are not public: for tests and private networks.
   */
  trustedHosts?: readonly string[]
  maxOutput?: number
  patience?: number
}

type Needs = OutputOptions & {
  context: Pick<Context, 'config' | 'database' | 'blobs' | 'clock' | 'keys'>
  drop: FileStore['drop']
  bytesOf: FileStore['bytesOf']
}

/** The vendor, and how its outputs are fetched. */
type Copying = { provider: string | null; signal: AbortSignal; stem: string; field: string }

/**
 * Creates {@link FileStore.keepOutputs}. Files are copied one after another, which limits memory
 * and connections.
 */
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
          const found: string[] = []
          for (const each of [source].flat()) {
            const id = await reserveFile(context, {
              userId: task.user_id,
              purpose: 'output',
              name: '',
              runId: task.id
            })
            kept.push(id)
            const row = await copy(needs, id, each, {
              provider: task.provider,
              signal,
              stem: `${task.service}-${kept.length}`,
              field
            })
            found.push(filePath(row))
          }
          paths[field] = Array.isArray(source) ? found : (found[0] ?? '')
        }
        data.push({ ...values, ...paths })
      }
      return { kept, data }
    } catch (error) {
      await drop(kept)
      throw signal.aborted
        ? new Problem('canceled', { detail: 'the copy was stopped', cause: error })
        : uncopied(error)
    }
  }
}

/**
 * Finds files of an earlier try whose process died. The query checks that this process still holds
 * the task: once another process has ended the task, these files are its result.
 */
async function strayFiles({ database }: Needs['context'], task: RunRow): Promise<string[]> {
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

async function copy(
  needs: Needs,
  id: string,
  source: MediaSource,
  { provider, signal, stem, field }: Copying
): Promise<FileRow> {
  const { maxOutput = MAX_OUTPUT, patience = PATIENCE } = needs
  const [vendor = ''] = (provider ?? '').split('/')
  const { keys, config } = needs.context
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const whole = {
    ...needs,
    maxOutput,
    trustedHosts: [
      ...(needs.trustedHosts ?? []),
      ...hostsOf(keys, vendor),
      // The vendor of a tool from a schema is named by the host of its server.
      ...config.toolHosts.filter(host => host === vendor)
    ]
  }
  const body = await open(whole, source, deadline)
  const row = await fillFile(needs.context, id, body, {
    maxBytes: maxOutput,
    nameFor: type => stem + extensionOf(type)
  })
  if (row.size === 0) throw new UnusableOutputProblem('api_error', { detail: 'the file is empty' })
  // An expired address, or a network with a sign-in page, returns text. Only the bytes decide: a
  // video that is sent as text/html still counts as a video.
  if (row.type === TEXT_TYPE || !fits(field, row.type))
    throw new UnusableOutputProblem('api_error', { detail: `the file of ${field} is ${row.type}` })
  return row
}

/**
 * Tells whether a file's type fits the name of its field. Unknown types are accepted for video and
 * audio, since a browser may be able to play them.
 */
function fits(field: string, type: string): boolean {
  const [medium] = /image|video|audio/.exec(field) ?? []
  const [is] = type.split('/')
  if (medium === undefined || is === 'application') return medium !== 'image'
  // Video and audio share containers, and short videos may come as animated images.
  return medium === 'image' ? is === 'image' : is !== 'image' || /gif|webp|avif/.test(type)
}

/**
 * Returns the hosts of a vendor that the operator configured. They are trusted on any network,
 * since the vendor's files may be there.
 */
export function hostsOf(keys: Pick<Context['keys'], 'of'>, vendor: string): string[] {
  return keys
    .of(vendor)
    .flatMap(({ baseURL }) => (URL.canParse(baseURL) ? [new URL(baseURL).host] : []))
}

async function open(
  {
    bytesOf,
    maxOutput,
    trustedHosts
  }: Needs & Required<Pick<OutputOptions, 'maxOutput' | 'trustedHosts'>>,
  source: MediaSource,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  if ('bytes' in source) return new Blob([new Uint8Array(source.bytes)]).stream()
  const own = await bytesOf(source.url)
  if (own !== null) return own.body
  const response = await egress(source.url, {
    signal,
    headers: { ...source.headers },
    trustedHosts
  })
  const tooLarge = Number(response.headers.get('content-length')) > maxOutput
  if (response.ok && response.body !== null && !tooLarge) return response.body
  await response.body?.cancel()
  if (tooLarge)
    throw new UnusableOutputProblem('api_error', { detail: `more than ${maxOutput} bytes` })
  const { status } = response
  throw new (GONE.has(status) ? UnusableOutputProblem : Problem)('api_error', {
    detail: `its address answered ${status}`
  })
}

/** The message leaves out the vendor's address, which may grant access. */
function uncopied(error: unknown): Problem {
  const { code, detail } = toProblem(error)
  const why = detail || (code === 'timeout' ? 'the download timed out' : 'the connection was lost')
  const isFinal =
    error instanceof UnusableOutputProblem || code === 'bad_request' || code === 'content_too_large'
  return new (isFinal ? UnusableOutputProblem : Problem)('api_error', {
    detail: `a result could not be copied: ${why}`,
    cause: error
  })
}

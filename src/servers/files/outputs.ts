import type { Json, MediaSource } from '#core/provider.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { filePath } from '#servers/files/address.ts'
import { extensionOf, TEXT_TYPE } from '#servers/files/content-type.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { fillFile, reserveFile, type FileRow } from '#servers/files/keep.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { Context } from '#servers/lib/context.ts'
import { egress } from '#servers/lib/egress.ts'

/** Largest file that is taken from a vendor, in bytes. */
const MAX_OUTPUT = 500 * 1024 * 1024

/** Answers of an address where nothing will be any more; what is not found may only be late. */
const GONE = new Set([410])

/** Milliseconds in which one file must have come. */
const PATIENCE = 10 * 60_000

/** A result that no second try would make better: its address is gone, or it is not what it should be. */
export class Useless extends Problem {}

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
type Copying = { provider: string | null; signal: AbortSignal; stem: string; field: string }

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
 * What a try of this task left whose process died before the task ended. Only the holder of the task may take it away:
 * by the time another process has ended the task, its files are the answer.
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
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const whole = {
    ...needs,
    maxOutput,
    trustedHosts: [
      ...(needs.trustedHosts ?? []),
      ...hostsOf(needs.context.keys, (provider ?? '').split('/')[0] ?? '')
    ]
  }
  const body = await open(whole, source, deadline)
  const row = await fillFile(needs.context, id, body, {
    maxBytes: maxOutput,
    nameFor: type => stem + extensionOf(type)
  })
  if (row.size === 0) throw new Useless('api_error', { detail: 'it is empty' })
  // Where an address has died, or a network wants somebody to sign in, words come. A film that is called a page is a film.
  if (row.type === TEXT_TYPE || !fits(field, row.type))
    throw new Useless('api_error', { detail: `what came for ${field} is ${row.type}` })
  return row
}

/** A field's name says what its file is; what we cannot tell apart, a browser may. */
function fits(field: string, type: string): boolean {
  const [medium] = /image|video|audio/.exec(field) ?? []
  const [is] = type.split('/')
  if (medium === undefined || is === 'application') return medium !== 'image'
  // Films and sounds come in the same containers, and short films as moving pictures.
  return medium === 'image' ? is === 'image' : is !== 'image' || /gif|webp|avif/.test(type)
}

/** Where the operator says that a vendor is, on whichever network: its files may come from there. */
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
  if (tooLarge) throw new Useless('api_error', { detail: `more than ${maxOutput} bytes` })
  const { status } = response
  throw new (GONE.has(status) ? Useless : Problem)('api_error', {
    detail: `its address answered ${status}`
  })
}

/** The vendor's address stays out of the words: it may let somebody in. */
function uncopied(error: unknown): Problem {
  const { code, detail } = toProblem(error)
  const why = detail || (code === 'timeout' ? 'it did not come in time' : 'the line broke')
  const isFinal = error instanceof Useless || code === 'bad_request' || code === 'content_too_large'
  return new (isFinal ? Useless : Problem)('api_error', {
    detail: `a result could not be copied: ${why}`,
    cause: error
  })
}

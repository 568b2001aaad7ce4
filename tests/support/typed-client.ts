import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateClient } from '../../scripts/client.ts'

/**
 * A program that uses the generated client. It declares no types of calls, so the client must
 * contain them.
 */
const PROGRAM = `import { createClient, createConfig } from './client/index.ts'
import { getAichatModels, getTasksIdCallbacks, postFluxImages, postServiceTasks, type Problem } from './sdk.ts'

export type Told = { models: string[]; task: string; state: string; callbacks: number; refused: Problem | undefined; status: number }

export async function use(baseUrl: string, token: string, send: typeof fetch): Promise<Told> {
  const client = createClient(createConfig({ baseUrl, auth: token, fetch: send }))
  const models = await getAichatModels({ client, throwOnError: true })
  const begun = await postFluxImages({
    client,
    body: { prompt: 'A lighthouse', model: 'flux-schnell', count: 1, async: true },
    headers: { 'idempotency-key': 'typed-1' },
    throwOnError: true
  })
  const id: string = begun.data.task_id
  const { data } = await postServiceTasks({ client, path: { service: 'flux' }, body: { action: 'retrieve', id }, throwOnError: true })
  const { data: callbacks } = await getTasksIdCallbacks({ client, path: { id }, throwOnError: true })
  const { error, response } = await postFluxImages({ client, body: { prompt: 'A lighthouse', count: 9 } })
  return {
    models: models.data.items.map(({ name }) => name),
    task: id,
    state: String((data as { state?: unknown }).state),
    callbacks: callbacks.count,
    refused: error,
    status: response?.status ?? 0
  }
}
`

/** Lines that must not compile, each with one mistake. */
export const MISTAKES = [
  "postFluxImages({ client, body: { prompt: 'A lighthouse', model: 'flux-nine' } })",
  "postFluxImages({ client, body: { prompt: 'A lighthouse', count: 'two' } })",
  'postFluxImages({ client, body: {} })',
  'getTasksIdCallbacks({ client })',
  'getAichatModels({ client, throwOnError: true }).then(({ data }) => data.item)'
]

/** A folder with the generated client, a correct program and a program with mistakes. */
export type TypedClient = {
  folder: string
  program: string
  wrong: string
  remove(): Promise<void>
}

/** Generates the typed client and writes both programs beside it. */
export async function generated(): Promise<TypedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-client-'))
  await generateClient(folder)
  // Add the file extension, which Node requires but the generator omits in its index file.
  await writeFile(
    join(folder, 'sdk.ts'),
    "export * from './sdk.gen.ts'\nexport type * from './types.gen.ts'\n"
  )
  const program = join(folder, 'program.ts')
  const wrong = join(folder, 'wrong.ts')
  const [imports = ''] = PROGRAM.split('\n\n')
  const lines = MISTAKES.map(line => `void ${line}`)
  await writeFile(program, PROGRAM)
  await writeFile(
    wrong,
    `${imports}\ndeclare const client: ReturnType<typeof createClient>\n${lines.join('\n')}\n`
  )
  return { folder, program, wrong, remove: () => rm(folder, { recursive: true, force: true }) }
}

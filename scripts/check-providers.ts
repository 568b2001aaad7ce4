// `npm run providers:check`: checks every vendor that has a key from the environment or from an
// operator. Does the vendor accept the key, and do the models that Polymuse uses answer? It costs a
// few tokens for each chat model and changes nothing. Models of tools are only looked up in the
// vendor's list, since each trial would cost money. For tools that operators made from schemas, it
// requests the schema, or checks that the server answers.
import { systemClock } from '#core/clock.ts'
import type { ChatShelf } from '#catalog/chat/shelf.server.ts'
import type { Config } from '#servers/config.ts'
import { connectDatabase, databaseExists } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { readUndroppedShelf } from '#servers/lib/chat-shelf.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { createLog } from '#servers/lib/log.ts'
import { createModelFile } from '#servers/lib/model-file.ts'
import { createModelLists } from '#servers/lib/model-lists.ts'
import { createOwnServices, type StoredService } from '#servers/lib/own-services.ts'
import { createSecrets, readOrCreateSecret } from '#servers/lib/secrets.ts'
import { createVendorKeys, environmentKeys, type VendorKeys } from '#servers/lib/vendor-keys.ts'
import { checkOwnTools } from '#servers/operation/check-own-tools.ts'
import { checkProviders } from '#servers/operation/check-providers.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

type Found = {
  keys: Pick<VendorKeys, 'of' | 'vendors'>
  tools: readonly StoredService[]
  shelf?: ChatShelf
}

/**
 * Returns all vendor keys, own tools and chat models. If Polymuse was never started here, these are
 * only the keys of the environment.
 */
async function findAll(config: Config): Promise<Found> {
  const place = { url: config.databaseUrl, dataDir: config.dataDir }
  if (!databaseExists(place)) return { keys: environmentKeys(config), tools: [] }
  const database = connectDatabase(place)
  try {
    await requireSchema(database.db)
    const secrets = createSecrets(
      config.secret ?? readOrCreateSecret(config.dataDir),
      config.secretPrevious
    )
    const base = {
      config,
      database,
      secrets,
      clock: systemClock,
      log: createLog('silent'),
      fetch: operatorFetch
    }
    const keys = createVendorKeys(base)
    await keys.reload()
    const modelFile = createModelFile(base)
    const modelLists = createModelLists(base)
    const tools = (await createOwnServices(base).all()).filter(({ enabled }) => enabled)
    return { keys, tools, shelf: await readUndroppedShelf({ ...base, modelFile, modelLists }) }
  } finally {
    await database.close()
  }
}

await tellOperator('The providers could not be checked', async ({ say }) => {
  const config = readOwnConfig()
  const { keys, tools, ...shelf } = await findAll(config)
  const now = systemClock.now()
  const works = await checkProviders(keys, { ...config, ...shelf, fetch: operatorFetch, now }, say)
  const dead = await checkOwnTools({ keys, config, fetch: operatorFetch }, tools)
  dead.forEach(say)
  return works && dead.length === 0
})

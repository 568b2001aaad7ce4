import { systemClock } from '#core/clock.ts'
import type { ChatShelf } from '#catalog/chat/shelf.server.ts'
import type { Config } from '#servers/config.ts'
import { readUndroppedShelf } from '#servers/lib/chat-shelf.ts'
import { connectDatabase, databaseExists } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { createLog } from '#servers/lib/log.ts'
import { createModelFile } from '#servers/lib/model-file.ts'
import { createModelLists } from '#servers/lib/model-lists.ts'
import { createOwnServices, type StoredService } from '#servers/lib/own-services.ts'
import { createSecrets, readOrCreateSecret } from '#servers/lib/secrets.ts'
import { createVendorKeys, environmentKeys, type VendorKeys } from '#servers/lib/vendor-keys.ts'

export type FoundAccounts = {
  keys: Pick<VendorKeys, 'of' | 'vendors'>
  tools: readonly StoredService[]
  shelf?: ChatShelf
}

/**
 * Returns all vendor keys, own tools and chat models. If Polymuse was never started here, these are
 * only the keys of the environment.
 * @throws Error when the database cannot be read, or has another schema
 */
export async function findVendorAccounts(config: Config): Promise<FoundAccounts> {
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

// `npm run providers:check`: checks every vendor that has a key from the environment or from an
// operator. Does the vendor accept the key, and do the models that Polymuse uses answer? It costs a
// few tokens for each chat model and changes nothing.
import { systemClock } from '#core/clock.ts'
import { readConfig, type Config } from '#servers/config.ts'
import { connectDatabase, isThere } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { createLog } from '#servers/lib/log.ts'
import { createSecrets, keptSecret } from '#servers/lib/secrets.ts'
import { createVendorKeys, environmentKeys, type VendorKeys } from '#servers/lib/vendor-keys.ts'
import { checkProviders } from '#servers/operation/check-providers.ts'
import { tellOperator } from './operator.ts'

/** Returns all vendor keys; only those of the environment if Polymuse was never started here. */
async function allKeys(config: Config): Promise<Pick<VendorKeys, 'of' | 'vendors'>> {
  const place = { url: config.databaseUrl, dataDir: config.dataDir }
  if (!isThere(place)) return environmentKeys(config)
  const database = connectDatabase(place)
  try {
    await requireSchema(database.db)
    const secrets = createSecrets(
      config.secret ?? keptSecret(config.dataDir),
      config.secretPrevious
    )
    const keys = createVendorKeys({
      config,
      database,
      secrets,
      clock: systemClock,
      log: createLog('silent')
    })
    await keys.reload()
    return keys
  } finally {
    await database.close()
  }
}

await tellOperator('The providers could not be checked', async ({ say }) => {
  const config = readConfig(process.env)
  return checkProviders(
    await allKeys(config),
    { ...config, fetch: operatorFetch, now: systemClock.now() },
    say
  )
})

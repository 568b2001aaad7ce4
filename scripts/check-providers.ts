// `npm run providers:check`: asks every vendor that has a key, of the environment or entered by an operator, whether it
// takes the key and has the models that it is asked for. Costs nothing and changes nothing.
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

/** All keys there are; those of the environment alone where no Polymuse was started yet. */
async function allKeys(config: Config): Promise<Pick<VendorKeys, 'of' | 'vendors'>> {
  const place = { url: config.databaseUrl, dataDir: config.dataDir }
  if (!isThere(place)) return environmentKeys(config)
  const database = connectDatabase(place)
  try {
    await requireSchema(database.db)
    const secrets = createSecrets(config.secret ?? keptSecret(config.dataDir), config.secretPrevious)
    const keys = createVendorKeys({ config, database, secrets, clock: systemClock, log: createLog('silent') })
    await keys.reload()
    return keys
  } finally {
    await database.close()
  }
}

await tellOperator('The providers could not be checked', async ({ say }) => {
  const config = readConfig(process.env)
  return checkProviders(await allKeys(config), { ...config, fetch: operatorFetch, now: systemClock.now() }, say)
})

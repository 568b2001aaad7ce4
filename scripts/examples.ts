// `npm run examples -- [service…]`: generates the examples of services with real providers, paid
// with credits of the first operator, and features the results on the first site.
import { makeExamples } from '#servers/examples.ts'
import { connectDatabase, databaseExists } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { createStudio } from '#servers/studio.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

await tellOperator('The examples could not be made', async telling => {
  const config = readOwnConfig()
  const place = { url: config.databaseUrl, dataDir: config.dataDir }
  if (!databaseExists(place)) throw new Error(`Polymuse was never started in ${config.dataDir}`)
  const database = connectDatabase(place)
  // Only a start of Polymuse upgrades a database.
  await requireSchema(database.db).finally(() => database.close())
  const parts = ['platform', 'api'] as const
  const studio = await createStudio({ ...config, parts, logLevel: 'error' }, { site: false })
  try {
    return await makeExamples(studio, process.argv.slice(2), telling)
  } finally {
    await studio.stop()
  }
})

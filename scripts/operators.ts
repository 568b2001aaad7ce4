// `npm run operators`: lists the operators. `-- add <email>` makes a user one, `-- remove <email>`
// takes the rights away, `-- setup-link` prints a new link by which the first user becomes one.
import { connectDatabase, type Database } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { renewSetupToken } from '#servers/lib/first-run.ts'
import {
  addOperator,
  describeOperators,
  removeOperator
} from '#servers/platform/sites/operators.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

const USAGE = 'nothing, add <email>, remove <email> or setup-link'

type Say = (line: string) => void

async function list(database: Database, say: Say): Promise<void> {
  const operators = await describeOperators(database)
  if (operators.length === 0) say('There is no operator yet.')
  for (const { email, active } of operators) say(active ? email : `${email} (blocked)`)
}

async function printSetupLink(database: Database, home: string, say: Say): Promise<void> {
  const token = await renewSetupToken(database.db)
  if (token === null)
    throw new Error('there is a site already: `add <email>` makes a user its operator')
  say(`Open this link once: ${home}/?setup=${token}`)
}

await tellOperator('The operators were not changed', async ({ say }) => {
  const [verb, email] = process.argv.slice(2)
  const config = readOwnConfig()
  const database = connectDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  try {
    await requireSchema(database.db)
    if (verb === 'setup-link')
      return await printSetupLink(
        database,
        config.hosts.hub ?? `http://${config.host}:${config.port}`,
        say
      )
    if (verb === 'add' && email !== undefined) await addOperator(database, email, Date.now())
    else if (verb === 'remove' && email !== undefined)
      await removeOperator(database, email, Date.now())
    else if (verb !== undefined) throw new Error(`say ${USAGE}`)
    await list(database, say)
  } finally {
    await database.close()
  }
})

// `npm run check:audit`: checks the audit log, on a database that may be in use, and names the first
// row that was changed. `-- --erase <id>` erases the details of an entry, `-- --link <id>` links one
// that an older process wrote during an upgrade, `-- --seal` seals the log again after SECRET was
// lost.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#servers/config.ts'
import { eraseAuditEntry, linkAuditEntry, sealAuditAgain } from '#servers/lib/audit-changes.ts'
import { connectDatabase, type Database } from '#servers/lib/database/database.ts'
import { requireSchema } from '#servers/lib/database/migrate.ts'
import { createSecrets, readOrCreateSecret, type Secrets } from '#servers/lib/secrets.ts'
import { checkAudit, describeAuditProblem } from '#servers/operation/check-audit.ts'
import { SECRET_FILE } from '#servers/operation/stores.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

type Needs = { database: Database; secrets: Secrets | null }

function openSecrets({ secret, secretPrevious, dataDir }: Config): Secrets | null {
  if (secret === null && !existsSync(join(dataDir, SECRET_FILE))) return null
  return createSecrets(secret ?? readOrCreateSecret(dataDir), secretPrevious)
}

/** Runs the change that the command line asks for. */
async function change({ database, secrets }: Needs, [option, id = '']: string[]): Promise<void> {
  if (option === undefined) return
  if (secrets === null) throw new Error('there is no SECRET')
  if (option === '--erase') {
    if (!(await eraseAuditEntry({ database, secrets }, id, Date.now())))
      throw new Error(`there is no entry ${id} with details`)
  } else if (option === '--link') {
    if (!(await linkAuditEntry({ database, secrets }, id, Date.now())))
      throw new Error(`there is no entry ${id} without links`)
  } else if (option === '--seal') {
    const { broken } = await checkAudit({ database, secrets })
    if (broken !== null) throw new Error(broken)
    await sealAuditAgain({ database, secrets })
  } else throw new Error('usage: check-audit [--erase <id> | --link <id> | --seal]')
}

await tellOperator('The audit log could not be checked', async ({ say }) => {
  const config = readOwnConfig()
  const database = connectDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  try {
    await requireSchema(database.db)
    const needs = { database, secrets: openSecrets(config) }
    await change(needs, process.argv.slice(2))
    const report = await checkAudit(needs)
    const { links, entries, head } = report
    const problem = describeAuditProblem(report)
    if (problem !== null) say(problem)
    const verdict = problem === null ? 'the audit log is whole' : 'the audit log is broken'
    say(`${entries} entries, ${links} links, head ${head.position} ${head.hash}: ${verdict}`)
    return problem === null
  } finally {
    await database.close()
  }
})

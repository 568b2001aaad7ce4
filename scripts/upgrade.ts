// `npm run upgrade -- <folder>`: brings the data to the schema of this version, after a trial and a
// backup into a new subfolder of that folder. `-- --dry-run` only tries it.
import { parseArgs } from 'node:util'
import { openStores } from '#servers/operation/stores.ts'
import { upgrade } from '#servers/operation/upgrade.ts'
import { readOwnConfig, tellOperator } from './operator.ts'

await tellOperator('The data was not upgraded', async telling => {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' } },
    allowPositionals: true
  })
  const [folder] = positionals
  const isTrial = values['dry-run'] === true
  if (!isTrial && folder === undefined)
    throw new Error('name a folder for the backup, or add --dry-run to try the upgrade only')
  const stores = openStores(readOwnConfig())
  await upgrade(stores, { backups: isTrial ? null : (folder ?? null), now: Date.now() }, telling)
})

// `npm run backup -- <folder>`: copies the database, the files and the secret into a new subfolder
// of that folder, while Polymuse runs.
import { backup } from '#servers/operation/backup.ts'
import { openStores } from '#servers/operation/stores.ts'
import { folderGiven, readOwnConfig, tellOperator } from './operator.ts'

await tellOperator('The backup failed', async telling => {
  const folder = folderGiven('backup <folder>')
  const made = await backup(openStores(readOwnConfig()), folder, Date.now(), telling)
  telling.say(`The backup is whole: ${made}`)
})

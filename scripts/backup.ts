// `npm run backup -- <folder>`: copies the database, the files and the secret into a new subfolder
// of that folder, while Polymuse runs.
import { readConfig } from '#servers/config.ts'
import { backup } from '#servers/operation/backup.ts'
import { openStores } from '#servers/operation/stores.ts'
import { folderGiven, tellOperator } from './operator.ts'

await tellOperator('The backup failed', async telling => {
  const folder = folderGiven('backup <folder>')
  const made = await backup(openStores(readConfig(process.env)), folder, Date.now(), telling)
  telling.say(`The backup is whole: ${made}`)
})

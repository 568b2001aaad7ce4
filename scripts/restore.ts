// `npm run restore -- <backup folder>`: restores a backup into an empty data folder and an empty
// database.
import { restore } from '#servers/operation/restore.ts'
import { openStores } from '#servers/operation/stores.ts'
import { folderGiven, readOwnConfig, tellOperator } from './operator.ts'

await tellOperator('The backup was not restored', async telling => {
  const folder = folderGiven('restore <backup folder>')
  const { made_at, schema, missing, files } = await restore(
    openStores(readOwnConfig()),
    folder,
    telling
  )
  if (missing.length > 0)
    telling.say(`Warning: files that were lost before the backup was made: ${missing.length}`)
  if (!files.some(({ path }) => path === 'secret'))
    telling.say('It has no secret: start with the SECRET that it was made under.')
  telling.say(`Restored what was on ${made_at} (schema ${schema}). Start Polymuse.`)
})

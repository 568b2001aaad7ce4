import { join } from 'node:path'
import { openSite } from './browser.ts'
import { freshStore } from './database.ts'
import { withStudio } from './file-studio.ts'
import { startProcess } from './process.ts'
import { startPushService } from './push-service.ts'

/** Test with a studio that sends push messages to a service of ours. */
export const test = withStudio(async () => {
  const push = await startPushService()
  const store = await freshStore(undefined, true)
  const { child, exited, said } = startProcess(
    {
      PORT: '0',
      DATA_DIR: store.dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      PUSH_HOST: push.host,
      ...(store.databaseUrl !== null && { DATABASE_URL: store.databaseUrl })
    },
    undefined,
    [join(import.meta.dirname, 'push-process.ts')]
  )
  const url = await said(/ready (\S+)/)
  await openSite(url)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
    push.close()
    await store.remove()
  }
  return { url, store, said, push, stop }
})

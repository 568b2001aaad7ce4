import { startFalServer } from './fal-server.ts'
import { withStudio } from './file-studio.ts'
import { startStudio } from './process.ts'

/** Test with a studio whose tools a real vendor serves, played by a server of ours. */
export const test = withStudio(async () => {
  const vendor = await startFalServer()
  const environment = { FAL_URL: vendor.url, FAL_KEY: 'fal-key', RATE_LIMITS: 'off' }
  const studio = await startStudio(environment)
  const stop = async (): Promise<void> => {
    await studio.stop()
    await vendor.close()
  }
  return { ...studio, stop }
})

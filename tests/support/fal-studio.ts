import { startFalServer } from './fal-server.ts'
import { withStudio } from './file-studio.ts'
import { startStudio } from './process.ts'

/**
 * Creates a test with a studio whose tools a real vendor serves, played by a server of ours. Each
 * file creates its own: a studio that several files shared would have ended with the first one.
 */
export const createFalTest = () =>
  withStudio(async () => {
    const vendor = await startFalServer()
    const environment = { FAL_URL: vendor.url, FAL_KEY: 'fal-key', RATE_LIMITS: 'off' }
    const studio = await startStudio(environment)
    const stop = async (): Promise<void> => {
      await studio.stop()
      await vendor.close()
    }
    return { ...studio, stop }
  })

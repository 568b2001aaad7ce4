import { connectDatabase } from '#servers/lib/database/database.ts'
import { newSite } from '#servers/lib/first-run.ts'
import { startStudio } from './process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/** A studio behind a simulated proxy, whose sites have host names of their own. */
export type NamedSites = Studio & {
  /** Sends a request to a site as a proxy that ends TLS forwards it. Redirects are not followed. */
  ask(origin: string, path: string, headers?: Record<string, string>): Promise<Response>
}

/**
 * Starts a studio with these sites.
 * @param sites database columns of each site, by origin
 */
export async function startNamedSites(
  sites: Readonly<Record<string, object>>,
  environment: Record<string, string> = {}
): Promise<NamedSites> {
  const studio = await startStudio({ TRUST_PROXY: 'true', RATE_LIMITS: 'off', ...environment })
  const database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
  for (const [origin, columns] of Object.entries(sites))
    await database.db
      .insertInto('site')
      .values({ ...newSite(origin, 'nobody', Date.now()), ...columns })
      .execute()
  await database.close()
  return {
    ...studio,
    ask(origin, path, headers = {}) {
      const { host, protocol } = new URL(origin)
      const proxied = {
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
        'x-forwarded-for': '8.8.8.8'
      }
      return fetch(studio.url + path, { headers: { ...proxied, ...headers }, redirect: 'manual' })
    }
  }
}

import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import type { FeaturedResult } from '#contract/featured.ts'
import { MOST_FEATURED } from '#core/featured.ts'
import type { Site } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#i18n/locale.ts'
import { issueAccessToken, openGrant, revokeGrants } from '#servers/auth/grants.ts'
import { findFirstSite } from '#servers/lib/operators.ts'
import type { Studio } from '#servers/studio.ts'

/** Calls the API as the first operator, through the same routes as every user. */
export type OperatorCalls = {
  /** The site's own language. */
  locale: Locale
  plans(): Promise<Application[]>
  /** Returns the token of a plan's credential for the pages of the site. */
  keyOf(plan: Application): Promise<string>
  featured(): Promise<FeaturedResult[]>
  /** Runs an action to its end. @returns the id of its task */
  run(path: string, body: object, key: string, signal: AbortSignal): Promise<string>
  feature(taskId: string): Promise<void>
  /** Ends the sign-in. */
  end(): Promise<void>
}

/** A call that was refused, or a run that failed. */
export class RefusedCall extends Error {
  readonly code: string

  constructor({ code, detail }: ProblemBody) {
    super(`${code}: ${detail}`)
    this.code = code
  }
}

const LOCAL = { address: '127.0.0.1', forwarded: false }

type FeaturedList = { items: FeaturedResult[] }

/**
 * Signs in the first admin of the first site, for a command that runs at the machine itself.
 * @throws Error while nobody has set the deployment up
 */
export async function callAsOperator({ context, fetch }: Studio): Promise<OperatorCalls> {
  const { database, clock, config } = context
  const site = await findFirstSite(database.db)
  const [userId] = site === undefined ? [] : (JSON.parse(site.admins) as string[])
  if (site === undefined || userId === undefined)
    throw new Error('nobody has set up a site yet: start Polymuse and sign in first')
  const { id: siteId, origin } = site
  const opening = { userId, authSession: null, origin, agent: 'npm run examples', address: '' }
  const { grant } = await database.transaction(tx => openGrant(tx, clock.now(), opening))

  async function ask<T>(url: URL, token: string, body?: object, signal?: AbortSignal): Promise<T> {
    const request = new Request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        origin,
        accept: 'application/json',
        'content-type': 'application/json'
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal })
    })
    const answer = await fetch(request, LOCAL)
    const read = (await answer.json()) as T
    if (!answer.ok) throw new RefusedCall(read as ProblemBody)
    return read
  }
  const onPlatform = async <T>(path: string, body?: object): Promise<T> =>
    ask<T>(
      new URL(`/api/v1/${path}`, config.hosts.platform ?? origin),
      // Each call gets a new token, since the work may take longer than a token lives.
      await issueAccessToken(context, grant),
      body
    )
  const featuredPath = `sites/${siteId}/featured`

  const [own = ''] = (await onPlatform<Site>(`sites/${siteId}`)).locales

  return {
    locale: isLocale(own) ? own : DEFAULT_LOCALE,
    async plans() {
      const { items } = await onPlatform<{ items: Application[] }>('applications/?limit=100')
      if (items.length > 0) return items
      return [await onPlatform<Application>('applications/', { type: 'Usage', scope: 'Global' })]
    },
    async keyOf({ id }) {
      const asked = { application_id: id, host: origin }
      return (await onPlatform<Credential>('credentials/', asked)).token ?? ''
    },
    featured: async () =>
      (await onPlatform<FeaturedList>(`${featuredPath}?limit=${MOST_FEATURED}`)).items,
    async run(path, body, key, signal) {
      const url = new URL(path, config.hosts.api ?? origin)
      return (await ask<{ task_id: string }>(url, key, body, signal)).task_id
    },
    feature: async task_id => void (await onPlatform(featuredPath, { task_id })),
    end: () => revokeGrants(database.db, clock.now(), { id: grant.id })
  }
}

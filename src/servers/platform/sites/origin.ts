import { checkDomain } from '#core/domain.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Sites } from '#servers/lib/sites.ts'

/**
 * Returns the origin of a site as browsers write it. Loopback names become the deployment's
 * placeholder.
 * @throws Problem `bad_request` naming `origin`, with the rule of domain names that it breaks
 */
export async function parseSiteOrigin(sites: Sites, text: string): Promise<string> {
  const asked = text.trim()
  const [, name = ''] = /^https?:\/\/([^/:?#]*)/i.exec(asked) ?? []
  const problem =
    /^https?:\/\//i.test(asked) && !/^https?:\/\/\[/i.test(asked) ? checkDomain(name) : null
  if (problem !== null) throw refused(problem)
  if (!/^https?:\/\//i.test(asked) || /[\s\\]/.test(asked) || !URL.canParse(asked))
    throw refused('invalid')
  const url = new URL(asked)
  if (url.href !== `${url.origin}/`) throw refused('invalid')
  const known = await sites.originOf(url.origin)
  return known === (await sites.placeholder()) ? known : url.origin
}

function refused(code: string): Problem {
  return new Problem('bad_request', {
    detail: `origin: ${code}; write it like https://studio.example, without a path`,
    issues: [{ field: 'origin', code }]
  })
}

/**
 * Checks that no other site has this host, with http or https. Behind a proxy, requests for the two
 * cannot be distinguished.
 * @param but the id of a site that may have it
 * @throws Problem `duplication` naming `origin`
 */
export async function checkOriginFree(tx: Queries, origin: string, but = ''): Promise<void> {
  const { host } = new URL(origin)
  const other = await tx
    .selectFrom('site')
    .select('id')
    .where('origin', 'in', [`https://${host}`, `http://${host}`])
    .where('id', '!=', but)
    .executeTakeFirst()
  if (other !== undefined) throw originTakenProblem(origin)
}

/** Returns the error for an origin that another site has. */
export function originTakenProblem(origin: string): Problem {
  return new Problem('duplication', {
    detail: `${origin} already has a site`,
    issues: [{ field: 'origin', code: 'taken' }]
  })
}

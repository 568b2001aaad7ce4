import { checkDomain } from '#core/domain.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Sites } from '#servers/lib/sites.ts'

/**
 * The origin that a site is to have, as browsers write it: loopback names become the deployment's placeholder.
 * @throws Problem `bad_request` naming `origin`, and with which of the rules of a domain name it breaks
 */
export async function siteOrigin(sites: Sites, text: string): Promise<string> {
  const asked = text.trim()
  const [, name = ''] = /^https?:\/\/([^/:?#]*)/i.exec(asked) ?? []
  const problem = /^https?:\/\//i.test(asked) && !/^https?:\/\/\[/i.test(asked) ? checkDomain(name) : null
  if (problem !== null) throw refused(problem)
  if (!/^https?:\/\//i.test(asked) || /[\s\\]/.test(asked) || !URL.canParse(asked)) throw refused('invalid')
  const url = new URL(asked)
  if (url.href !== `${url.origin}/`) throw refused('invalid')
  const known = await sites.originOf(url.origin)
  return known === (await sites.placeholder()) ? known : url.origin
}

function refused(code: string): Problem {
  return new Problem('bad_request', {
    detail: `origin: ${code}; it is like https://studio.example, without a path`,
    issues: [{ field: 'origin', code }]
  })
}

/**
 * One site a host, whichever of the two schemes it has: behind a proxy they are told apart by nothing else.
 * @param but the id of a site that may have it
 * @throws Problem `duplication` naming `origin`
 */
export async function checkFree(tx: Queries, origin: string, but = ''): Promise<void> {
  const { host } = new URL(origin)
  const other = await tx
    .selectFrom('site')
    .select('id')
    .where('origin', 'in', [`https://${host}`, `http://${host}`])
    .where('id', '!=', but)
    .executeTakeFirst()
  if (other !== undefined) throw originTaken(origin)
}

/** The failure to give a site an address that another one has. */
export function originTaken(origin: string): Problem {
  return new Problem('duplication', { detail: `${origin} has a site`, issues: [{ field: 'origin', code: 'taken' }] })
}

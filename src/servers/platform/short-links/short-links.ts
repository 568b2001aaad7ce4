import { randomInt } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 8

/** The longest address that can be shortened, in characters of its encoded form. */
const LONGEST = 2000

type Needs = Pick<Context, 'database' | 'clock' | 'sites'>

/**
 * Creates a short address for a page of our own sites. The same user gets the same one for the same
 * page.
 * @param base the URL at which the platform was called
 * @returns the short address
 * @throws Problem `bad_request` for an address outside our own sites; `busy` if no free code was
 * found
 */
export async function createShortLink(
  { database, clock, sites }: Needs,
  userId: string,
  content: string,
  base: URL
): Promise<string> {
  const target = URL.canParse(content) ? new URL(content) : null
  const own =
    target !== null && (target.origin === base.origin || (await sites.isRegistered(target.origin)))
  const plain =
    own && /^https?:$/.test(target.protocol) && target.username === '' && target.password === ''
  if (!plain || target.href.length > LONGEST) {
    throw new Problem('bad_request', {
      detail: 'content must be an address of a site of this studio',
      issues: [{ field: 'content', code: 'not_allowed' }]
    })
  }
  // A collision of codes is so rare that one retry is enough.
  const code = (await keep(target.href)) ?? (await keep(target.href))
  if (code === null) throw new Problem('busy', { detail: 'no unused code was found' })
  return new URL(`/s/${code}`, base.origin).href

  async function keep(href: string): Promise<string | null> {
    await database.db
      .insertInto('short_link')
      .values({ code: randomCode(), user_id: userId, content: href, created_at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const row = await database.db
      .selectFrom('short_link')
      .select('code')
      .where('user_id', '=', userId)
      .where('content', '=', href)
      .executeTakeFirst()
    return row?.code ?? null
  }
}

/**
 * Returns the address behind a code.
 * @throws Problem `not_found` for an unknown code, one whose creator is blocked, or whose site is
 * no longer ours
 */
export async function resolveShortLink({ database, sites }: Needs, code: string): Promise<string> {
  const row = await database.db
    .selectFrom('short_link')
    .leftJoin('block', 'block.user_id', 'short_link.user_id')
    .select('content')
    .where('code', '=', code)
    .where('block.user_id', 'is', null)
    .executeTakeFirst()
  if (row === undefined || (await sites.originOf(row.content)) === null)
    throw new Problem('not_found', { detail: 'no such link' })
  return row.content
}

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

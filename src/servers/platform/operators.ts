import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/database.ts'

/** Is this person an operator: an admin of the deployment's first site? */
export async function isOperator(db: Queries, userId: string): Promise<boolean> {
  if (userId === '') return false
  const first = await db.selectFrom('site').select('admins').orderBy('created_at').limit(1).executeTakeFirst()
  return first !== undefined && (JSON.parse(first.admins) as string[]).includes(userId)
}

/** @throws Problem `forbidden` for everybody else, whatever they ask for exists or not */
export async function requireOperator(db: Queries, userId: string): Promise<void> {
  if (!(await isOperator(db, userId))) throw new Problem('forbidden', { detail: 'only an operator may do this' })
}

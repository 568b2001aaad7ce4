import type { Queries } from '#servers/lib/database/database.ts'

/** Who runs this deployment: the admins of its first site. */
export async function operatorsOf(db: Queries): Promise<string[]> {
  const first = await db.selectFrom('site').select('admins').orderBy('created_at').limit(1).executeTakeFirst()
  return first === undefined ? [] : (JSON.parse(first.admins) as string[])
}

/** Is this person an operator: an admin of the deployment's first site? */
export async function isOperator(db: Queries, userId: string): Promise<boolean> {
  return userId !== '' && (await operatorsOf(db)).includes(userId)
}

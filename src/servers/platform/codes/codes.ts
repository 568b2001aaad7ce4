import { randomUUID } from 'node:crypto'
import { sql, type Selectable, type SqlBool, type RawBuilder } from 'kysely'
import type { CreateCodes, NewRedemptionCodes, RedemptionCode } from '#contract/redemption.ts'
import { microToCredits, creditsToMicro } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RedemptionCodeTable } from '#servers/lib/database/money-tables.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import {
  hashRedemptionCode,
  redemptionCodeHint,
  createRedemptionCode,
  normalizeRedemptionCode
} from '#servers/platform/codes/code-text.ts'

export type CodeRow = Selectable<RedemptionCodeTable>
type Needs = Pick<Context, 'database' | 'clock'>
type Content = Pick<CodeRow, 'package_id' | 'amount' | 'duration' | 'type' | 'service_id'>
type Filter = { label?: string | undefined; state?: RedemptionCode['state'] | undefined }

/** Rows per insert. PostgreSQL accepts about 65,000 values. */
const AT_ONCE = 100

/**
 * Creates codes of one kind. Only this response contains their texts.
 * @param by the operator
 * @throws Problem `bad_request` naming a field that is missing, given twice, in the past, or not on
 * sale
 */
export async function makeCodes(
  { database, clock }: Needs,
  by: string,
  input: CreateCodes
): Promise<NewRedemptionCodes> {
  const now = clock.now()
  const content = await contentOf(database.db, input)
  const expires_at = input.expires_at ? Date.parse(input.expires_at) : null
  if (expires_at !== null && expires_at <= now)
    throw wrong('expires_at', 'too_small', 'expires_at is in the past')
  const fresh = Array.from({ length: input.count }, () => {
    const code = createRedemptionCode()
    const plain = normalizeRedemptionCode(code) ?? ''
    const text = {
      code_hash: hashRedemptionCode(plain),
      hint: redemptionCodeHint(plain),
      label: input.label,
      created_by: by
    }
    const counts = {
      uses: 0,
      most_uses: input.most_uses,
      expires_at,
      ended_at: null,
      created_at: now,
      updated_at: now
    }
    return { code, row: { id: randomUUID(), ...text, ...content, ...counts } }
  })
  const made = await commitEffect(database, async tx => {
    for (let from = 0; from < fresh.length; from += AT_ONCE)
      await tx
        .insertInto('redemption_code')
        .values(fresh.slice(from, from + AT_ONCE).map(({ row }) => row))
        .execute()
    return fresh
  })
  return { items: made.map(({ code, row }) => ({ ...toCode(row, now), code })), count: made.length }
}

/**
 * Lists codes, newest first. Their texts are not stored, so only the people who received the codes
 * have them.
 */
export async function listCodes(
  { database: { db }, clock }: Needs,
  { label, state }: Filter,
  page: { limit: number; offset: number }
): Promise<{ items: RedemptionCode[]; count: number }> {
  const now = clock.now()
  let query = db.selectFrom('redemption_code')
  if (label !== undefined) query = query.where(sql<boolean>`lower(label) = lower(${label})`)
  if (state !== undefined) query = query.where(isIn(state, now))
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { items: rows.map(row => toCode(row, now)), count: Number(count) }
}

/**
 * Ends a code. Redemptions stay. A repeated call changes nothing.
 * @throws Problem `not_found`
 */
export async function endCode({ database: { db }, clock }: Needs, id: string): Promise<void> {
  const now = clock.now()
  const ended = await db
    .updateTable('redemption_code')
    .set({ ended_at: sql<number>`coalesce(ended_at, ${now})`, updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n)
    throw new Problem('not_found', { detail: `no redemption code ${id}` })
}

/**
 * Returns the state of a code.
 * @param now unix milliseconds
 */
export function codeState(
  { ended_at, expires_at, uses, most_uses }: CodeRow,
  now: number
): RedemptionCode['state'] {
  if (ended_at !== null) return 'ended'
  if (uses >= most_uses) return 'used_up'
  return expires_at !== null && expires_at <= now ? 'expired' : 'active'
}

/** Matches codes in a state, by the same rules in SQL. */
function isIn(state: RedemptionCode['state'], now: number): RawBuilder<SqlBool> {
  const is = sql<string>`case when ended_at is not null then 'ended' when uses >= most_uses then 'used_up' when expires_at <= ${now} then 'expired' else 'active' end`
  return sql<SqlBool>`${is} = ${state}`
}

function toCode(row: CodeRow, now: number): RedemptionCode {
  return {
    id: row.id,
    hint: row.hint,
    label: row.label,
    uses: row.uses,
    most_uses: row.most_uses,
    state: codeState(row, now),
    amount: row.package_id === '' ? microToCredits(row.amount) : 0,
    package_id: row.package_id || null,
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    created_at: new Date(row.created_at).toISOString()
  }
}

/**
 * Returns the contents of codes. They are stored with the code, because their package may change
 * after the sale.
 * @throws Problem
 */
async function contentOf(db: Queries, { amount, package_id }: CreateCodes): Promise<Content> {
  const credits = amount ?? 0
  if (!package_id && credits === 0)
    throw wrong('amount', 'required', 'a code must give credits or a package')
  if (package_id && credits > 0)
    throw wrong('amount', 'not_allowed', 'a code gives credits or a package, not both')
  if (!package_id)
    return {
      package_id: '',
      amount: creditsToMicro(credits),
      duration: 0,
      type: 'Usage',
      service_id: ''
    }
  const wanted = db
    .selectFrom('package')
    .select(['amount', 'duration', 'type', 'service_id'])
    .where('id', '=', package_id)
  const sold = await wanted.where('active', '=', 1).executeTakeFirst()
  if (sold === undefined)
    throw wrong('package_id', 'not_allowed', `package ${package_id} is not on sale`)
  return { package_id, ...sold }
}

function wrong(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}

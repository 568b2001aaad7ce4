import { sql, type SqlBool } from 'kysely'

/**
 * Selects the entries that bring credits or take them back, which are few. The index
 * `ledger_grants` has only these, and databases use it only if a query repeats its condition.
 */
export const GRANT_ENTRIES = sql<SqlBool>`ledger.kind in ('free', 'order', 'period', 'lapse', 'refund')`

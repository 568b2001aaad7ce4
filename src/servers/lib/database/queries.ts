import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#servers/lib/database/tables.ts'

/** Runs queries: the database, or one of its transactions. */
export type Queries = Kysely<Tables> | Transaction<Tables>

import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#servers/lib/database/tables.ts'

/** Something to run queries on: the database, or a transaction of it. */
export type Queries = Kysely<Tables> | Transaction<Tables>

import type { ColumnType } from 'kysely'

/** Unix milliseconds. */
export type UnixMillis = number
/** JSON as text; parsed by the module that owns the row. */
export type JsonText = string
/** Whole micro-credits. */
export type MicroCredits = number
/** A column with a default value in the database, so an insert may leave it out. */
export type DefaultedColumn<T> = ColumnType<T, T | undefined, T>
export type FlagColumn = ColumnType<boolean, boolean | number, boolean | number>
export type DateColumn = ColumnType<Date | string, Date | string, Date | string>

export type FundKind = 'real' | 'sandbox'

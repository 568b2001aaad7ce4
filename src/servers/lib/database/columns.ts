import type { ColumnType } from 'kysely'

/** Unix milliseconds. */
export type Time = number
/** JSON as text; parsed by the module that owns the row. */
export type Json = string
/** Whole micro-credits. */
export type Micro = number
/** A column with a default value in the database, so an insert may leave it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>
export type Flag = ColumnType<boolean, boolean | number, boolean | number>
export type Dated = ColumnType<Date | string, Date | string, Date | string>

export type FundKind = 'real' | 'sandbox'

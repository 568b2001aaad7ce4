import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { PriceFormatter } from '#client/prices.ts'
import type { Translate } from '#i18n/translate.ts'

/** Data that cells need for rendering. */
export type TableContext = {
  hub: Pick<HubInfo, 'locale' | 'hosts'>
  t: Translate
  prices: PriceFormatter
  /** The server's time when it rendered the rows, in unix milliseconds. */
  now: number
  /**
   * Whether times are in the reader's time zone. On a server, and during hydration, they are in
   * UTC.
   */
  local: boolean
  /** Other data of the page: plain values by name. */
  facts: Readonly<Record<string, unknown>>
}

export type Column<Row> = {
  id: string
  /** A column of numbers, aligned to the end. */
  end?: true
  /** The column's name in `ordering`, if the list can be sorted by it. */
  sort?: string
  /** Cannot be hidden, because the row would be unidentifiable or unusable without it. */
  stays?: true
  className?: string
  cell(row: Row, kit: TableContext): ReactNode
  /** The value in an exported file, which omits columns without this. */
  text?(row: Row, kit: TableContext): string | number | null
}

export type FilterChoice = { value: string; title: string }

type Filters = Readonly<Record<string, string>>

/** A query parameter that narrows the list. `label` is a translation key. */
export type Filter = { name: string; label: string } & (
  | { kind: 'search' | 'date' }
  /**
   * A value that only the reader's browser knows, such as its time zone. It is sent together with
   * the other filters.
   */
  | { kind: 'hidden'; own(): string; hint?(kit: TableContext, filters: Filters): string }
  | { kind: 'flag'; value: string }
  /** Links in a row; the first shows the whole list. */
  | {
      kind: 'chips'
      all: string
      choices(kit: TableContext, filters: Filters): readonly FilterChoice[]
    }
  | {
      kind: 'choice'
      choices(
        kit: TableContext,
        filters: Filters
      ): readonly (FilterChoice & { items?: readonly FilterChoice[] })[]
    }
)

/**
 * Topics of changes that a list follows: of the account (the event feed's `changed`), or the user's
 * runs.
 */
export type Topic = 'orders' | 'applications' | 'credentials' | 'earnings' | 'runs'

/** An empty state: an icon, the translation keys of its title and text, and a link. */
export type EmptyTableText = {
  icon: LucideIcon
  title: string
  text: string
  link?: { label: string; to: string; primary?: true }
}

/** A list of the console. One island uses it to show, sort, filter and export the list. */
export type TableDeclaration<Row> = {
  /** Used in the address of the list's file, and to store the chosen columns. */
  name: string
  /** Translation group of the list. */
  group: string
  /** Returns the translation key of a column's name. */
  label(column: string): string
  /** Translation key of the table's caption, for screen readers. */
  caption: string
  /** Path of the API's list, below `/api/v1/`. */
  call: string
  /** Rows per page. */
  size: number
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  rowId(row: Row): string
  /**
   * Names of extra parameters that the page sets. They are sent with the call and are part of the
   * file's address.
   */
  given?: readonly string[]
  /** Converts the filters into the call's parameters; without it they are sent unchanged. */
  ask?(filters: Filters): Record<string, string>
  live: readonly Topic[]
  /**
   * Whether a row may soon change without user action. If so, the island hydrates immediately;
   * otherwise it waits until the reader uses it.
   */
  moves?(row: Row): boolean
  /** Shown when the list is empty; without it the page shows its own empty state. */
  empty?: EmptyTableText
  /** Shown when no row matches the filters. */
  none?: EmptyTableText
  /** Translation groups that the cells need besides the list's own, `common` and `problem`. */
  strings?: readonly string[]
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Prices } from '#client/prices.ts'
import type { Translate } from '#i18n/translate.ts'

/** What cells are made with. */
export type Kit = {
  hub: Pick<HubInfo, 'locale' | 'hosts'>
  t: Translate
  prices: Prices
  /** Unix milliseconds, as the server had them when the rows came with the page. */
  now: number
  /** Are times shown in the reader's own zone? On a server, and while hydrating, they are UTC's. */
  local: boolean
  /** What else the page knows: plain data, by name. */
  facts: Readonly<Record<string, unknown>>
}

export type Column<Row> = {
  id: string
  /** Numbers, which stand at the end of their column. */
  end?: true
  /** What `ordering` calls it, where the list can be sorted by it. */
  sort?: string
  /** Is always shown: without it nobody knows what a row is, or can do anything with it. */
  stays?: true
  className?: string
  cell(row: Row, kit: Kit): ReactNode
  /** What stands in a file; a column without it is in none. */
  text?(row: Row, kit: Kit): string | number | null
}

export type Choice = { value: string; title: string }

type Filters = Readonly<Record<string, string>>

/** A part of the address that narrows the list. `label` is a key. */
export type Filter = { name: string; label: string } & (
  | { kind: 'search' | 'date' }
  /** What only the reader's browser knows, sent with the others. */
  | { kind: 'hidden'; own(): string; hint?(kit: Kit, filters: Filters): string }
  | { kind: 'flag'; value: string }
  /** Links side by side, of which one is the whole list. */
  | { kind: 'chips'; all: string; choices(kit: Kit, filters: Filters): readonly Choice[] }
  | { kind: 'choice'; choices(kit: Kit, filters: Filters): readonly (Choice & { items?: readonly Choice[] })[] }
)

/** What a change is about that is told live: by the feed of the person's account, or by their runs. */
export type Topic = 'orders' | 'applications' | 'credentials' | 'earnings' | 'runs'

/** Nothing is there: an icon, the keys of title and text, and where the link goes on. */
export type Nothing = { icon: LucideIcon; title: string; text: string; link?: { label: string; to: string; primary?: true } }

/** A list of the console, by which one island shows, sorts, filters and writes it. */
export type Declaration<Row> = {
  /** Of its address for files, and of the choice of columns. */
  name: string
  /** Group of its strings. */
  group: string
  /** The key of a column's name. */
  label(column: string): string
  /** Key of what the table is, for those who listen. */
  caption: string
  /** Below `/api/v1/`. */
  call: string
  /** Rows of a page. */
  size: number
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  rowId(row: Row): string
  /** What its page gives the call besides, and the address of its file says. */
  given?: readonly string[]
  /** What the call takes for these filters; as they are when not given. */
  ask?(filters: Filters): Record<string, string>
  live: readonly Topic[]
  /** Does a row change by itself soon? Then the list comes to life at once, where it otherwise waits for its reader. */
  moves?(row: Row): boolean
  /** Nothing is there at all; the page shows that itself where it is not given. */
  empty?: Nothing
  /** Nothing is like this. */
  none?: Nothing
  /** Groups of strings that its cells need besides its own, `common` and `problem`. */
  strings?: readonly string[]
}

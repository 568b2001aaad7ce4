import type { Generated } from 'kysely'
import type { LIBRARY_KINDS } from '#contract/library.ts'
import type { PROJECT_COLORS } from '#contract/project.ts'
import type { DefaultedColumn, UnixMillis } from '#servers/lib/database/columns.ts'

export type LibraryKind = (typeof LIBRARY_KINDS)[number]

/** A result of a task, or an upload, in the library of its user. */
export type LibraryItemTable = {
  id: string
  user_id: string
  kind: LibraryKind
  /** The task that made the item; null for an upload. `model` is null too for an upload. */
  run_id: string | null
  /** The service that made the item; empty for an upload. */
  service: string
  model: string | null
  /** The item's file, and a preview image of it. Both are null for a text. */
  file_id: string | null
  poster_id: string | null
  /** The prompt that made the item; for an upload, the name of the file. */
  prompt: string
  title: string
  /** The whole text of a result without a file. */
  text: string
  /** 1: the user marked the item as a favourite; 0 otherwise. */
  favourite: DefaultedColumn<number>
  /** The stars that the user gave the item, from 1 to 5; 0 for none. */
  rating: DefaultedColumn<number>
  /** Null for none. It may name a project that was deleted, which is the same. */
  project_id: DefaultedColumn<string | null>
  created_at: UnixMillis
}

/** The search index of the library: a row for each item, in the order in which they were added. */
export type LibraryWordsTable = {
  id: Generated<number>
  item_id: string
  user_id: string
  /** Numbers for the words of the item, as `{1,2}`; on SQLite they are in `library_grams` instead. */
  grams: string
}

/** An item that was made from another item of its user. */
export type LibrarySourceTable = {
  item_id: string
  /** The item may have been deleted. */
  source_id: string
  created_at: UnixMillis
}

/** Holds results, uploads and conversations of its user together. Each is in one project at most. */
export type ProjectTable = {
  id: string
  user_id: string
  name: string
  colour: (typeof PROJECT_COLORS)[number]
  /** When its user put it away; null while it is in use. */
  archived_at: DefaultedColumn<UnixMillis | null>
  created_at: UnixMillis
}

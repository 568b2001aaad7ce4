import type { DefaultedColumn, JsonText, UnixMillis } from '#servers/lib/database/columns.ts'

/** A blocked user, who can neither sign in nor use their plans. */
export type BlockTable = {
  user_id: string
  reason: string
  blocked_by: string
  created_at: UnixMillis
}

/** A report of shared content. It is kept when its link is deleted. */
export type ReportTable = {
  id: string
  /** The shared conversation; empty for a report of a publication. */
  share_id: string
  conversation_id: string
  /** The published result; empty for a report of a conversation. */
  publication_id: DefaultedColumn<string>
  /** The site whose page was reported. */
  origin: string
  reason: string
  /** The reporter's comment; empty for none. */
  text: string
  /** Empty for a reporter who was not signed in. */
  reporter_id: string
  state: 'open' | 'taken_down' | 'dismissed'
  /** The operator who decided; empty while undecided. */
  settled_by: string
  settled_at: UnixMillis | null
  created_at: UnixMillis
}

/** A file in content that was taken down: nobody may read it any more. */
export type TakenFileTable = { file_id: string; share_id: string }

/** A server process, which updates `seen_at` at intervals. */
export type ProcessTable = {
  id: string
  host: string
  pid: number
  /** Separated by commas. */
  parts: string
  version: string
  started_at: UnixMillis
  seen_at: UnixMillis
}

/** A result that a site shows beside its tools. It is hidden once its task or file is deleted. */
export type FeaturedTable = {
  id: string
  /** The site. */
  origin: string
  run_id: string
  /** Index of the result among the outputs of its run. `file_id` is the file that is shown. */
  output: number
  file_id: string
  /** The admin who made and featured it. */
  user_id: string
  /** Size of the image in pixels. */
  width: number
  height: number
  /** The order on the site, the lowest first; it may be below zero. */
  position: number
  created_at: UnixMillis
}

/**
 * A difference between our catalogue and a list of a vendor, or the last check if the kind is
 * `check`. The id is made of what differs, so that the same difference is mailed only once.
 */
export type DriftTable = {
  id: string
  kind: 'check' | 'gone' | 'ends' | 'price' | 'unread'
  /** The vendor; empty for the price list. */
  vendor: string
  /**
   * The vendor's name of a model; for a price, our own name. Empty if the row is about a whole
   * list.
   */
  model: string
  /**
   * The last day of the model, its listed price as JSON, or the reason why a list cannot be read.
   */
  value: string
  /** Our names that no longer answer themselves, because all vendors have dropped the model. */
  replaced: JsonText
  /** 1 while checks find the difference, 0 afterwards. */
  open: number
  first_at: UnixMillis
  seen_at: UnixMillis
}

/** A service that an operator made from a vendor's schema. */
export type OwnServiceTable = {
  /** The id in the service's page and path, such as `x-portrait`. */
  id: string
  /** The fixed id of the API. */
  service_id: string
  definition: JsonText
  /** The API key of the service's own server, encrypted; null for none. */
  box: string | null
  enabled: number
  /** Counts changes, so that processes notice them. */
  version: number
  created_at: UnixMillis
  updated_at: UnixMillis
}

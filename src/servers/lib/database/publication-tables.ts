import type { UnixMillis } from '#servers/lib/database/columns.ts'

/** A result that its user shares by a link, and perhaps on the site's page Explore. */
export type PublicationTable = {
  /** Part of the link. */
  id: string
  /** The site that shows it. */
  origin: string
  user_id: string
  run_id: string
  /** Index of the result among the outputs of its run. `file_id` is the file that is shown. */
  output: number
  file_id: string
  service: string
  kind: 'image' | 'video' | 'audio'
  /** The beginning of its prompt, or the title of a song. */
  title: string
  /** Size of the image in pixels; for other kinds only an aspect ratio. */
  width: number
  height: number
  /**
   * `link`: shown to those who have the link. `waiting`: so too, until an admin decides on it.
   * `listed`: on Explore. `refused`: an admin has decided that nobody sees it.
   */
  state: 'link' | 'waiting' | 'listed' | 'refused'
  /** The number of its rows in `publication_like`. */
  likes: number
  /** When its user asked for Explore, or when an admin accepted it. */
  listed_at: UnixMillis
  created_at: UnixMillis
  /** Operators took it down. Null otherwise. */
  taken_down_at: UnixMillis | null
}

/** A user likes a publication. */
export type PublicationLikeTable = {
  publication_id: string
  user_id: string
  created_at: UnixMillis
}

import type { JsonText, UnixMillis } from '#servers/lib/database/columns.ts'

/** Saved settings of a tool's form. They belong either to a user or to a site. */
export type PresetTable = {
  id: string
  /** Empty for a preset of a site. */
  user_id: string
  /** The site that shows it to everyone; empty for a preset of a user. */
  origin: string
  service: string
  /** The verb whose form it fills. */
  action: string
  name: string
  /** Values by field. Null if it leaves the settings of the form unchanged. */
  settings: JsonText | null
  /** Replaces the prompt; empty for none. */
  prompt: string
  /** Is added to the end of the prompt; empty for none. */
  style: string
  created_at: UnixMillis
  updated_at: UnixMillis
}

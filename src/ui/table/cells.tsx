import type { ReactNode } from 'react'
import { formatTime } from '#core/format.ts'
import { formatRelativeTime } from '#core/moment.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import type { TableContext } from '#ui/table/declaration.ts'

type Kind = 'good' | 'warn' | 'bad' | 'idle'

/** A state: a word with a coloured dot. */
export function StatusCell({ kind, children }: { kind: Kind; children: ReactNode }) {
  return <span className={`status status-${kind}`}>{children}</span>
}

/**
 * A time: in UTC on the server; in a browser in the reader's time zone, as people say it, with the
 * full time in its tooltip. Both forms have the same width.
 */
export function TimeCell({ iso, kit }: { iso: string; kit: TableContext }) {
  return (
    <time
      className="table-time"
      dateTime={iso}
      data-own=""
      title={kit.local ? formatTime(Date.parse(iso)) : undefined}
    >
      {kit.local ? timeText(iso, kit) : <bdi dir="ltr">{timeText(iso, kit)}</bdi>}
    </time>
  )
}

/** Returns a time as {@link TimeCell} shows it. */
export function timeText(iso: string, { local, now, hub }: TableContext): string {
  const time = Date.parse(iso)
  return local ? formatRelativeTime(time, now, hub.locale) : `${formatTime(time, 'UTC')} UTC`
}

/**
 * Shows the first characters of an id, with a button that copies the whole id.
 * @param label names the id for screen readers, such as “Copy the order id”
 */
export function IdCell({ id, label, kit }: { id: string; label: string; kit: TableContext }) {
  return (
    <span className="inline-flex items-center">
      <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton text={id} label={label} done={kit.t('common.action.copied')} />
    </span>
  )
}

/** A user's text, truncated where it does not fit. */
export function TextCell({ text, quiet = false }: { text: string; quiet?: boolean }) {
  return (
    <bdi
      className={`block max-w-64 truncate ${quiet ? 'text-muted' : ''}`}
      title={text || undefined}
    >
      {text || '–'}
    </bdi>
  )
}

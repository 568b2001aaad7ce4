import type { ReactNode } from 'react'
import { formatTime } from '#core/format.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import type { Kit } from '#ui/table/declaration.ts'

type Kind = 'good' | 'warn' | 'bad' | 'idle'

/** A state as a word with a dot. */
export function Status({ kind, children }: { kind: Kind; children: ReactNode }) {
  return <span className={`status status-${kind}`}>{children}</span>
}

/** A time: in UTC on a server, in the reader's own zone in a browser; as wide either way. */
export function Time({ iso, kit }: { iso: string; kit: Kit }) {
  const time = Date.parse(iso)
  return (
    <time className="table-time" dateTime={iso} data-own="">
      <bdi dir="ltr">{kit.local ? formatTime(time) : `${formatTime(time, 'UTC')} UTC`}</bdi>
    </time>
  )
}

/** The beginning of an id, and the whole to be copied. @param label what is copied, for those who listen */
export function Id({ id, label, kit }: { id: string; label: string; kit: Kit }) {
  return (
    <span className="inline-flex items-center">
      <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton text={id} label={label} done={kit.t('common.action.copied')} />
    </span>
  )
}

/** A text of somebody's, cut where there is no room. */
export function Words({ text, quiet = false }: { text: string; quiet?: boolean }) {
  return (
    <bdi className={`block max-w-64 truncate ${quiet ? 'text-muted' : ''}`} title={text || undefined}>
      {text || '–'}
    </bdi>
  )
}

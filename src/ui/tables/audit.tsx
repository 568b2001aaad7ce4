import { ScrollText } from 'lucide-react'
import { auditSentence, auditDetailsJson } from '#client/audit-text.ts'
import type { AuditEntry } from '#contract/operation.ts'
import { IdCell, StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'

const DOTS = { done: 'good', refused: 'bad', begun: 'warn' } as const

/** The request as JSON. It opens without a script. */
function Details({ entry, t }: { entry: AuditEntry; t: TableContext['t'] }) {
  return (
    <details className="text-13">
      <summary className="link inline-block">{t('operator.audit.details')}</summary>
      <code className="mt-1 block break-all text-muted" dir="ltr">
        {entry.method.toUpperCase()} {entry.path}
      </code>
      <pre className="mt-1 max-w-80 break-all whitespace-pre-wrap text-12" dir="ltr">
        {auditDetailsJson(entry)}
      </pre>
    </details>
  )
}

/** The audit log, newest first: a sentence per change, with the request to unfold. */
export const auditTable: TableDeclaration<AuditEntry> = {
  name: 'audit',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.audit.title',
  call: 'operation/audit',
  size: 20,
  live: [],
  rowId: ({ id }) => id,
  filters: [
    { name: 'person', label: 'operator.audit.person', kind: 'search' },
    { name: 'path', label: 'operator.audit.path', kind: 'search' }
  ],
  empty: { icon: ScrollText, title: 'operator.audit.none', text: 'operator.audit.noneText' },
  none: { icon: ScrollText, title: 'common.table.none', text: 'common.table.noneText' },
  columns: [
    {
      id: 'deed',
      stays: true,
      cell: (entry, { t }) => auditSentence(t, entry),
      text: (entry, { t }) => auditSentence(t, entry)
    },
    {
      id: 'state',
      cell: ({ outcome }, { t }) => (
        <StatusCell kind={DOTS[outcome]}>{t(`operator.audit.${outcome}`)}</StatusCell>
      ),
      text: ({ outcome }) => outcome
    },
    {
      id: 'person',
      cell: ({ email, user_id }) => <TextCell text={email ?? user_id} />,
      text: ({ email, user_id }) => email ?? user_id
    },
    {
      id: 'time',
      cell: ({ created_at }, kit) => <TimeCell iso={created_at} kit={kit} />,
      text: ({ created_at }) => created_at
    },
    {
      id: 'trace',
      cell: ({ trace_id }, kit) => (
        <IdCell id={trace_id} label={kit.t('operator.column.trace')} kit={kit} />
      ),
      text: ({ trace_id }) => trace_id
    },
    {
      id: 'changes',
      cell: (entry, { t }) => <Details entry={entry} t={t} />,
      text: entry => auditDetailsJson(entry)
    }
  ]
}

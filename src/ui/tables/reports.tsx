import { Flag } from 'lucide-react'
import { reportDotColor, REPORT_STATES } from '#client/report-text.ts'
import type { Report } from '#contract/report.ts'
import { siteName } from '#core/placeholder.ts'
import { localizePath } from '#i18n/locale.ts'
import { StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'

const nameOf = ({ title }: Report, { t }: TableContext): string =>
  title === null ? t('operator.reports.gone') : title || t('chat.list.untitled')

/** Reports about shared content; each row links to the page with the operator's decisions. */
export const reportsTable: TableDeclaration<Report> = {
  name: 'reports',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.reports.title',
  call: 'operation/reports',
  size: 20,
  strings: ['chat'],
  live: [],
  rowId: ({ id }) => id,
  filters: [
    {
      name: 'state',
      label: 'operator.column.state',
      kind: 'chips',
      all: 'common.table.any',
      choices: ({ t }) =>
        REPORT_STATES.map(value => ({ value, title: t(`operator.reports.state.${value}`) }))
    }
  ],
  empty: { icon: Flag, title: 'operator.reports.none', text: 'operator.reports.noneText' },
  none: { icon: Flag, title: 'operator.reports.none', text: 'operator.reports.noneText' },
  columns: [
    {
      id: 'shared',
      stays: true,
      cell: (report, kit) => (
        <a
          className="link block max-w-64 truncate"
          dir="auto"
          href={localizePath(`/operator/reports/${encodeURIComponent(report.id)}`, kit.hub.locale)}
          title={nameOf(report, kit)}
        >
          {nameOf(report, kit)}
        </a>
      ),
      text: nameOf
    },
    {
      id: 'reason',
      cell: ({ reason }, { t }) => t(`chat.report.reason.${reason}`),
      text: ({ reason }) => reason
    },
    {
      id: 'site',
      cell: ({ origin }, { hub }) => (
        <TextCell text={siteName(origin, new URL(hub.hosts.hub).host)} />
      ),
      text: ({ origin }) => origin
    },
    {
      id: 'time',
      cell: ({ created_at }, kit) => <TimeCell iso={created_at} kit={kit} />,
      text: ({ created_at }) => created_at
    },
    {
      id: 'state',
      cell: ({ state }, { t }) => (
        <StatusCell kind={reportDotColor(state)}>{t(`operator.reports.state.${state}`)}</StatusCell>
      ),
      text: ({ state }) => state
    }
  ]
}

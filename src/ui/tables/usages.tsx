import { ReceiptText } from 'lucide-react'
import { USAGE_DOT_COLORS } from '#client/usage-text.ts'
import { daysAgo, usageRequestParams, FILTERABLE_STATES, zoneText } from '#client/usage-filters.ts'
import type { Usage } from '#contract/usage.ts'
import { formatCredits, formatNumber } from '#core/format.ts'
import { siteName } from '#core/placeholder.ts'
import { localizePath } from '#i18n/locale.ts'
import { IdCell, StatusCell, TimeCell, timeText } from '#ui/table/cells.tsx'
import type { FilterChoice, TableDeclaration, TableContext } from '#ui/table/declaration.ts'

/** Facts from the usage page: titles of calls, and the choices of the filters. */
export type UsageFacts = {
  /** By `service/action`, for services with several actions: the title of the action. */
  titles: Readonly<Record<string, string>>
  calls: readonly (FilterChoice & { items?: readonly FilterChoice[] })[]
  plans: readonly (FilterChoice & { credentials: readonly FilterChoice[] })[]
  /** The names of models, by {@link modelKey}. */
  models: Readonly<Record<string, string>>
}

/** Returns the key of a model among the names of models, which differ from service to service. */
export const modelKey = (service: string, model: string): string => `${service}/${model}`

const PERIODS = [7, 30, 90] as const

const factsOf = ({ facts }: TableContext): Partial<UsageFacts> => facts as Partial<UsageFacts>
const offsetOf = (filters: Readonly<Record<string, string>>): number =>
  Number(filters['utc_offset'] ?? 0)
const callOf = ({ api, action, service }: Usage, kit: TableContext): string => {
  const title = factsOf(kit).titles?.[`${service?.alias}/${action}`]
  return title === undefined ? api.title : `${api.title} · ${title}`
}
const detailsOf = ({ service, metadata: { model, key } }: Usage, kit: TableContext): string => {
  const label = model && (factsOf(kit).models?.[modelKey(service?.alias ?? '', model)] ?? model)
  return [label, key === 'own' && kit.t('usage.key.own')].filter(Boolean).join(' · ')
}
const credentialOf = ({ credential }: Usage, { hub }: TableContext): string =>
  credential?.name || (credential ? siteName(credential.host, new URL(hub.hosts.hub).host) : '')
/** Minutes ahead of UTC. Subtracting from 0 keeps UTC at `0`; negating would give `-0`. */
const ownOffset = (): string => String(0 - new Date().getTimezoneOffset())
const cut = (text: string, title = text) => (
  <span className="inline-block max-w-40 truncate align-bottom text-muted" dir="auto" title={title}>
    {text || '–'}
  </span>
)

/** The user's receipts, one line each, newest first. */
export const usagesTable: TableDeclaration<Usage> = {
  name: 'usages',
  group: 'usage',
  label: column => `usage.column.${column}`,
  caption: 'usage.list.title',
  call: 'usage/apis',
  size: 15,
  strings: ['application'],
  live: ['runs'],
  moves: ({ finished_at }) => finished_at === null,
  rowId: ({ id }) => id,
  ask: usageRequestParams,
  filters: [
    {
      name: 'from',
      label: 'usage.filter.periods',
      kind: 'chips',
      all: 'common.table.any',
      choices: ({ t, now }, filters) =>
        PERIODS.map(days => ({
          value: daysAgo(days, now, offsetOf(filters)),
          title: t('usage.filter.days', { count: days })
        }))
    },
    {
      name: 'api_id',
      label: 'usage.filter.api',
      kind: 'choice',
      choices: kit => factsOf(kit).calls ?? []
    },
    {
      name: 'application_id',
      label: 'usage.filter.application',
      kind: 'choice',
      choices: kit => factsOf(kit).plans ?? []
    },
    {
      name: 'credential_id',
      label: 'usage.filter.credential',
      kind: 'choice',
      choices: (kit, { application_id: plan = '' }) =>
        factsOf(kit).plans?.flatMap(({ value, credentials }) =>
          plan === '' || plan === value ? credentials : []
        ) ?? []
    },
    {
      name: 'state',
      label: 'usage.filter.state',
      kind: 'choice',
      choices: ({ t }) =>
        FILTERABLE_STATES.map(value => ({ value, title: t(`usage.state.${value}`) }))
    },
    { name: 'search', label: 'usage.column.trace', kind: 'search' },
    { name: 'from', label: 'usage.filter.from', kind: 'date' },
    { name: 'to', label: 'usage.filter.to', kind: 'date' },
    {
      name: 'utc_offset',
      label: '',
      kind: 'hidden',
      own: ownOffset,
      hint: ({ t, local }, filters) =>
        t('usage.filter.zone', { zone: zoneText(local ? Number(ownOffset()) : offsetOf(filters)) })
    }
  ],
  none: {
    icon: ReceiptText,
    title: 'usage.none.title',
    text: 'usage.none.text',
    link: { label: 'usage.all', to: '/console/usages', primary: true }
  },
  columns: [
    {
      id: 'api',
      stays: true,
      cell: (usage, kit) => (
        <a
          className="link"
          href={localizePath(`/console/usages/${encodeURIComponent(usage.id)}`, kit.hub.locale)}
          aria-label={kit.t('usage.receipt.open', {
            what: callOf(usage, kit),
            time: timeText(usage.created_at, kit)
          })}
        >
          {callOf(usage, kit)}
        </a>
      )
    },
    {
      id: 'state',
      cell: ({ state, status_code }, { t }) => (
        <span className="inline-flex items-baseline gap-2">
          <StatusCell kind={USAGE_DOT_COLORS[state]}>{t(`usage.state.${state}`)}</StatusCell>
          {status_code >= 400 && (
            <span className="text-12 text-faint tabular-nums">{status_code}</span>
          )}
        </span>
      )
    },
    {
      id: 'credits',
      end: true,
      stays: true,
      sort: 'deducted_amount',
      cell: ({ deducted_amount }, { hub }) => (
        <span title={formatNumber(deducted_amount, hub.locale)}>
          {formatCredits(deducted_amount, hub.locale)}
        </span>
      )
    },
    { id: 'details', cell: (usage, kit) => cut(detailsOf(usage, kit), usage.metadata['model']) },
    {
      id: 'credential',
      cell: (usage, kit) => cut(credentialOf(usage, kit))
    },
    {
      id: 'trace',
      cell: ({ trace_id }, kit) => (
        <IdCell id={trace_id} label={kit.t('usage.trace.copy')} kit={kit} />
      )
    },
    {
      id: 'time',
      sort: 'created_at',
      cell: ({ created_at }, kit) => <TimeCell iso={created_at} kit={kit} />
    }
  ]
}

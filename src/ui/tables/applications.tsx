import { Wallet } from 'lucide-react'
import { type ApplicationState, planState } from '#client/plan-state.ts'
import { topUpActionOf, planAddress } from '#client/plan-text.ts'
import type { Application } from '#contract/application.ts'
import { formatCredits } from '#core/format.ts'
import { localizePath } from '#i18n/locale.ts'
import { IdCell, StatusCell, TimeCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'
import { RowMenu } from '#ui/table/RowMenu.tsx'

const DOT = {
  active: 'good',
  used_up: 'bad',
  expired: 'bad',
  unverified: 'warn',
  empty: 'idle'
} as const satisfies Record<ApplicationState, string>

const amount = (credits: number, { hub }: TableContext): string =>
  formatCredits(credits, hub.locale)
const serviceOf = ({ service }: Application, { t }: TableContext): string =>
  service?.title ?? t('application.scope.global')
const typeOf = ({ type }: Application, { t }: TableContext): string =>
  t(`application.type.${type.toLowerCase()}`)
const nameOf = (plan: Application, kit: TableContext): string =>
  `${typeOf(plan, kit)} · ${serviceOf(plan, kit)}`

/** Links to add credits to a plan, and the other actions on it. */
function Acts({ plan, kit }: { plan: Application; kit: TableContext }) {
  const { t, hub } = kit
  const name = nameOf(plan, kit)
  const pays = topUpActionOf(plan)
  const usages = localizePath(
    `/console/usages?${new URLSearchParams({ application_id: plan.id })}`,
    hub.locale
  )
  return (
    <span className="flex items-center justify-end gap-1 md:justify-start">
      <a
        className="link"
        href={planAddress(hub, plan.id, pays.what)}
        aria-label={t(`application.do.${pays.word}Named`, { name })}
      >
        {t(`application.do.${pays.word}`)}
      </a>
      <RowMenu
        name={t('common.table.more', { name })}
        links={[
          ...(plan.type === 'Usage'
            ? [
                {
                  title: t('application.do.subscribe'),
                  href: planAddress(hub, plan.id, 'subscribe')
                }
              ]
            : []),
          {
            title: t('application.do.credentials'),
            href: planAddress(hub, plan.id, 'credentials')
          },
          { title: t('application.do.usages'), href: usages }
        ]}
      />
    </span>
  )
}

/** The user's plans, newest first. */
export const applicationsTable: TableDeclaration<Application> = {
  name: 'applications',
  group: 'application',
  label: column => `application.column.${column}`,
  caption: 'application.list.title',
  call: 'applications',
  size: 12,
  live: ['applications', 'orders', 'runs'],
  rowId: ({ id }) => id,
  filters: [
    {
      name: 'type',
      label: 'application.column.type',
      kind: 'choice',
      choices: ({ t }) =>
        (['Usage', 'Period'] as const).map(value => ({
          value,
          title: t(`application.type.${value.toLowerCase()}`)
        }))
    },
    {
      name: 'scope',
      label: 'application.column.service',
      kind: 'choice',
      choices: ({ t }) =>
        (['Global', 'Individual'] as const).map(value => ({
          value,
          title: t(`application.scope.${value.toLowerCase()}Word`)
        }))
    }
  ],
  none: {
    icon: Wallet,
    title: 'common.table.none',
    text: 'common.table.noneText',
    link: { label: 'common.table.all', to: '/console/applications' }
  },
  columns: [
    {
      id: 'service',
      stays: true,
      cell: (plan, kit) => (
        <span className="grid justify-items-end md:justify-items-start">
          {serviceOf(plan, kit)}
          <span className="text-12 text-faint">
            {kit.t(`application.scope.${plan.scope.toLowerCase()}Word`)}
          </span>
        </span>
      ),
      text: serviceOf
    },
    { id: 'type', cell: typeOf, text: ({ type }) => type },
    {
      id: 'remaining',
      end: true,
      stays: true,
      cell: ({ remaining_amount }, kit) => amount(remaining_amount, kit),
      text: ({ remaining_amount }) => remaining_amount
    },
    {
      id: 'used',
      end: true,
      sort: 'used_amount',
      className: 'text-muted',
      cell: ({ used_amount }, kit) => amount(used_amount, kit),
      text: ({ used_amount }) => used_amount
    },
    {
      id: 'expires',
      cell: ({ expired_at }, kit) =>
        expired_at === null ? (
          <span className="text-muted">{kit.t('application.never')}</span>
        ) : (
          <TimeCell iso={expired_at} kit={kit} />
        ),
      text: ({ expired_at }) => expired_at
    },
    {
      id: 'state',
      cell: (plan, { t, now }) => (
        <StatusCell kind={DOT[planState(plan, now)]}>
          {t(`application.state.${planState(plan, now)}`)}
        </StatusCell>
      ),
      text: (plan, { now }) => planState(plan, now)
    },
    {
      id: 'id',
      cell: ({ id }, kit) => <IdCell id={id} label={kit.t('application.id.copy')} kit={kit} />,
      text: ({ id }) => id
    },
    { id: 'do', stays: true, cell: (plan, kit) => <Acts plan={plan} kit={kit} /> }
  ]
}

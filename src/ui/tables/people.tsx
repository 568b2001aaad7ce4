import { Users } from 'lucide-react'
import type { OperatedPerson } from '#contract/operation.ts'
import { dollarsText } from '#core/currency.ts'
import { formatCredits } from '#core/format.ts'
import { localizePath } from '#i18n/locale.ts'
import { StatusCell, TimeCell } from '#ui/table/cells.tsx'
import type { TableDeclaration } from '#ui/table/declaration.ts'

const stateOf = ({ blocked, is_operator }: OperatedPerson): 'blocked' | 'operator' | 'free' => {
  if (blocked !== null) return 'blocked'
  return is_operator ? 'operator' : 'free'
}

/** All users; each row links to the page with the operator's actions. */
export const peopleTable: TableDeclaration<OperatedPerson> = {
  name: 'people',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.people.title',
  call: 'operation/people',
  size: 20,
  live: [],
  rowId: ({ id }) => id,
  filters: [
    { name: 'search', label: 'operator.people.search', kind: 'search' },
    { name: 'blocked', label: 'operator.people.onlyBlocked', kind: 'flag', value: 'true' }
  ],
  none: { icon: Users, title: 'common.table.none', text: 'common.table.noneText' },
  columns: [
    {
      id: 'person',
      stays: true,
      cell: ({ id, email }, { hub }) => (
        <a
          className="link block max-w-64 truncate"
          dir="ltr"
          href={localizePath(`/operator/people/${id}`, hub.locale)}
          title={email}
        >
          <bdi>{email}</bdi>
        </a>
      ),
      text: ({ email }) => email
    },
    {
      id: 'joined',
      cell: ({ date_joined }, kit) => <TimeCell iso={date_joined} kit={kit} />,
      text: ({ date_joined }) => date_joined
    },
    {
      id: 'seen',
      cell: ({ seen_at }, kit) => (seen_at === null ? '–' : <TimeCell iso={seen_at} kit={kit} />),
      text: ({ seen_at }) => seen_at
    },
    {
      id: 'credits',
      end: true,
      cell: ({ remaining }, { hub }) =>
        formatCredits(remaining.real + remaining.sandbox, hub.locale),
      text: ({ remaining }) => remaining.real + remaining.sandbox
    },
    {
      id: 'bought',
      end: true,
      cell: ({ orders }, { hub }) => dollarsText(orders.price, hub.locale),
      text: ({ orders }) => orders.price
    },
    {
      id: 'state',
      cell: (person, { t }) => (
        <StatusCell kind={person.blocked !== null ? 'bad' : 'good'}>
          {t(`operator.people.${stateOf(person)}`)}
        </StatusCell>
      ),
      text: stateOf
    }
  ]
}

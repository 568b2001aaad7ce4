import { UserPlus } from 'lucide-react'
import type { Invitee } from '#contract/user.ts'
import { TimeCell } from '#ui/table/cells.tsx'
import type { TableDeclaration } from '#ui/table/declaration.ts'
import { Person, personName } from '#ui/tables/Person.tsx'

/** The users who signed up through a person's invitation. */
export const inviteesTable: TableDeclaration<Invitee> = {
  name: 'invitees',
  group: 'distribution',
  label: column => `distribution.column.${column}`,
  caption: 'distribution.invitees.title',
  call: 'users/me/invitees',
  size: 10,
  live: ['earnings'],
  rowId: ({ id }) => id,
  filters: [],
  empty: {
    icon: UserPlus,
    title: 'distribution.invitees.empty',
    text: 'distribution.invitees.emptyText',
    link: { label: 'distribution.link.get', to: '/distribution', primary: true }
  },
  columns: [
    {
      id: 'person',
      stays: true,
      cell: (user, kit) => <Person user={user} kit={kit} />,
      text: personName
    },
    {
      id: 'joined',
      end: true,
      sort: 'date_joined',
      cell: ({ date_joined }, kit) => <TimeCell iso={date_joined} kit={kit} />,
      text: ({ date_joined }) => date_joined
    }
  ]
}

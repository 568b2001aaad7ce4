import { siteAddress } from '#client/site-address.ts'
import type { OperatedSite } from '#contract/operation.ts'
import { formatNumber } from '#core/format.ts'
import { DEFAULT_SITE_NAME } from '#core/unnamed.ts'
import { localizePath } from '#i18n/locale.ts'
import { StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'

/** Facts from the page: the site's origin, and the origin that the reader uses. */
type SiteFacts = { origin: string; here: string }

function Address({ site, kit }: { site: OperatedSite; kit: TableContext }) {
  const { origin, here } = kit.facts as SiteFacts
  const address = siteAddress({ origin, url: { origin: here }, t: kit.t }, site)
  if (!URL.canParse(address)) return <TextCell text={address} />
  return (
    <a className="link block max-w-64 truncate" href={address} rel="noreferrer" dir="ltr">
      {address}
    </a>
  )
}

/**
 * All sites of this deployment; each row links to the page that changes, moves or removes the site.
 */
export const sitesTable: TableDeclaration<OperatedSite> = {
  name: 'sites',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.sites.title',
  call: 'operation/sites',
  size: 20,
  live: [],
  rowId: ({ id }) => id,
  filters: [],
  columns: [
    {
      id: 'site',
      stays: true,
      cell: ({ id, title }, { hub }) => (
        <a
          className="link block max-w-64 truncate"
          href={localizePath(`/operator/sites/${id}`, hub.locale)}
          title={title}
        >
          <bdi>{title || DEFAULT_SITE_NAME}</bdi>
        </a>
      ),
      text: ({ title }) => title || DEFAULT_SITE_NAME
    },
    {
      id: 'address',
      cell: (site, kit) => <Address site={site} kit={kit} />,
      text: ({ origin }) => origin
    },
    {
      id: 'admins',
      end: true,
      cell: ({ admins }, { hub }) => formatNumber(admins, hub.locale, 0),
      text: ({ admins }) => admins
    },
    {
      id: 'checked',
      cell: ({ moderated }, { t }) => (
        <StatusCell kind={moderated ? 'good' : 'idle'}>
          {t(moderated ? 'operator.yes' : 'operator.no')}
        </StatusCell>
      ),
      text: ({ moderated }) => String(moderated)
    },
    {
      id: 'created',
      cell: ({ created_at }, kit) => <TimeCell iso={created_at} kit={kit} />,
      text: ({ created_at }) => created_at
    }
  ]
}

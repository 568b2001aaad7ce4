import { KeyRound, Settings2 } from 'lucide-react'
import { keyDotColor, keyStateOf } from '#client/key-state.ts'
import { planAddress } from '#client/plan-text.ts'
import type { Credential } from '#contract/credential.ts'
import { formatCredits } from '#core/format.ts'
import { siteName } from '#core/placeholder.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import type { Column, TableDeclaration, TableContext } from '#ui/table/declaration.ts'

const nameOf = ({ host, name }: Credential, { hub }: TableContext): string =>
  host === '' ? name : siteName(host, new URL(hub.hosts.hub).host)
const amount = (credits: number, { hub }: TableContext): string =>
  formatCredits(credits, hub.locale)
const quiet = (text: string) => <span className="text-muted">{text}</span>

/** The column with the secret of a website's key, which its owner can reveal. */
const token: Column<Credential> = {
  id: 'token',
  cell: ({ token: secret }, { t }) => (
    <details className="group">
      <summary className="link">{t('credential.token.show')}</summary>
      <span className="flex items-center" dir="ltr">
        <code className="max-w-64 break-all whitespace-normal">{secret}</code>
        <CopyButton
          text={secret}
          label={t('credential.token.copy')}
          done={t('common.action.copied')}
        />
      </span>
    </details>
  )
}

const expires: Column<Credential> = {
  id: 'expires',
  cell: ({ expired_at }, kit) =>
    expired_at === null ? (
      quiet(kit.t('credential.endless'))
    ) : (
      <TimeCell iso={expired_at} kit={kit} />
    ),
  text: ({ expired_at }) => expired_at
}

const columnsOf = (kind: 'key' | 'page'): Column<Credential>[] => [
  {
    id: kind,
    stays: true,
    sort: kind === 'key' ? 'name' : 'host',
    cell: (each, kit) => <TextCell text={nameOf(each, kit)} />,
    text: ({ host, name }) => host || name
  },
  {
    id: 'state',
    cell: (each, { t, now }) => {
      const state = keyStateOf(each, now)
      return <StatusCell kind={keyDotColor(state)}>{t(`credential.state.${state}`)}</StatusCell>
    },
    text: (each, { now }) => keyStateOf(each, now)
  },
  kind === 'page' ? token : expires,
  {
    id: 'limit',
    end: true,
    cell: ({ limited_amount }, kit) =>
      limited_amount === null ? quiet(kit.t('credential.noLimit')) : amount(limited_amount, kit),
    text: ({ limited_amount }) => limited_amount
  },
  {
    id: 'used',
    end: true,
    className: 'text-muted',
    cell: ({ used_amount }, kit) => amount(used_amount, kit),
    text: ({ used_amount }) => used_amount
  },
  {
    id: 'last',
    cell: ({ last_used_at }, kit) =>
      last_used_at ? <TimeCell iso={last_used_at} kit={kit} /> : quiet(kit.t('credential.unused')),
    text: ({ last_used_at }) => last_used_at ?? null
  },
  {
    id: 'do',
    stays: true,
    cell: (key, kit) => (
      <a
        className="icon-button"
        href={`${planAddress(kit.hub, key.application_id, 'credentials')}/${encodeURIComponent(key.id)}`}
        aria-label={kit.t('credential.manageNamed', { name: nameOf(key, kit) })}
        title={kit.t('credential.manage')}
      >
        <Settings2 {...ICON_PROPS} />
      </a>
    )
  }
]

const declared = (kind: 'key' | 'page'): TableDeclaration<Credential> => ({
  name: `${kind}s`,
  group: 'credential',
  label: column => `credential.column.${column}`,
  caption: `credential.list.${kind}`,
  call: 'credentials',
  size: 20,
  given: ['application_id', 'kind'],
  live: ['credentials', 'runs'],
  rowId: ({ id }) => id,
  filters: [
    { name: 'kind', label: '', kind: 'hidden', own: () => kind },
    { name: 'search', label: 'credential.search', kind: 'search' }
  ],
  empty: {
    icon: KeyRound,
    title: `credential.empty.${kind}`,
    text: `credential.empty.${kind}Text`
  },
  none: { icon: KeyRound, title: 'common.table.none', text: 'common.table.noneText' },
  columns: columnsOf(kind)
})

/** The API keys of a plan, by name. */
export const apiKeysTable = declared('key')

/** The website keys of a plan, by host. */
export const websiteKeysTable = declared('page')

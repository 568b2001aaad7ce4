import {
  ChartColumn,
  CircleUserRound,
  Compass,
  Code,
  FolderOpen,
  Gift,
  LayoutGrid,
  LibraryBig,
  Receipt,
  Scale,
  ServerCog,
  ShieldCheck,
  Store,
  type LucideIcon
} from 'lucide-react'
import type { HubRequest } from '#client/hub.ts'
import { hasExplore } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { accountAddress } from '#sections/shared/address.ts'

type PersonLink = { icon: LucideIcon; title: string; href: string; current: boolean }

/** Returns the links to a user's profile and account. Empty for a guest. */
export function profileLinks(hub: HubRequest): PersonLink[] {
  const { session, locale, path, t } = hub
  if (session === null) return []
  return [
    {
      icon: CircleUserRound,
      title: t('common.frame.profile'),
      href: localizePath('/profile', locale),
      current: path === '/profile'
    },
    {
      icon: ShieldCheck,
      title: t('common.frame.account'),
      href: accountAddress(hub),
      current: false
    }
  ]
}

/**
 * Returns the links to a user's own pages. The frame's menu and the phone's page both show them.
 * Empty for a guest.
 */
export function userMenuLinks({ session, site, locale, path, t }: HubRequest): PersonLink[] {
  if (session === null) return []
  const { id, is_operator } = session.user
  const places = [
    [LibraryBig, t('library.title'), '/library'],
    ...(hasExplore(site) ? [[Compass, t('explore.title'), '/explore'] as const] : []),
    [FolderOpen, t('project.title'), '/projects'],
    [Scale, t('compare.title'), '/compare'],
    [LayoutGrid, t('common.frame.applications'), '/console/applications'],
    [Receipt, t('console.tab.orders'), '/console/orders'],
    [ChartColumn, t('console.tab.usages'), '/console/usages'],
    [Gift, t('distribution.title'), '/distribution'],
    ...(site.admins.includes(id) ? [[Store, t('site.title'), '/site'] as const] : []),
    ...(is_operator ? [[ServerCog, t('common.frame.operator'), '/operator'] as const] : [])
  ] as const
  return places.map(([icon, title, href]) => ({
    icon,
    title,
    href: localizePath(href, locale),
    current: path.startsWith(href)
  }))
}

/** Returns the link to the documentation, which everybody sees. */
export function docsLink({ locale, path, t }: HubRequest): PersonLink {
  return {
    icon: Code,
    title: t('docs.nav.link'),
    href: localizePath('/docs', locale),
    current: path.startsWith('/docs')
  }
}

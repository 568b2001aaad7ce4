import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'

/** The operator pages, in their order. */
export const OPERATOR_TABS = [
  'overview',
  'insight',
  'providers',
  'models',
  'tools',
  'packages',
  'margin',
  'people',
  'orders',
  'codes',
  'sites',
  'payouts',
  'reports',
  'audit',
  'settings'
] as const

/** Returns the links to the operator pages. */
export function operatorTabs({ t, locale }: Pick<HubRequest, 't' | 'locale'>) {
  return OPERATOR_TABS.map(name => ({
    name,
    title: t(`operator.tab.${name}`),
    href: localizePath(name === 'overview' ? '/operator' : `/operator/${name}`, locale)
  }))
}

import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'

const PATHS = {
  overview: '/distribution',
  history: '/distribution/history',
  invitees: '/distribution/invitees'
} as const

export type InvitationPage = keyof typeof PATHS

/** Returns the links to the three invitation pages. */
export function invitationTabs({ t, locale }: Pick<HubRequest, 't' | 'locale'>) {
  return Object.entries(PATHS).map(([name, path]) => ({
    name,
    title: t(`distribution.tab.${name}`),
    href: localizePath(path, locale)
  }))
}

import type { HubRequest } from '#client/hub.ts'
import type { User } from '#contract/user.ts'
import { loginFlow } from '#core/login-flow.ts'
import { publicOrigin } from '#layouts/head.ts'

/** One line about a site: its name, and each of its values as a text of its own. */
export type SiteFact = { name: string; values: string[] }

type Asked = Pick<HubRequest, 'site' | 'origin' | 'url' | 'locale' | 't'>

/** What an admin is told about their site; what is not set says so. @param reader the admin who reads */
export function siteFacts(hub: Asked, reader: Pick<User, 'id' | 'nickname' | 'email'>): SiteFact[] {
  const { site, locale, t } = hub
  const { admins, distribution } = site
  const since = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(site.created_at))
  const list = new Intl.ListFormat(locale, { type: 'unit' }).format(site.keywords)
  const person = (id: string): string => (id === reader.id ? t('site.admin.you', { name: reader.nickname || reader.email }) : id)
  const facts: Record<string, (string | null)[]> = {
    title: [site.title],
    origin: [publicOrigin(hub)],
    admins: admins.map(person),
    description: [site.description],
    keywords: [list],
    favicon: [site.favicon],
    logo: [site.logo],
    accent: [site.accent],
    login: [t(`site.login.${loginFlow(site, null)}`)],
    forcedInviter: [distribution.force_inviter_id],
    defaultInviter: [distribution.default_inviter_id],
    since: [since]
  }
  return Object.entries(facts).map(([name, values]) => ({
    name: t(`site.fact.${name}`),
    values: values.map(value => value || t('site.unset'))
  }))
}

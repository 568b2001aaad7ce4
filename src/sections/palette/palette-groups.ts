import { Code, Gift, KeyRound, Plus, Scale, ServerCog, Store, Ticket, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { HubRequest } from '#client/hub.ts'
import type { PaletteEntry, PaletteGroup } from '#client/palette.ts'
import { planAddress } from '#client/plan-text.ts'
import type { Application } from '#contract/application.ts'
import { localizePath, splitPath } from '#i18n/locale.ts'
import { GROUP_ICONS } from '#sections/frame/group-icons.ts'
import { newChatAddress, frameGroups } from '#sections/frame/groups.ts'
import { docsLink, profileLinks, userMenuLinks } from '#sections/frame/person-links.ts'
import { invitationTabs } from '#sections/shared/invitation-tabs.ts'
import { operatorTabs } from '#sections/shared/operator-tabs.ts'
import { planName } from '#sections/shared/plan-text.ts'
import { siteLinks } from '#sections/shared/site-links.ts'
import { docsLinks } from '#sections/shared/topics.ts'
import { iconLines } from '#ui/icon-lines.ts'

type Link = { title: string; href: string; icon?: LucideIcon; line?: string }

/**
 * Lists the pages that a user may open, from the declarations of the rail, the menus and the tabs.
 * @param plans the user's plans, each with a page of API keys
 */
export function paletteGroups(hub: HubRequest, plans: readonly Application[]): PaletteGroup[] {
  const { topics, services, operate } = docsLinks(hub)
  const docs = hub.t('docs.nav.title')
  const groups: PaletteGroup[] = [
    { title: hub.t('common.palette.actions'), entries: entriesOf(actionLinks(hub)) },
    ...frameGroups(hub).map(({ id, title, items }) => ({
      title,
      icon: iconLines(GROUP_ICONS[id]),
      entries: entriesOf(items)
    })),
    { title: hub.t('common.frame.you'), entries: entriesOf(accountLinks(hub, plans)) },
    {
      title: docs,
      icon: iconLines(Code),
      quiet: true,
      entries: entriesOf(
        [...topics, ...services, ...operate].map(link => ({ ...link, line: docs }))
      )
    },
    ...adminGroups(hub)
  ]
  return withoutRepeats(groups)
}

function actionLinks(hub: HubRequest): Link[] {
  const { t, locale } = hub
  const href = newChatAddress(hub)
  return [
    ...(href === null ? [] : [{ icon: Plus, title: t('chat.keys.new'), href }]),
    { icon: Scale, title: t('compare.title'), href: localizePath('/compare', locale) }
  ]
}

function accountLinks(hub: HubRequest, plans: readonly Application[]): Link[] {
  const { t, locale, session } = hub
  if (session === null) return [docsLink(hub)]
  const invitations = t('distribution.title')
  return [
    ...profileLinks(hub),
    ...userMenuLinks(hub),
    {
      icon: Wallet,
      title: t('application.extra.title'),
      href: localizePath('/console/extra', locale)
    },
    { icon: Ticket, title: t('order.redeem.link'), href: localizePath('/console/redeem', locale) },
    ...plans.map(plan => ({
      icon: KeyRound,
      title: t('credential.title'),
      href: planAddress(hub, plan.id, 'credentials'),
      line: planName(hub, plan)
    })),
    ...invitationTabs(hub).map(tab => ({ ...tab, icon: Gift, line: invitations })),
    docsLink(hub)
  ]
}

/** The pages of a site's admins and of operators. */
function adminGroups(hub: HubRequest): PaletteGroup[] {
  const { site, session, t } = hub
  if (session === null) return []
  const { id, is_operator: isOperator } = session.user
  const groups: PaletteGroup[] = []
  if (site.admins.includes(id))
    groups.push({
      title: t('site.title'),
      icon: iconLines(Store),
      quiet: true,
      entries: entriesOf(siteLinks(hub, isOperator))
    })
  if (isOperator)
    groups.push({
      title: t('operator.title'),
      icon: iconLines(ServerCog),
      quiet: true,
      entries: entriesOf(operatorTabs(hub).map(tab => ({ ...tab, line: t('operator.title') })))
    })
  return groups
}

function entriesOf(links: readonly Link[]): PaletteEntry[] {
  return links.map(({ title, href, icon, line }) => ({
    id: splitPath(href).path,
    title,
    href,
    line,
    words: line,
    icon: icon && iconLines(icon)
  }))
}

/**
 * Leaves out pages that an earlier group has already. Actions do not count, because an action may
 * lead to a page that is also listed below.
 */
function withoutRepeats([actions, ...groups]: PaletteGroup[]): PaletteGroup[] {
  const seen = new Set<string>()
  const others = groups.map(group => ({
    ...group,
    entries: group.entries.filter(({ id }) => !seen.has(id) && seen.add(id))
  }))
  const first = actions?.entries.map(entry => ({ ...entry, id: `action ${entry.id}` })) ?? []
  return [...(actions ? [{ ...actions, entries: first }] : []), ...others].filter(
    ({ entries }) => entries.length > 0
  )
}

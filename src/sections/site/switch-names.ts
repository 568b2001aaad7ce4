import { chat, CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { HubRequest } from '#client/hub.ts'
import { isOptionalGroup } from '#core/chat.ts'
import { siteTools } from '#sections/shared/site-tools.ts'
import { SWITCH_DEFAULTS } from '#core/switches.ts'

/** A switch of a site: its target, and whether it is on by default. */
type Switch = { id: string; name: string; text?: string; usual: boolean }

/** Switches of the page that are not services. */
const AROUND = ['support', 'guest', 'own_keys', 'moderation', 'explore', 'explore_review'] as const

/** Lists everything that a site can switch, in groups. */
export function siteSwitches({
  t,
  site
}: Pick<HubRequest, 't' | 'site'>): { title: string; switches: Switch[] }[] {
  const tools = (['image', 'video', 'audio'] as const).map(medium => ({
    title: t(`common.group.${medium}`),
    switches: siteTools(site)
      .filter(service => service.medium === medium)
      .map(({ id }) => ({
        id,
        name: t(`${id}.title`),
        usual: true
      }))
  }))
  // A further group that no provider serves does not appear on the site, so it has no switch.
  const groups = CHAT_GROUPS.filter(
    ({ id }) => !isOptionalGroup(id) || !site.switched_off.includes(id)
  ).map(({ id, title }) => ({ id, name: title, usual: true }))
  const around = AROUND.map(id => ({
    id,
    usual: SWITCH_DEFAULTS[id],
    name: t(`site.switch.${id}`),
    text: t(`site.switch.${id}.text`)
  }))
  return [
    {
      title: t('common.group.chat'),
      switches: [{ id: chat.id, name: t('site.switch.chat'), usual: true }, ...groups]
    },
    ...tools.filter(({ switches }) => switches.length > 0),
    { title: t('site.switch.around'), switches: around }
  ]
}

/**
 * Tells whether a switch is on.
 * @param features of the site
 */
export function isSwitchedOn(
  features: Readonly<Record<string, unknown>>,
  { id, usual }: Pick<Switch, 'id' | 'usual'>
): boolean {
  const feature = Object.hasOwn(features, id) ? features[id] : null
  const enabled: unknown =
    typeof feature === 'object' && feature !== null ? Reflect.get(feature, 'enabled') : undefined
  return typeof enabled === 'boolean' ? enabled : usual
}

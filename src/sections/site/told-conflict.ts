import type { HubRequest } from '#client/hub.ts'
import type { SiteAdminInfo } from '#contract/site.ts'
import { formatPercent } from '#core/format-span.ts'
import type { Issue } from '#core/problem.ts'
import { isLocale, LANGUAGE_NAMES } from '#i18n/locale.ts'

/**
 * A field that somebody else changed too: its path and its name, its current value and who set it,
 * and the user's own input.
 */
type Conflict = {
  field: string
  name: string
  theirs: string
  mine: string
  by: string
  at: string | null
}

type Words = Pick<HubRequest, 't' | 'locale'>
type Facts = { site: object; mine: object; desk: SiteAdminInfo }

/** @param issues of a refused change */
export function editConflicts(
  hub: Words,
  issues: readonly Issue[],
  { site, mine, desk }: Facts
): Conflict[] {
  const fields = issues
    .filter(({ code, field }) => code === 'outdated' && field !== 'version')
    .map(({ field }) => field)
  return fields.map(field => {
    const edit = desk.edits.find(each => field === each.field || field.startsWith(`${each.field}.`))
    const by = desk.people.find(person => person.id === edit?.user_id)
    const words = (from: object): string => told(hub, field, valueAt(from, field))
    return {
      field,
      name: fieldName(hub.t, field),
      theirs: words(site),
      mine: words(mine),
      by: by?.nickname || by?.email || hub.t('site.somebody'),
      at: edit?.at ?? null
    }
  })
}

const NAMED = (
  'title description keywords page_title favicon logo accent admins login dated locales terms_url privacy_url chats results logs margin default_inviter_id ' +
  'force_inviter_id address url qr'
).split(' ')

/**
 * Returns the name of a field on the page.
 * @param field for example `distribution.force_inviter_id`
 */
function fieldName(t: HubRequest['t'], field: string): string {
  const last = field.split('.').at(-1) ?? ''
  if (last === 'theme') return t('site.card.theme')
  if (NAMED.includes(last)) return t(`site.field.${last}`)
  const [first, feature = ''] = field.split('.')
  if (first === 'texts')
    return t('common.words.pair', {
      name: t('site.card.texts'),
      value: isLocale(feature) ? LANGUAGE_NAMES[feature] : feature
    })
  const around = ['support', 'guest', 'own_keys', 'moderation', 'chat'].includes(feature)
  return around ? t(`site.switch.${feature}`) : feature || field
}

function told({ t, locale }: Words, field: string, value: unknown): string {
  if (Array.isArray(value))
    return (
      value
        .map(each => (isLocale(String(each)) ? LANGUAGE_NAMES[each as 'en'] : String(each)))
        .join(' · ') || t('site.unset')
    )
  if (typeof value === 'boolean') return t(value ? 'site.on' : 'site.off')
  if (typeof value === 'object' && value !== null)
    return t(Reflect.get(value, 'enabled') === false ? 'site.off' : 'site.on')
  if (field === 'login') return t(`site.login.${String(value)}`)
  if (field === 'theme') return t(`common.theme.${String(value)}`)
  if (field === 'margin' && typeof value === 'number') return formatPercent(value * 100, locale)
  return value == null || value === '' ? t('site.unset') : String(value)
}

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined
  }, from)
}

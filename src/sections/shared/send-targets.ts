import type { HubRequest } from '#client/hub.ts'
import { findFileField, type SendableKind } from '#core/send-to.ts'
import { isServiceOffered } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { siteTools } from '#sections/shared/site-tools.ts'
import { verbsOf } from '#stores/tool-form.ts'

type Asked = Pick<HubRequest, 'site' | 'locale' | 't'>

/** A tool that takes a file, and the address of its form with the file in it. */
type SendTarget = { name: string; line: string; href: string }

/** Lists the tools of a site that take a file of this kind, by their declarations. */
export function sendTargets(
  { site, locale, t }: Asked,
  kind: SendableKind,
  file: string
): SendTarget[] {
  return siteTools(site)
    .filter(({ id }) => isServiceOffered(site, id))
    .flatMap(({ id, actions = {} }) => {
      const action = actions[verbsOf({ id, actions })[0] ?? '']
      const field = action === undefined ? null : findFileField(action, kind)
      if (field === null) return []
      const href = `${localizePath(`/${id}`, locale)}?${new URLSearchParams({ [field]: file })}`
      return [{ name: t(`${id}.title`), line: t(`${id}.line`), href }]
    })
}

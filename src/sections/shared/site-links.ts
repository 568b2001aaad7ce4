import { Compass, Images, KeyRound, Server, Sparkles } from 'lucide-react'
import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'

/** Returns the links from a site's settings to related pages, for an admin of the site. */
export function siteLinks({ t, locale }: Pick<HubRequest, 't' | 'locale'>, isOperator: boolean) {
  const links = [
    ['/welcome', Sparkles, t('site.welcome.again')],
    ['/site/featured', Images, t('site.featured.title')],
    ['/site/explore', Compass, t('site.explore.title')],
    ...(isOperator
      ? ([
          ['/site/keys', KeyRound, t('site.keys.title')],
          ['/operator', Server, t('operator.title')]
        ] as const)
      : [])
  ] as const
  return links.map(([path, icon, title]) => ({ href: localizePath(path, locale), icon, title }))
}

import { GROUND } from '#core/accent.ts'
import { toHex, toLinear } from '#core/colour.ts'
import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { iconAddress, type IconName } from '#sections/discovery/icons.ts'
import { frameGroups } from '#sections/frame/groups.ts'

type Asked = Pick<HubRequest, 'locale' | 'dir' | 'theme' | 'path' | 'site' | 't'>

/** Most letters of a name below an icon, beyond which systems cut it where they like. */
const SHORT = 12

const ICONS: readonly { name: IconName; size: number; purpose: 'any' | 'maskable' }[] = [
  { name: '192', size: 192, purpose: 'any' },
  { name: '512', size: 512, purpose: 'any' },
  { name: 'maskable-512', size: 512, purpose: 'maskable' }
]

/** A site as an app that can be installed: its name, look and icons, in the language of the page that it is installed from. */
export function manifestOf({ locale, dir, theme, path, site, t }: Asked): object {
  // A manifest has one ground for both themes: the usual one is dark.
  const ground = toHex(toLinear(GROUND[theme ?? 'dark']))
  return {
    // The same in all languages: who installs it again in another one has it once.
    id: '/',
    name: site.title,
    short_name: shortName(site.title),
    ...(site.description !== '' && { description: site.description }),
    lang: locale,
    dir,
    start_url: localizePath('/', locale),
    scope: '/',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    icons: ICONS.map(({ name, size, purpose }) => ({
      src: iconAddress(site, name),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose
    })),
    shortcuts: frameGroups({ locale, path, site, t }).flatMap(({ title, items: [first] }) =>
      first === undefined ? [] : [{ name: title, description: first.title, url: first.href }]
    )
  }
}

/** Where the page that is shown is installed from. */
export function manifestAddress({ locale, theme }: Pick<HubRequest, 'locale' | 'theme'>): string {
  return localizePath('/manifest.webmanifest', locale) + (theme === 'light' ? '?theme=light' : '')
}

/** As many whole words as fit below an icon, none of them a mere sign at the end; of one long word all of it. */
function shortName(title: string): string {
  const words = title.split(' ')
  const fits = (count: number): boolean => words.slice(0, count).join(' ').length <= SHORT
  let count = 1
  while (count < words.length && fits(count + 1)) count++
  while (count > 1 && !/[\p{L}\p{N}]/u.test(words[count - 1] ?? '')) count--
  return words.slice(0, count).join(' ')
}

import { PAGE_BACKGROUND } from '#core/accent.ts'
import { toHex, oklchToLinear } from '#core/colour.ts'
import type { HubRequest } from '#client/hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { iconAddress, type IconName } from '#sections/discovery/icons.ts'
import { frameGroups } from '#sections/frame/groups.ts'

type Asked = Pick<HubRequest, 'locale' | 'dir' | 'theme' | 'path' | 'site' | 't'>

/** Most letters of the name below an icon. Systems cut longer names anywhere. */
const SHORT = 12

const ICONS: readonly { name: IconName; size: number; purpose: 'any' | 'maskable' }[] = [
  { name: '192', size: 192, purpose: 'any' },
  { name: '512', size: 512, purpose: 'any' },
  { name: 'maskable-512', size: 512, purpose: 'maskable' }
]

/**
 * Builds the web app manifest of a site: name, look and icons, in the language of the page that it
 * is installed from.
 */
export function buildManifest({ locale, dir, theme, path, site, t }: Asked): object {
  // A manifest has only one background colour for both themes. The default is dark.
  const ground = toHex(oklchToLinear(PAGE_BACKGROUND[theme ?? 'dark']))
  return {
    // The same id in all languages, so that installing in another language does not add a second
    // app.
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

/** Returns the address of the manifest for the current page. */
export function manifestAddress({ locale, theme }: Pick<HubRequest, 'locale' | 'theme'>): string {
  return localizePath('/manifest.webmanifest', locale) + (theme === 'light' ? '?theme=light' : '')
}

/**
 * Returns as many whole words as fit below an icon, without a trailing symbol. A single long word
 * stays whole.
 */
function shortName(title: string): string {
  const words = title.split(' ')
  const fits = (count: number): boolean => words.slice(0, count).join(' ').length <= SHORT
  let count = 1
  while (count < words.length && fits(count + 1)) count++
  while (count > 1 && !/[\p{L}\p{N}]/u.test(words[count - 1] ?? '')) count--
  return words.slice(0, count).join(' ')
}

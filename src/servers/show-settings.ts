import type { ShownSetting, ShownSettings } from '#contract/setting.ts'
import { SETTINGS, type Setting } from '#contract/settings-table.ts'

/** The settings file in use, and the sources of settings that are not from the environment. */
export type SettingOrigins = {
  file: string | null
  sources: ReadonlyMap<string, ShownSetting['source']>
}

/** Replaces every secret part of a value, whatever its length. */
const MASK = '•••'

/** Options of addresses that hold no secret. */
const OPEN_OPTIONS = new Set(['region', 'tls', 'sslmode'])

/**
 * Lists all settings with their sources, and masks what is secret.
 * @param environment the values that the configuration was read from
 */
export function showSettings(
  environment: Readonly<Record<string, string | undefined>>,
  { file, sources }: SettingOrigins
): ShownSettings {
  const items = SETTINGS.map((setting): ShownSetting => {
    const { name, group, secret, fallback } = setting
    const value = environment[name]?.trim() || null
    const source = value === null ? 'default' : (sources.get(name) ?? 'environment')
    const shown = value === null ? fallback : maskValue(setting, value)
    return { name, group, source, secret: secret === 'whole', value: shown }
  })
  return { file, items }
}

function maskValue({ secret }: Setting, value: string): string | null {
  if (secret === 'whole') return null
  const addresses = value.split(',').map(each => each.trim())
  if (addresses.every(each => each.includes('://') && URL.canParse(each)))
    return addresses.map(each => maskAddress(each, secret)).join(',')
  return secret === 'part' && value.includes(':') ? MASK : value
}

/**
 * Masks the password of an address, a user name without one, which may be a token, and its options.
 * The path of an address on the web may hold a key, too.
 */
function maskAddress(address: string, secret: Setting['secret']): string {
  const url = new URL(address)
  const { protocol, host, username, password } = url
  const user = password !== '' ? `${username}:${MASK}@` : username !== '' ? `${MASK}@` : ''
  const isKey = secret === 'part' && protocol.startsWith('http')
  const path =
    url.pathname === '/' && !address.endsWith('/')
      ? ''
      : isKey && url.pathname !== '/'
        ? `/${MASK}`
        : url.pathname
  const options = [...url.searchParams].map(
    ([name, value]) => `${name}=${OPEN_OPTIONS.has(name) ? value : MASK}`
  )
  const query = options.length === 0 ? '' : `?${options.join('&')}`
  return `${protocol}//${user}${host}${path}${query}`
}

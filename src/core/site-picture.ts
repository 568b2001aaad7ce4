import { recordAt } from '#core/json.ts'

type Kind = 'logo' | 'favicon' | 'wechat'
type Fields = { logo?: string; favicon?: string; features?: Record<string, unknown> }

/**
 * Builds the site update that replaces an image of the site.
 * @param address URL of the new image; empty removes it
 * @param base URL of the replaced image as the sender saw it; null for any
 */
export function sitePictureChange(
  site: { features: Readonly<Record<string, unknown>> },
  kind: Kind,
  address: string,
  base: string | null
): Fields & { base?: Fields } {
  if (kind !== 'wechat')
    return { [kind]: address, ...(base !== null && { base: { [kind]: base } }) }
  const support = recordAt(site.features, 'support')
  const wechat = recordAt(support, 'wechat')
  const withCode = (qr: string): Fields => ({
    features: { support: { ...support, wechat: { ...wechat, qr } } }
  })
  const seen = base ?? (typeof wechat['qr'] === 'string' ? wechat['qr'] : '')
  return { ...withCode(address), base: withCode(seen) }
}

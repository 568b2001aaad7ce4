import type { VendorAccount } from '#catalog/chat/provider.server.ts'
import { CHAT_VENDORS, type ChatVendorName } from '#core/chat-vendors.ts'
import { MEDIA_VENDORS, type MediaVendorName } from '#core/vendor-names.ts'
import { CHAT_ADDRESSES } from '#servers/config-chat.ts'
import { MEDIA_ADDRESSES, type VendorConfig } from '#servers/config-providers.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import { createKeptRests } from '#servers/lib/kept-rests.ts'
import { createKeyCooldowns, type KeyCooldowns } from '#servers/lib/key-rests.ts'
import { KNOWN_FOR } from '#servers/lib/known-for.ts'

/** The vendor keys of this deployment: from the environment, and those that operators entered. */
export type VendorKeys = {
  /** The keys of a vendor, the environment's first, as last loaded. */
  of(vendor: string): readonly VendorAccount[]
  /** Returns the vendors with a key, as last loaded. */
  vendors(): string[]
  /** Keys that were refused recently. */
  rests: KeyCooldowns
  /** Reloads the keys when the cache has expired; every call does this. */
  refresh(): Promise<void>
  /** Reloads the keys immediately, after a change. */
  reload(): Promise<void>
}

type Needs = Pick<BaseContext, 'config' | 'database' | 'clock' | 'secrets' | 'log'>

type Held = Pick<VendorKeys, 'of' | 'vendors'>

/** Reads only the keys of the environment. */
export function environmentKeys({
  providers,
  mediaVendors
}: Pick<BaseContext['config'], 'providers' | 'mediaVendors'>): Held {
  const given: Readonly<Record<string, VendorConfig | undefined>> = {
    ...providers,
    ...mediaVendors
  }
  return {
    of(vendor) {
      const { baseURL = '', apiKeys = [] } = Object.hasOwn(given, vendor)
        ? (given[vendor] ?? {})
        : {}
      return apiKeys.map(apiKey => ({ baseURL, apiKey }))
    },
    vendors: () => Object.keys(given)
  }
}

export function createVendorKeys({ config, database, clock, secrets, log }: Needs): VendorKeys {
  const given = environmentKeys(config)
  const shared = createKeptRests({ database, clock, secrets, log })
  const rests = createKeyCooldowns(clock, shared)
  let kept: Readonly<Record<string, readonly VendorAccount[]>> = {}
  let until = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  let [begun, seen] = [0, 0]

  async function look(): Promise<void> {
    const turn = ++begun
    const rows = await database.db
      .selectFrom('provider_key')
      .select(['id', 'vendor', 'base_url', 'box'])
      .orderBy('created_at')
      .execute()
    const resting = await shared.read()
    // A load that began later has already stored newer data.
    if (turn < seen) return
    seen = turn
    const accounts = rows.flatMap(({ id, vendor, base_url, box }) => {
      try {
        return [
          {
            vendor,
            baseURL: base_url || (defaultVendorAddress(config, vendor) ?? ''),
            apiKey: secrets.open(box)
          }
        ]
      } catch (error) {
        log.warn({ err: error, vendor, kept: id }, 'a kept key cannot be opened')
        return []
      }
    })
    const found: Record<string, VendorAccount[]> = {}
    for (const { vendor, ...account } of accounts) (found[vendor] ??= []).push(account)
    kept = found
    rests.learn(resting)
    until = clock.now() + KNOWN_FOR
  }

  return {
    of: vendor => [
      ...given.of(vendor),
      ...(Object.hasOwn(kept, vendor) ? (kept[vendor] ?? []) : [])
    ],
    vendors: () => [...new Set([...given.vendors(), ...Object.keys(kept)])],
    rests,
    async refresh() {
      if (until > clock.now()) return
      // Concurrent calls share one load.
      looking ??= look().finally(() => (looking = null))
      await looking
    },
    reload: look
  }
}

/**
 * Returns the address that a vendor's keys have by default: that of its keys in the environment, or
 * else the vendor's own.
 */
export function defaultVendorAddress(
  { providers, mediaVendors }: Pick<BaseContext['config'], 'providers' | 'mediaVendors'>,
  vendor: string
): string | null {
  const chat = CHAT_VENDORS.find((name): name is ChatVendorName => name === vendor)
  if (chat !== undefined) return providers[chat]?.baseURL ?? CHAT_ADDRESSES[chat]
  const media = MEDIA_VENDORS.find((name): name is MediaVendorName => name === vendor)
  return media === undefined ? null : (mediaVendors[media]?.baseURL ?? MEDIA_ADDRESSES[media])
}

import { findService } from '#catalog/index.ts'
import {
  declarationOf,
  isOwnServiceId,
  type OwnDefinition,
  type OwnService
} from '#core/own-service.ts'
import type { Service } from '#core/service.ts'
import type { Base } from '#servers/lib/base.ts'

/** Milliseconds for which services are cached, since another process may have changed them. */
const KNOWN_FOR = 3000

/** An own service as it is stored. `version` counts its changes. */
export type KeptService = {
  own: OwnService
  /** The service in the form of a catalogue entry. */
  service: Service
  /** The API key of its own server; empty for none. */
  apiKey: string
  enabled: boolean
  version: number
  createdAt: number
  updatedAt: number
}

type Needs = Pick<Base, 'database' | 'clock' | 'secrets' | 'log'>

/** The own services of this deployment, offered or not. */
export type OwnServices = {
  /** Lists all, the newest last. */
  all(): Promise<readonly KeptService[]>
  /** Finds one by its id or its fixed id. */
  find(name: string): Promise<KeptService | undefined>
  /** Clears the cache after a change. */
  forget(): void
}

export function createOwnServices({ database, clock, secrets, log }: Needs): OwnServices {
  let known: { kept: Promise<readonly KeptService[]>; until: number } | null = null

  /**
   * Decrypts a key. If no secret fits, the key counts as missing, so that the other services keep
   * working.
   */
  function opened(id: string, box: string): string {
    try {
      return secrets.open(box)
    } catch (error) {
      log.warn({ err: error, service: id }, 'the key of an own service cannot be opened')
      return ''
    }
  }

  async function read(): Promise<KeptService[]> {
    const rows = await database.db
      .selectFrom('own_service')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(row => {
      const definition = JSON.parse(row.definition) as OwnDefinition
      const own = { ...definition, id: row.id, serviceId: row.service_id }
      return {
        own,
        service: declarationOf(own),
        apiKey: row.box === null ? '' : opened(row.id, row.box),
        enabled: row.enabled === 1,
        version: row.version,
        createdAt: row.created_at,
        updatedAt: row.updated_at
      }
    })
  }

  function all(): Promise<readonly KeptService[]> {
    if (known !== null && known.until > clock.now()) return known.kept
    const kept = read()
    const fresh = { kept, until: clock.now() + KNOWN_FOR }
    known = fresh
    // A read that failed must not be remembered.
    kept.catch(() => {
      if (known === fresh) known = null
    })
    return kept
  }

  return {
    all,
    find: async name => (await all()).find(({ own }) => own.id === name || own.serviceId === name),
    forget: () => {
      known = null
    }
  }
}

/**
 * Finds a service of the catalogue, or an operator's service that is switched on.
 * @param name its id or its permanent id
 */
export async function serviceNamed(
  { ownServices }: { ownServices: OwnServices },
  name: string
): Promise<Service | undefined> {
  const fixed = findService(name)
  if (fixed !== undefined) return fixed
  const kept = await ownServices.find(name)
  return kept?.enabled === true ? kept.service : undefined
}

/**
 * Finds an operator's service by its path, also if it is switched off, since users may still read
 * and delete its results.
 */
export async function ownServiceAt(
  { ownServices }: { ownServices: OwnServices },
  path: string
): Promise<KeptService | undefined> {
  return isOwnServiceId(path) ? ownServices.find(path) : undefined
}

import { findService } from '#catalog/index.ts'
import {
  declareOwnService,
  isOwnServiceId,
  type OwnServiceSpec,
  type OwnService
} from '#core/own-service.ts'
import type { Service } from '#core/service.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import { createKnown } from '#servers/lib/known-for.ts'

/** An own service as it is stored. `version` counts its changes. */
export type StoredService = {
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

type Needs = Pick<BaseContext, 'database' | 'clock' | 'secrets' | 'log'>

/** The own services of this deployment, offered or not. */
export type OwnServices = {
  /** Lists all, the newest last. */
  all(): Promise<readonly StoredService[]>
  /** Finds one by its id or its fixed id. */
  find(name: string): Promise<StoredService | undefined>
  /** Clears the cache after a change. */
  forget(): void
}

export function createOwnServices({ database, clock, secrets, log }: Needs): OwnServices {
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

  async function read(): Promise<StoredService[]> {
    const rows = await database.db
      .selectFrom('own_service')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(row => {
      const definition = JSON.parse(row.definition) as OwnServiceSpec
      const own = { ...definition, id: row.id, serviceId: row.service_id }
      return {
        own,
        service: declareOwnService(own),
        apiKey: row.box === null ? '' : opened(row.id, row.box),
        enabled: row.enabled === 1,
        version: row.version,
        createdAt: row.created_at,
        updatedAt: row.updated_at
      }
    })
  }

  const known = createKnown<readonly StoredService[]>(clock, read)
  return {
    all: known.get,
    find: async name =>
      (await known.get()).find(({ own }) => own.id === name || own.serviceId === name),
    forget: known.forget
  }
}

/** Lists the operator's services that are switched on. */
export async function listOfferedOwnServices({
  ownServices
}: {
  ownServices: OwnServices
}): Promise<OwnService[]> {
  return (await ownServices.all()).flatMap(({ enabled, own }) => (enabled ? [own] : []))
}

/**
 * Finds a service of the catalogue, or an operator's service that is switched on.
 * @param name its id or its permanent id
 */
export async function findServiceByName(
  { ownServices }: { ownServices: OwnServices },
  name: string
): Promise<Service | undefined> {
  const fixed = findService(name)
  if (fixed !== undefined) return fixed
  const kept = await ownServices.find(name)
  return kept?.enabled === true ? kept.service : undefined
}

/** Finds a service of the catalogue, or an operator's service, also one that is switched off. */
export type ToolFinder = (id: string) => Service | undefined

/** Loads the services of this deployment, to find those of many results. */
export async function loadToolFinder({
  ownServices
}: {
  ownServices: OwnServices
}): Promise<ToolFinder> {
  const own = new Map((await ownServices.all()).map(({ service }) => [service.id, service]))
  return id => findService(id) ?? own.get(id)
}

/**
 * Finds an operator's service by its path, also if it is switched off, since users may still read
 * and delete its results.
 */
export async function findOwnServiceByPath(
  { ownServices }: { ownServices: OwnServices },
  path: string
): Promise<StoredService | undefined> {
  return isOwnServiceId(path) ? ownServices.find(path) : undefined
}

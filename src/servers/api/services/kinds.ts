import type { Substitute } from '#catalog/midjourney/substitute.server.ts'
import type { Clock } from '#core/clock.ts'
import type { FieldValues } from '#core/condition.ts'
import { fieldNames, type Fields } from '#core/field.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import { countOutputs, priceOf } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'
import type { MediaWorkers } from '#media/media-workers.ts'
import { createSandboxMedia, type SandboxAction, type SandboxService } from '#sandbox/media.ts'
import type { SandboxWorkers } from '#sandbox/workers.ts'
import type { InputReader } from '#servers/api/services/inputs.ts'
import type { AddressConverter } from '#servers/api/services/readable.ts'
import { substituteVendor } from '#servers/api/services/substitute.ts'
import {
  chosenVendor,
  knowsAction,
  servesAction,
  vendorProvider,
  ownServiceVendors,
  type Vendor
} from '#servers/api/services/vendors.ts'
import type { OutputSource } from '#servers/api/tasks/earlier.ts'
import type { TaskKind, TaskKinds, TaskProvider } from '#servers/api/tasks/kind.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import type { OwnServices } from '#servers/lib/own-services.ts'

type Options = {
  services: readonly Service[]
  /** The sandbox's implementations, by service. */
  sandboxes: Readonly<Record<string, SandboxService>>
  /** Worker processes for the outputs of vendors, and those of the sandbox. */
  workers: MediaWorkers
  sandboxWorkers: SandboxWorkers
  /** Reads files that callers name. */
  inputs: InputReader
  /** Reads outputs of vendors. */
  results: Pick<InputReader, 'read'>
  fetch: Fetch
  /** Vendors for calls paid with real credits, the best first. */
  vendors?: readonly Vendor[]
  /** Vendors that replace a service that no other vendor does. */
  substitute?: Substitute | null
  readable: AddressConverter
  /**
   * Services that operators created from schemas, and the fetch for their own servers, which must
   * be public. Without it there are no such services.
   */
  own?: { services: OwnServices; clock: Clock; fetch: Fetch }
}

/**
 * Builds the catalogue for the task engine. The sandbox does everything that sandbox credits pay
 * for, vendors do the rest.
 */
export function createTaskKinds(options: Options): TaskKinds {
  const { services, workers, results, vendors: real = [], substitute = null } = options
  const made: Made = { providers: new Map(), kinds: new Map() }
  const provider = (name: string): TaskProvider | null => made.providers.get(name) ?? null
  const needs = { services, vendors: real, workers, inputs: results, provider }
  const vendors = substitute === null ? real : [...real, substituteVendor({ ...needs, substitute })]
  for (const service of services) {
    addSandbox(made, options, service)
    addVendors(made, options, service, vendors)
  }
  /** Tells whether a vendor with a key does the action now. Keys may be added and removed. */
  const isServed = (id: string, verb: string): boolean => {
    const service = services.find(each => each.id === id)
    return service !== undefined && vendors.some(vendor => servesAction(vendor, service, verb))
  }
  const own = createOwnKinds(options, real)
  return {
    load: own.load,
    find: (service, action, fund) =>
      isOwnServiceId(service)
        ? own.find(service, action, fund)
        : fund === 'real' && !isServed(service, action)
          ? null
          : (made.kinds.get(`${fund}/${service}/${action}`) ?? null),
    provider: name => own.provider(name) ?? provider(name)
  }
}

/**
 * Builds the kinds of the services that operators created, each at its first use and after a
 * change.
 */
function createOwnKinds(options: Options, real: readonly Vendor[]): TaskKinds {
  const known = new Map<string, { mark: string; vendors: readonly Vendor[]; made: Made }>()
  return {
    async load(id) {
      if (!isOwnServiceId(id)) return
      const kept = await options.own?.services.find(id)
      if (kept === undefined || options.own === undefined) return void known.delete(id)
      // The mark also contains the permanent id, since a new service may have the id of a deleted
      // one.
      const mark = `${kept.own.serviceId} ${kept.version}`
      if (known.get(id)?.mark === mark) return
      const vendors = ownServiceVendors(real, kept, options.own.clock)
      const { fetch } = kept.own.source === 'openapi' ? options.own : options
      const made: Made = { providers: new Map(), kinds: new Map() }
      addVendors(made, { ...options, fetch }, kept.service, vendors)
      known.set(id, { mark, vendors, made })
    },
    find(id, action, fund) {
      const { vendors = [], made } = known.get(id) ?? {}
      const isServed = vendors.some(({ keys }) => !keys.isEmpty())
      return fund === 'real' && isServed ? (made?.kinds.get(`real/${id}/${action}`) ?? null) : null
    },
    provider: name => known.get(name.split('/')[1] ?? '')?.made.providers.get(name) ?? null
  }
}

type Made = { providers: Map<string, TaskProvider>; kinds: Map<string, TaskKind> }

/** Adds the actions of a service that the sandbox can do. */
function addSandbox({ providers, kinds }: Made, options: Options, service: Service): void {
  const { services, sandboxes, sandboxWorkers, inputs, fetch } = options
  const sandbox = sandboxes[service.id]
  if (sandbox === undefined) return
  const { actions = {} } = service
  const provider = `sandbox/${service.id}`
  const media = createSandboxMedia({
    service: sandbox,
    workers: sandboxWorkers,
    read: (address, signal, { action, values }) =>
      inputs.read(address, signal, bytesOf(actions[action]?.fields ?? {}, values, address)),
    patience: action => (actions[action]?.deadline ?? 0) * 1000
  })
  providers.set(provider, { media, upstream: { fetch, baseURL: '', apiKey: '' } })
  for (const verb of Object.keys(actions).filter(each => Object.hasOwn(sandbox, each)))
    kinds.set(`${provider}/${verb}`, {
      ...kindOf(services, service, verb),
      ...mostOf(sandbox[verb]),
      fund: 'sandbox',
      provider: () => provider
    })
}

/** Adds the actions of a service that some vendor can do. */
function addVendors(
  { providers, kinds }: Made,
  { services, fetch, readable }: Options,
  service: Service,
  vendors: readonly Vendor[]
): void {
  for (const vendor of vendors) {
    const name = `${vendor.name}/${service.id}`
    providers.set(name, vendorProvider(vendor, service, { fetch, readable }))
  }
  for (const verb of Object.keys(service.actions ?? {})) {
    if (!vendors.some(vendor => knowsAction(vendor, service, verb))) continue
    kinds.set(`real/${service.id}/${verb}`, {
      ...kindOf(services, service, verb),
      fund: 'real',
      provider: values => chosenVendor(vendors, service, verb, values)
    })
  }
}

function kindOf(
  services: readonly Service[],
  service: Service,
  verb: string
): Omit<TaskKind, 'provider' | 'fund'> {
  const action = service.actions?.[verb]
  if (action === undefined) throw new RangeError(`${service.id} has no ${verb}`)
  return {
    service: service.id,
    action: verb,
    deadline: action.deadline * 1000,
    price: values => priceOf(action.price, values),
    outputs: values => countOutputs(action.outputs, values),
    envelope: action.envelope,
    names: outputNameFields(services, service, action),
    sources: Object.fromEntries(
      fieldNames(action.fields, 'id').map(field => [
        field,
        outputSources(services, service, likeOf(action.fields, field))
      ])
    )
  }
}

/** Maximum bytes of an earlier result that is read again. No output is larger. */
const OWN = 100 * 1024 * 1024

/** Maximum bytes of a file whose address is in a prompt. */
const IN_WORDS = 10_000_000

/** The maximum of the field that holds an address. */
function bytesOf(fields: Fields, values: FieldValues, address: string): number {
  const field = Object.entries(fields).find(([name]) =>
    [values[name] ?? []].flat().includes(address)
  )?.[1]
  if (field?.type === 'file') return field.bytes
  return address.startsWith('/') ? OWN : IN_WORDS
}

function mostOf(sandbox: SandboxAction | undefined): Pick<TaskKind, 'most'> {
  return sandbox?.most === undefined ? {} : { most: sandbox.most }
}

function likeOf(fields: Fields, name: string): string {
  const field = fields[name]
  return (field?.type === 'id' ? field.like : undefined) ?? name
}

/** Returns the output values by which follow-ups refer to earlier results. */
export function outputNameFields(
  services: readonly Service[],
  service: Service,
  { followUps = [] }: Pick<Action, 'followUps'>
): string[] {
  const names = followUps.flatMap(followUp => {
    const target = services.find(({ id }) => id === (followUp.service ?? service.id))?.actions?.[
      followUp.action
    ]
    const named = Object.entries(followUp.set).filter(
      ([field]) => target?.fields[field]?.type === 'id'
    )
    return named.flatMap(([, value]) =>
      typeof value === 'string' && value.startsWith('$') ? [value.slice(1)] : []
    )
  })
  return [...new Set(names)]
}

/**
 * Returns all output values that some follow-up puts into a field of this name. Callers may put the
 * same values there themselves.
 */
export function outputSources(
  services: readonly Service[],
  target: Service,
  field: string
): OutputSource[] {
  return services.flatMap(service =>
    Object.entries(service.actions ?? {}).flatMap(([action, { followUps = [] }]) =>
      followUps.flatMap(followUp => {
        const value = followUp.set[field]
        const leadsHere =
          (followUp.service ?? service.id) === target.id &&
          typeof value === 'string' &&
          value.startsWith('$')
        return leadsHere ? [{ service: service.id, action, value: value.slice(1) }] : []
      })
    )
  )
}

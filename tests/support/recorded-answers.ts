import { createHash } from 'node:crypto'
import { SERVICES } from '#catalog/index.ts'
import { SANDBOX_SERVICES } from '#catalog/sandboxes.server.ts'
import { exampleRequest } from '#core/example.ts'
import { isRecord, type Json } from '#core/json.ts'
import type { Action, Service } from '#core/service.ts'
import type { SandboxAction, SandboxContext } from '#sandbox/media.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { openMediaWorld, type MediaWorld } from './media-world.ts'
import { BASE } from './studio.ts'

/** Answers of the sandbox by `service/verb`, as `src/catalog/answers.json` stores them. */
export type Answers = Record<string, Record<string, Json>>

/**
 * Sends each action's example from the documentation to the sandbox.
 * @param options.quick generates tiny videos, and songs of one second; the answers differ only in
 * lengths and sizes
 * @param options.only the actions to record, as `service/verb`; by default all of them
 */
export async function recordAnswers({
  quick = false,
  only
}: { quick?: boolean; only?: readonly string[] } = {}): Promise<Answers> {
  const world = await openMediaWorld(
    {},
    quick ? mapped(SANDBOX_SERVICES, service => mapped(service, quicker)) : {}
  )
  const all = SERVICES.flatMap(service =>
    Object.entries(service.actions ?? {}).map(([verb, action]) => ({ service, verb, action }))
  )
  // Running every action once costs more credits than a test user has.
  await credit(world.studio.context.database.db, 'order', {
    applicationId: world.ada.application.id,
    fund: 'sandbox',
    reference: 'test-answers',
    amount: 900_000_000,
    now: 0
  })
  const calls = all.filter(({ service, verb }) => only?.includes(`${service.id}/${verb}`) !== false)
  try {
    const recorded = await Promise.all(
      calls.map(
        async call => [`${call.service.id}/${call.verb}`, await recordOne(world, call)] as const
      )
    )
    return Object.fromEntries(recorded)
  } finally {
    await world.close()
  }
}

function mapped<T>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => T
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

function quicker(action: SandboxAction): SandboxAction {
  const small = (kind: string, order: unknown): unknown => {
    if (kind === 'clip')
      return { ...(order as object), width: 64, height: 64, seconds: 0.4, fps: 5 }
    if (kind === 'songVideo') return { ...(order as object), fps: 1 }
    return kind === 'song' ? { ...(order as object), seconds: 1 } : order
  }
  const make: SandboxAction['make'] = (order, studio) => {
    // The fields of the work depend on its kind, which the type of `run` cannot express here.
    const run = (kind: string, asked: unknown): unknown =>
      studio.run(kind as never, small(kind, asked) as never)
    return action.make(order, { ...studio, run: run as SandboxContext['run'] })
  }
  return { ...action, seconds: 0.1, make }
}

type Call = { service: Service; verb: string; action: Action }

async function recordOne(
  world: MediaWorld,
  { service, verb, action }: Call
): Promise<Record<string, Json>> {
  const body = exampleRequest(action, BASE)
  for (const name of Object.keys(body))
    if (action.fields[name]?.type === 'id')
      body[name] = await earlierResult(world, service, verb, name)
  const answer = await world.post(`/${service.path}/${verb}`, body)
  const told = (await answer.json()) as Record<string, Json>
  if (!answer.ok) throw new Error(`${service.id}/${verb}: ${JSON.stringify(told)}`)
  return lasting(told)
}

/**
 * Runs the earlier action whose result a follow-up puts into this field.
 * @returns the value for the field
 */
async function earlierResult(
  world: MediaWorld,
  service: Service,
  verb: string,
  field: string
): Promise<Json> {
  for (const [from, action] of Object.entries(service.actions ?? {}))
    for (const { action: to, set } of action.followUps ?? []) {
      const output = /^\$(\w+)$/.exec(to === verb ? String(set[field]) : '')?.[1]
      if (output === undefined) continue
      const made = await world.result(`/${service.path}/${from}`, exampleRequest(action, BASE))
      return ([made.data ?? made].flat()[0] as Record<string, Json>)[output] ?? ''
    }
  throw new Error(`nothing makes ${field} for ${service.id}/${verb}`)
}

/** Fields that differ in each call; the documentation invents their values. */
const MOMENTS = new Set(['started_at', 'finished_at', 'elapsed'])

/**
 * Replaces values that are new in every answer (ids, file addresses, times) by fixed ones. Equal
 * values stay equal.
 */
function lasting(answer: Record<string, Json>): Record<string, Json> {
  const names = new Map<string, string>()
  const stable = (text: string, make: (index: number) => string): string => {
    const known = names.get(text) ?? make(names.size)
    names.set(text, known)
    return known
  }
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)]))
    if (typeof value !== 'string') return value
    return value
      .replaceAll(/(?<=\/files\/)[\w-]{43}/g, id =>
        stable(id, index => digest(index).toString('base64url'))
      )
      .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, id => stable(id, uuid))
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-22T09:00:00.000Z')
      .replaceAll(BASE, '{api}')
  }
  const rest = Object.entries(answer).filter(([name]) => !MOMENTS.has(name))
  return walk(Object.fromEntries(rest)) as Record<string, Json>
}

function digest(index: number): Buffer {
  return createHash('sha256').update(`example ${index}`).digest()
}

function uuid(index: number): string {
  const hex = digest(index).toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32)
  ].join('-')
}

/** Fields with a fixed set of values, which clients rely on. Tests compare their exact values. */
const WORDS = new Set([
  'state',
  'status',
  'success',
  'model',
  'mode',
  'quality',
  'resolution',
  'aspect_ratio',
  'motion',
  'template'
])

/**
 * Reduces an answer to the parts that are the same for any image: names, types, and values from a
 * fixed set.
 */
export function shapeOf(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map(each => shapeOf(each, name))
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each, key)]))
  if (WORDS.has(name)) return value
  return typeof value === 'string' && value.startsWith('{api}/') ? 'address' : typeof value
}

import { createHash } from 'node:crypto'
import { SERVICES } from '#catalog/index.ts'
import { SANDBOXES } from '#catalog/sandboxes.server.ts'
import { exampleRequest } from '#core/example.ts'
import { isRecord, type Json } from '#core/json.ts'
import type { Action, Service } from '#core/service.ts'
import type { SandboxAction, SandboxStudio } from '#providers/sandbox.ts'
import { openMediaWorld, type MediaWorld } from './media-world.ts'
import { BASE } from './studio.ts'

/** Answers of the sandbox by `service/verb`, as `src/catalog/answers.json` keeps them. */
export type Answers = Record<string, Record<string, Json>>

/**
 * Asks every action of the catalogue for its example, as the documentation prints it.
 * @param quick makes tiny films and songs of a second: all that is said of them stays, but for lengths and sizes
 */
export async function recordAnswers(quick = false): Promise<Answers> {
  const world = await openMediaWorld({}, quick ? mapped(SANDBOXES, service => mapped(service, quicker)) : {})
  const calls = SERVICES.flatMap(service => Object.entries(service.actions ?? {}).map(([verb, action]) => ({ service, verb, action })))
  try {
    const recorded = await Promise.all(calls.map(async call => [`${call.service.id}/${call.verb}`, await recordOne(world, call)] as const))
    return Object.fromEntries(recorded)
  } finally {
    await world.close()
  }
}

function mapped<T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

function quicker(action: SandboxAction): SandboxAction {
  const small = (kind: string, order: unknown): unknown => {
    if (kind === 'clip') return { ...(order as object), width: 64, height: 64, seconds: 0.4, fps: 5 }
    return kind === 'song' ? { ...(order as object), seconds: 1 } : order
  }
  const make: SandboxAction['make'] = (order, studio) => {
    // The kind of an order tells its fields, which a union cannot say.
    const run = (kind: string, asked: unknown): unknown => studio.run(kind as never, small(kind, asked) as never)
    return action.make(order, { ...studio, run: run as SandboxStudio['run'] })
  }
  return { ...action, seconds: 0.1, make }
}

type Call = { service: Service; verb: string; action: Action }

async function recordOne(world: MediaWorld, { service, verb, action }: Call): Promise<Record<string, Json>> {
  const body = exampleRequest(action, BASE)
  for (const name of Object.keys(body)) if (action.fields[name]?.type === 'id') body[name] = await earlierResult(world, service, verb, name)
  const answer = await world.post(`/${service.path}/${verb}`, body)
  const told = (await answer.json()) as Record<string, Json>
  if (!answer.ok) throw new Error(`${service.id}/${verb}: ${JSON.stringify(told)}`)
  return lasting(told)
}

/** The value that a follow-up of the service's own results puts into this field. */
async function earlierResult(world: MediaWorld, service: Service, verb: string, field: string): Promise<Json> {
  for (const [from, action] of Object.entries(service.actions ?? {}))
    for (const { action: to, set } of action.followUps ?? []) {
      const output = /^\$(\w+)$/.exec(to === verb ? String(set[field]) : '')?.[1]
      if (output === undefined) continue
      const made = await world.result(`/${service.path}/${from}`, exampleRequest(action, BASE))
      return ([made.data ?? made].flat()[0] as Record<string, Json>)[output] ?? ''
    }
  throw new Error(`nothing makes ${field} for ${service.id}/${verb}`)
}

/** Left out: they differ with each call, and the documentation makes them up. */
const MOMENTS = new Set(['started_at', 'finished_at', 'elapsed'])

/** Replaces values that are new in every answer by fixed ones: ids, addresses of files, moments. Equal ones stay equal. */
export function lasting(answer: Record<string, Json>): Record<string, Json> {
  const names = new Map<string, string>()
  const stable = (text: string, make: (index: number) => string): string => {
    const known = names.get(text) ?? make(names.size)
    names.set(text, known)
    return known
  }
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)]))
    if (typeof value !== 'string') return value
    return value
      .replaceAll(/(?<=\/files\/)[\w-]{43}/g, id => stable(id, index => digest(index).toString('base64url')))
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
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** Words of which each service has its own, and clients go by: they are compared to the letter. */
const WORDS = new Set(['state', 'status', 'success', 'model', 'mode', 'quality', 'resolution', 'aspect_ratio', 'motion', 'template'])

/** The parts of an answer that are the same for any picture: names, types, and words that clients go by. */
export function shapeOf(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map(each => shapeOf(each, name))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each, key)]))
  if (WORDS.has(name)) return value
  return typeof value === 'string' && value.startsWith('{api}/') ? 'address' : typeof value
}

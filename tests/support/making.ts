import { expect } from 'vitest'
import { followUpValues } from '#core/output.ts'
import { priceOf } from '#core/price.ts'
import type { Action, FollowUp } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { readVideoSize } from '#media/film-size.ts'
import type { MediaWorld, Result } from './media-world.ts'

/** Timeout in milliseconds for tests that generate real images and videos. */
export const PATIENCE = { timeout: 120_000 }

/** Matches the address of a file of our own storage. */
export const FILE = expect.stringMatching(
  /^http:\/\/127\.0\.0\.1:4321\/files\/[\w-]{43}\/[\w-]+\.\w+$/
)

/** Runs an action to its end, and checks that it costs the displayed price. */
export async function make(
  world: MediaWorld,
  path: string,
  action: Action,
  body: Record<string, unknown>
): Promise<Result> {
  const before = await world.left()
  const { values } = checkValues(action.fields, action.limits ?? [], body)
  const result = await world.result(path, body)
  expect(result).toMatchObject({
    success: true,
    task_id: expect.any(String),
    trace_id: expect.any(String),
    state: expect.any(String)
  })
  expect(Math.round((before - (await world.left())) * 1e6)).toBe(priceOf(action.price, values))
  return result
}

/** Downloads a file and checks its content type. */
export async function bytesAt(world: MediaWorld, address: unknown, type: string): Promise<Buffer> {
  const answer = await world.studio.call(String(address))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  return Buffer.from(await answer.arrayBuffer())
}

/**
 * Reads the size in pixels and the whole seconds of a video. Its size in bytes depends on the seed.
 */
export async function filmAt(
  world: MediaWorld,
  address: unknown
): Promise<[width: number, height: number, seconds: number]> {
  const { width, height, duration } = await readVideoSize(
    await bytesAt(world, address, 'video/mp4')
  )
  return [width, height, Math.round(duration)]
}

/** Returns the form values that a follow-up fills in for one output. */
export function followed(
  { followUps = [] }: Action,
  id: string,
  output: Record<string, unknown> = {}
): Record<string, unknown> {
  const followUp: FollowUp | undefined = followUps.find(each => each.id === id)
  if (followUp === undefined) throw new Error(`no follow-up ${id}`)
  return followUpValues(followUp, output, {})
}

/**
 * Sends a request that must be refused without a charge.
 * @returns the issues as `field code`
 */
export async function refused(
  world: MediaWorld,
  path: string,
  body: Record<string, unknown>
): Promise<string[]> {
  const before = await world.left()
  const answer = await world.post(path, body)
  expect(answer.status).toBe(400)
  expect(await world.left()).toBe(before)
  const { error } = (await answer.json()) as Result
  return (error?.issues ?? []).map(({ field, code }) => `${field} ${code}`)
}

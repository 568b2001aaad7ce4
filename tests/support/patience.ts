import { vi } from 'vitest'

/**
 * How long tests wait for what should happen soon, in milliseconds. Vitest's default of one second
 * is too short on a busy machine.
 */
const PATIENCE = 10_000

type Options = Parameters<typeof vi.waitFor>[1]

/** Adds the patience to options that name no time of their own. */
const patient = (options: Options = {}): Options =>
  typeof options === 'number' ? options : { timeout: PATIENCE, ...options }

const { waitFor, waitUntil } = vi
vi.waitFor = (check, options) => waitFor(check, patient(options))
vi.waitUntil = (check, options) => waitUntil(check, patient(options))

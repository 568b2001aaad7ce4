import { afterAll, beforeAll, beforeEach } from 'vitest'
import { upload } from './files.ts'
import { silence } from './sound.ts'
import { PICTURE } from './vendor-files.ts'
import { openVendorWorld, type VendorWorld } from './vendor-world.ts'
import type { VendorCall, VendorServer } from './vendor-server.ts'

/** A studio with one fake vendor, and an image and a sound that the user uploaded. */
export type OneVendor = { world: VendorWorld; picture: string; sound: string }

/** Opens a studio with one fake vendor for the tests of one block. */
export function openOneVendor(
  start: () => Promise<VendorServer>,
  environment: (url: string) => Record<string, string>
): OneVendor {
  const all = {} as OneVendor
  beforeAll(async () => {
    const vendor = await start()
    all.world = await openVendorWorld(vendor, environment(vendor.url))
    const { studio, ada } = all.world
    all.picture = (await upload(studio, ada, PICTURE)).file_url
    all.sound = (await upload(studio, ada, Uint8Array.from(silence(2)))).file_url
  })
  afterAll(() => all.world.close())
  beforeEach(() => void (all.world.vendor.calls.length = 0))
  return all
}

/** Returns the requests that the vendor got, without those that poll. */
export const callsOf = ({ world }: OneVendor): VendorCall[] =>
  world.vendor.calls.filter(({ method }) => method === 'POST')

/** Reads the vendor's cost for a task in micro-dollars, and the source of that cost. */
export const costOf = async (
  { world }: OneVendor,
  { task_id }: { task_id: string }
): Promise<unknown> =>
  world.studio.context.database.db
    .selectFrom('run')
    .select(['cost', 'cost_by'])
    .where('id', '=', task_id)
    .executeTakeFirst()

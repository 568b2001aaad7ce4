import { driftSchema } from '#contract/drift.ts'
import { checkDrift } from '#servers/drift/check-drift.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { listDrift } from '#servers/platform/drift/list.ts'

const DRIFT = '/api/v1/operation/drift'

/** Milliseconds between two checks, so that impatient operators do not hammer the vendors. */
const PAUSE = 60_000

const driftRoute = platformRoute({
  method: 'get',
  path: DRIFT,
  summary: 'List differences from the model lists of vendors (operators)',
  who: 'operator',
  answer: driftSchema,
  handle: ({ context }) => listDrift(context)
})

const checkRoute = platformRoute({
  method: 'post',
  path: DRIFT,
  summary: 'Compare with the model lists now, at most once a minute (operators)',
  who: 'operator',
  answer: driftSchema,
  async handle({ context }) {
    await checkDrift(context, PAUSE)
    return listDrift(context)
  }
})

/** Routes for what changed at vendors. A new price is accepted by a change of the chat model. */
export const driftRoutes: readonly AnyRoute[] = [driftRoute, checkRoute]

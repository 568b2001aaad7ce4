import { z } from '@hono/zod-openapi'
import { MAX_FILES_BODY } from '#core/call-limits.ts'
import { OWN_SERVICE_VERB } from '#core/own-service.ts'
import { Problem } from '#core/problem.ts'
import { apiRoute } from '#servers/api/context.ts'
import { performCall, taskResultSchema } from '#servers/api/services/routes.ts'
import { findOwnServiceByPath } from '#servers/lib/own-services.ts'

/** One route for all services that operators made from schemas, since they come and go. */
export const ownServiceRoute = apiRoute({
  method: 'post',
  path: `/{service}/${OWN_SERVICE_VERB}`,
  summary: 'Run a custom service; /openapi.json lists its fields',
  who: 'credential',
  guests: true,
  once: 'run',
  limit: 'spend',
  largest: MAX_FILES_BODY,
  params: z.object({ service: z.string().max(32) }),
  body: z.record(z.string(), z.unknown()),
  answer: taskResultSchema,
  also: ['application/x-ndjson'],
  example: { prompt: 'A lighthouse in the evening', async: true },
  handle: async call => {
    const { service: path } = call.input.params
    const kept = await findOwnServiceByPath(call.context, path)
    const action = kept?.service.actions?.[OWN_SERVICE_VERB]
    if (kept?.enabled !== true || action === undefined)
      throw new Problem('no_api', { detail: `there is no service "${path}"` })
    const offer = { service: kept.service, verb: OWN_SERVICE_VERB, action }
    return performCall({ ...call, input: { ...call.input, params: undefined } }, offer)
  }
})

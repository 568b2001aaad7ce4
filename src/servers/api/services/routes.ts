import { z } from '@hono/zod-openapi'
import { MAX_FILES_BODY } from '#core/call-limits.ts'
import { fieldNames } from '#core/field.ts'
import { exampleAnswer } from '#catalog/answers.ts'
import { EXAMPLE_API, EXAMPLE_HUB, exampleRequest } from '#core/example.ts'
import { toJsonSchema } from '#core/json-schema.ts'
import type { Action, Service } from '#core/service.ts'
import { apiRoute } from '#servers/api/context.ts'
import { acceptedAnswer, finalAnswer, progressAnswer } from '#servers/api/services/answers.ts'
import { beginTask, type ServiceAction, type ServiceCall } from '#servers/api/services/begin.ts'
import { CALL_OPTION_FIELDS } from '#servers/api/services/manner.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

/** The fields of every answer of a service. The rest differs by service. */
export const taskResultSchema = z
  .looseObject({
    success: z.literal(true),
    task_id: z.string(),
    trace_id: z.string(),
    warnings: z.array(z.string()).optional()
  })
  .openapi('TaskResult')

/** Returns a route for each action of each service, from its declaration. */
export function serviceRoutes(services: readonly Service[]): readonly AnyRoute[] {
  return services.flatMap(service =>
    Object.entries(service.actions ?? {}).map(([verb, action]) =>
      serviceRoute({ service, verb, action })
    )
  )
}

function serviceRoute(offer: ServiceAction): AnyRoute {
  const { service, verb, action } = offer
  const answered = exampleAnswer(service, verb, EXAMPLE_API)
  const route = apiRoute({
    method: 'post',
    path: `/${service.path}/${verb}`,
    summary: `${service.id}: generate ${verb}; waits for the result, streams NDJSON, or responds at once`,
    who: 'credential',
    guests: true,
    once: 'run',
    limit: 'spend',
    ...(fieldNames(action.fields, 'file').length > 0 && { largest: MAX_FILES_BODY }),
    body: bodyOf(action),
    answer: taskResultSchema,
    also: ['application/x-ndjson'],
    example: { ...exampleRequest(action, EXAMPLE_HUB), async: true },
    ...(answered !== null && { answerExample: answered }),
    handle: call => performCall(call, offer)
  })
  return route
}

/** Begins the task of a call, and answers as the caller wants. */
export async function performCall(call: ServiceCall, offer: ServiceAction): Promise<unknown> {
  const { context, request, signal, url, locale } = call
  const begun = await beginTask(call, offer)
  if (begun.atOnce) return acceptedAnswer(begun)
  const waiting = { context, begun, url, locale, signal }
  const accept = request.headers.get('accept') ?? '*/*'
  return accept.includes('application/x-ndjson') ? progressAnswer(waiting) : finalAnswer(waiting)
}

/**
 * Accepts any object, since the declaration of the action checks it. The schema only describes the
 * fields.
 */
function bodyOf({ fields }: Action): z.ZodType<Record<string, unknown>> {
  const { type: _, ...described } = toJsonSchema(fields, CALL_OPTION_FIELDS)
  return z.record(z.string(), z.unknown()).openapi({ type: 'object', ...described })
}

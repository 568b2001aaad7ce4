import { fieldNames } from '#core/field.ts'
import type { Action, Service } from '#core/service.ts'
import { Problem } from '#core/problem.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { keepInline } from '#servers/api/services/inline.ts'
import { readManner, type Manner } from '#servers/api/services/manner.ts'
import { readCall, type Read } from '#servers/api/services/reading.ts'
import type { TaskKind } from '#servers/api/tasks/kind.ts'
import { paysFor, type CredentialCaller } from '#servers/lib/credential.ts'
import { findBefore, takeKey, type OnceKey } from '#servers/lib/idempotency.ts'
import { checkPrompt, type Prompts } from '#servers/lib/moderation.ts'
import type { Call } from '#servers/lib/route.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { checkFileStorage } from '#servers/lib/storage.ts'
import { checkOffered, originOfCall, sitesOfCall } from '#servers/lib/site-terms.ts'

export type ServiceCall = Call<
  ApiContext,
  'credential',
  { params: undefined; query: undefined; body: Record<string, unknown> }
>

/** One action of one service, as a route has it. */
export type Offer = { service: Service; verb: string; action: Action }

export type Begun = { taskId: string; traceId: string; warnings: string[]; atOnce: boolean }

/**
 * Checks a call, then in one transaction holds its money and makes its task; with the key of an earlier call it is that
 * one's task.
 * @throws Problem; nothing is kept or charged then
 */
export async function beginTask(call: ServiceCall, offer: Offer): Promise<Begun> {
  const { context, credential, request, url, userId, input, once } = call
  const { body } = input
  const { service, verb, action } = offer
  const manner = readManner(body, context.tasks.mayCall)
  checkCaller(credential, service, manner)
  const origin = await originOfCall(context, { request, url })
  const sites = await sitesOfCall(context, call)
  checkOffered(await context.terms.offer(sites), service.id)
  const before = once && (await taskBefore(context, once))
  if (before) return { ...before, warnings: [], atOnce: manner.atOnce }
  const found = context.kinds.find(service.id, verb, currentFund(context, url))
  if (found === null)
    throw new Problem('api_not_implemented', {
      detail: `nothing serves ${service.id} ${verb} here`
    })
  // Paid results are kept in any case: who has no room for them is told before anything is held.
  await checkFileStorage(context, userId, 1)
  const kind = { ...found, deadline: Math.min(found.deadline, manner.patience) }
  const whole = await keepInline(context, { userId, url, fields: action.fields }, body)
  const read = await readCall(context, { userId, kind, action, body: whole, manner })
  await checkPrompt(context, sites, () => ({ texts: wordsOf(action, read) }))
  const made = await makeTask(call, { kind, read, manner, origin, sites })
  if (made === null) return beginTask(call, offer)
  context.log.info({ run: made.taskId, service: service.id, trace: call.traceId }, 'task begun')
  return { ...made, warnings: read.warnings, atOnce: manner.atOnce }
}

/** What was written in the fields that take any words. */
function wordsOf({ fields }: Action, { values }: Read): Prompts {
  const texts = fieldNames(fields, 'text').map(
    name => [name, [values[name] ?? []].flat().join('\n')] as const
  )
  return Object.fromEntries(texts)
}

type Making = { kind: TaskKind; read: Read; manner: Manner; origin: string; sites: string[] }

/** Null when somebody asked for this very task with this very key a moment before. */
async function makeTask(
  call: ServiceCall,
  { kind, read, manner, origin, sites }: Making
): Promise<{ taskId: string; traceId: string } | null> {
  const { context, credential, once, userId } = call
  const traceId = manner.traceId ?? call.traceId
  const question = {
    caller: credential,
    kind,
    provider: read.provider,
    values: read.values,
    origin,
    sites,
    traceId,
    callbackUrl: manner.callbackUrl
  }
  const made = await context.database
    .transaction(async tx => {
      const { taskId } = await context.tasks.submit(tx, question)
      if (once !== null && !(await takeKey(tx, once, context.clock.now(), { run_id: taskId })))
        throw new AskedBefore()
      return { taskId, traceId }
    })
    .catch((error: unknown) => {
      if (error instanceof AskedBefore) return null
      throw error
    })
  if (made !== null) context.tasks.begun(userId)
  return made
}

class AskedBefore extends Error {}

async function taskBefore(
  { database }: ApiContext,
  once: OnceKey
): Promise<{ taskId: string; traceId: string } | null> {
  const before = await findBefore(database.db, once)
  if (before === null) return null
  const kept = database.db
    .selectFrom('run')
    .where('id', '=', before.runId)
    .where('deleted_at', 'is', null)
  const run = await kept.select(['id', 'trace_id']).executeTakeFirst()
  if (run === undefined) throw new Problem('not_found', { detail: 'the task of this key is gone' })
  return { taskId: run.id, traceId: run.trace_id }
}

/** A credential may spend its own application's money, and an individual one on its own service only. */
function checkCaller(caller: CredentialCaller, service: Service, manner: Manner): void {
  const foreign =
    manner.applicationId !== undefined && manner.applicationId !== caller.applicationId
  if (foreign || !paysFor(caller, service))
    throw new Problem('token_mismatched', {
      detail: 'this credential belongs to another application'
    })
}

import { randomUUID } from 'node:crypto'
import type { FieldValues } from '#core/condition.ts'
import { fieldNames } from '#core/field.ts'
import type { Action, Service } from '#core/service.ts'
import { creditsToMicro, microToCredits } from '#core/money.ts'
import { priceOf } from '#core/price.ts'
import { Problem } from '#core/problem.ts'
import { applyToolTerms } from '#core/tool-terms.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { allowGuestRun, checkGuestBody, checkGuestRun } from '#servers/api/guests/try.ts'
import { storeInlineFiles } from '#servers/api/services/inline.ts'
import { parseCallOptions, type ServiceCallOptions } from '#servers/api/services/manner.ts'
import { checkCall, type CheckedCall } from '#servers/api/services/reading.ts'
import type { TaskKind } from '#servers/api/tasks/kind.ts'
import { paysFor, type CredentialCaller } from '#servers/lib/credential.ts'
import type { IdempotencyKey } from '#servers/lib/idempotency.ts'
import { checkPrompt, type PromptTexts } from '#servers/lib/moderation.ts'
import type { RouteCall } from '#servers/lib/route.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { checkFileStorage } from '#servers/lib/storage.ts'
import { checkOffered, findCallOrigin, findCallSites } from '#servers/lib/site-terms.ts'
import { startRunOnce, findStartedRun } from '#servers/runs/begin.ts'

export type ServiceCall = RouteCall<
  ApiContext,
  'credential',
  { params: undefined; query: undefined; body: Record<string, unknown> }
>

/** An action of a service, as a route has it. */
export type ServiceAction = { service: Service; verb: string; action: Action }

export type StartedTask = { taskId: string; traceId: string; warnings: string[]; atOnce: boolean }

/**
 * Checks a call. Then, in one transaction, it sets the credits aside and creates the task. A call
 * with the idempotency key of an earlier call gets the task of that call.
 * @throws Problem; nothing is stored or charged then
 */
export async function beginTask(call: ServiceCall, declared: ServiceAction): Promise<StartedTask> {
  const { context, credential, request, url, userId, input, once } = call
  const { body } = input
  const offer = await withToolTerms(context, declared)
  const { service, verb, action } = offer
  const manner = parseCallOptions(body, address => context.tasks.mayCall(address))
  checkCaller(credential, service, manner)
  const origin = await findCallOrigin(context, { request, url })
  const sites = await findCallSites(context, call)
  checkOffered(await context.terms.offer(sites), service.id)
  const before = await taskBefore(context, once)
  if (before) return { ...before, warnings: [], atOnce: manner.atOnce }
  checkGuestBody(credential, action, body)
  await context.kinds.load(service.id)
  const found = context.kinds.find(service.id, verb, currentFund(context, url))
  if (found === null)
    throw new Problem('api_not_implemented', {
      detail: `no provider serves ${service.id} ${verb} here`
    })
  // Paid results are always kept, so a user without room is refused before credits are held.
  await checkFileStorage(context, userId, 1)
  const kind = {
    ...found,
    deadline: Math.min(found.deadline, manner.patience),
    // Operators may have set other prices than those of the declaration.
    ...(action.price !== declared.action.price && {
      price: (values: FieldValues) => priceOf(action.price, values)
    })
  }
  const whole = await storeInlineFiles(context, { userId, url, fields: action.fields }, body)
  const read = await checkCall(context, { userId, kind, action, body: whole, manner })
  checkGuestRun(credential, offer, read.values)
  // A guest's run costs them nothing.
  if (!credential.guest) checkMaxPrice(manner, kind.price(read.values))
  await checkPrompt(context, sites, () => ({ texts: wordsOf(action, read) }))
  const made = await makeTask(call, { kind, read, manner, origin, sites })
  if (made === null) return beginTask(call, declared)
  context.log.info({ run: made.taskId, service: service.id, trace: call.traceId }, 'task begun')
  return { ...made, warnings: read.warnings, atOnce: manner.atOnce }
}

/** Takes out the models that operators retired, and sets their prices. */
async function withToolTerms(
  context: ApiContext,
  { service: declared, verb, action }: ServiceAction
): Promise<ServiceAction> {
  const terms = await context.terms.tools()
  const { actions } = applyToolTerms({ id: declared.id, actions: { [verb]: action } }, terms)
  const service = applyToolTerms(declared, terms)
  return { service, verb, action: actions[verb] ?? action }
}

/** Returns the words in all fields that take free text. */
function wordsOf({ fields }: Action, { values }: CheckedCall): PromptTexts {
  const texts = fieldNames(fields, 'text').map(
    name => [name, [values[name] ?? []].flat().join('\n')] as const
  )
  return Object.fromEntries(texts)
}

type Making = {
  kind: TaskKind
  read: CheckedCall
  manner: ServiceCallOptions
  origin: string
  sites: string[]
}

/** @returns null when another call with the same key has just created the task */
async function makeTask(
  call: ServiceCall,
  { kind, read, manner, origin, sites }: Making
): Promise<{ taskId: string; traceId: string } | null> {
  const { context, credential, once, userId } = call
  const traceId = manner.traceId ?? call.traceId
  const id = randomUUID()
  const question = {
    id,
    caller: credential,
    kind,
    provider: read.provider,
    values: read.values,
    origin,
    sites,
    traceId,
    traceParent: context.tracer?.current() ?? null,
    callbackUrl: manner.callbackUrl
  }
  const now = context.clock.now()
  const tried = { id, caller: credential, fund: kind.fund, price: kind.price(read.values), now }
  const made = await startRunOnce(context, once, { id, now, caller: credential }, async tx => {
    await allowGuestRun(context.database, tx, tried)
    return context.tasks.submit(tx, question)
  })
  if (made === null) return null
  context.tasks.begun(userId)
  return { taskId: made.taskId, traceId }
}

/**
 * Finds the task of an earlier call with the same key.
 * @throws Problem `not_found` when it was deleted
 */
async function taskBefore(
  { database }: ApiContext,
  once: IdempotencyKey | null
): Promise<{ taskId: string; traceId: string } | null> {
  const run = await findStartedRun(database.db, once)
  if (run === undefined)
    throw new Problem('not_found', { detail: 'the task of this idempotency key was deleted' })
  return run && { taskId: run.id, traceId: run.trace_id }
}

/** @throws Problem `bad_request` for a price in micro-credits above the one that the caller accepts */
function checkMaxPrice({ maxPrice }: ServiceCallOptions, micro: number): void {
  if (micro <= creditsToMicro(maxPrice)) return
  const price = microToCredits(micro)
  throw new Problem('bad_request', {
    detail: `max_price: this costs ${price} credits`,
    issues: [{ field: 'max_price', code: 'price_changed', price }]
  })
}

/**
 * Checks that the key may pay: it spends credits of its own plan only, and a key of one service
 * only on that service.
 */
function checkCaller(caller: CredentialCaller, service: Service, manner: ServiceCallOptions): void {
  const foreign =
    manner.applicationId !== undefined && manner.applicationId !== caller.applicationId
  if (foreign || !paysFor(caller, service))
    throw new Problem('token_mismatched', {
      detail: 'this credential belongs to another application'
    })
}

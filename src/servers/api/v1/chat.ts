import { setTimeout as after } from 'node:timers/promises'
import { completionRequest, completionSchema, type CompletionRequest } from '#contract/openai.ts'
import { chat as service } from '#catalog/chat/service.ts'
import { findShelfModel } from '#catalog/chat/shelf.server.ts'
import { MAX_COMPLETION_BODY } from '#core/call-limits.ts'
import { Problem } from '#core/problem.ts'
import { problemOf, streamResponse } from '#servers/api/chat/frames.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import type { RunEvent } from '#servers/runs/event-rows.ts'
import {
  createChunkFormatter,
  collectCompletion,
  type CompletionHeader
} from '#servers/api/v1/completion.ts'
import { inlineOwnFiles } from '#servers/api/v1/own-files.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import { toStatelessQuestion } from '#servers/api/v1/question.ts'
import { paysFor } from '#servers/lib/credential.ts'
import type { RouteCall } from '#servers/lib/route.ts'
import { checkOffered, findCallOrigin, findCallSites } from '#servers/lib/site-terms.ts'

/**
 * Milliseconds for which a stream waits for its first word. A failure before it gets its own HTTP
 * status.
 */
const FIRST_WORD = 10_000

type CompletionCall = RouteCall<
  ApiContext,
  'credential',
  { params: undefined; query: undefined; body: CompletionRequest }
>

export const completionsRoute = apiRoute({
  method: 'post',
  path: '/v1/chat/completions',
  summary: 'Create a chat completion in OpenAI format; only its cost is stored',
  who: 'credential',
  fails: ['chat_error'],
  once: 'run',
  limit: 'spend',
  largest: MAX_COMPLETION_BODY,
  body: completionRequest,
  answer: completionSchema,
  also: ['text/event-stream'],
  example: { model: 'gpt-6-sol', messages: [{ role: 'user', content: 'Why is the sky blue?' }] },
  handle: call => complete(call)
})

async function complete(call: CompletionCall): Promise<unknown> {
  const { context, input, traceId, locale } = call
  const { body } = input
  const { conversationId, runId } = await ask(call)
  context.log.info({ run: runId, trace: traceId }, 'completion begun')
  const about: CompletionHeader = {
    id: `chatcmpl-${runId}`,
    created: Math.floor(context.clock.now() / 1000),
    model: await answering(context, body.model)
  }
  const leaving = new AbortController()
  const signal = AbortSignal.any([call.signal, leaving.signal])
  if (call.once === null) stopWith(call, signal, conversationId)
  const events = context.events.follow(runId, 0, signal)
  if (body.stream !== true) return (await collectCompletion(events, about)) ?? gone()

  const chunksOf = createChunkFormatter(about, {
    withUsage: body.stream_options?.include_usage === true,
    locale
  })
  const begun = await firstWord(events)
  return streamResponse(
    'text/event-stream; charset=utf-8',
    () => leaving.abort(),
    async function* () {
      for await (const { data } of begun) {
        for (const chunk of chunksOf(data)) yield `data: ${JSON.stringify(chunk)}\n\n`
        if (data.type === 'done') yield 'data: [DONE]\n\n'
      }
    }
  )
}

/** Returns the model that really answers, since a retired name leads to its successor. */
async function answering(context: ApiContext, name: string): Promise<string> {
  return findShelfModel(await readShelf(context), name)?.becomes ?? name
}

async function ask(call: CompletionCall): Promise<{ conversationId: string; runId: string }> {
  const { context, credential, input, traceId, url, locale, once } = call
  const { body } = input
  if (!paysFor(credential, service))
    throw new Problem('token_mismatched', { detail: 'this credential belongs to another service' })
  const sites = await findCallSites(context, call)
  checkOffered(await context.terms.offer(sites), service.id)
  const whole = toStatelessQuestion(body, await readShelf(context))
  const turns = await inlineOwnFiles(context, credential, body.model, whole.turns)
  return context.chat.ask({
    caller: credential,
    origin: await findCallOrigin(context, call),
    sites,
    traceId,
    test: url.origin === context.config.testHosts.api,
    locale,
    text: '',
    model: body.model,
    references: [],
    conversationId: undefined,
    preset: undefined,
    temperature: body.temperature ?? null,
    parentId: undefined,
    regenerate: undefined,
    continue: undefined,
    keep: false,
    inOne: body.stream !== true,
    once,
    whole: { ...whole, turns }
  })
}

/**
 * Stops an answer when its caller disconnects, since nobody can resume an answer that is not
 * stored. It is not used for a call with an `Idempotency-Key`, which the caller may repeat.
 */
function stopWith(
  { context, traceId }: CompletionCall,
  signal: AbortSignal,
  conversationId: string
): void {
  const stop = (): void =>
    void context.chat
      .stopConversation(conversationId)
      .catch((error: unknown) =>
        context.log.error({ err: error, trace: traceId }, 'completion could not be stopped')
      )
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
}

/**
 * Waits until an event contains a word, or the time is over, and then yields all events.
 * @throws Problem of a run that ended without a word
 */
async function firstWord(events: AsyncGenerator<RunEvent>): Promise<AsyncGenerator<RunEvent>> {
  const start = await events.next()
  if (start.done === true) gone()
  const next = events.next()
  // If this event fails later, the reader of the stream gets the failure. Here it must not count as
  // unhandled.
  next.catch(() => undefined)
  const early = await Promise.race([next, after(FIRST_WORD, null, { ref: false })])
  if (early?.done !== true && early?.value.data.type === 'error') throw problemOf(early.value.data)
  return (async function* () {
    for (const each of [start, await next]) {
      if (each.done === true) return
      yield each.value
    }
    yield* events
  })()
}

function gone(): never {
  throw new Problem('canceled', { detail: 'the answer was stopped' })
}

import type { ChatWay } from '#catalog/chat/provider.server.ts'
import { Problem } from '#core/problem.ts'
import type { ChatDelta, ChatProvider, ChatQuestion } from '#core/provider.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import type { Context } from '#servers/lib/context.ts'

export type Asking = {
  context: Pick<Context, 'fetch' | 'keys' | 'log'>
  provider: ChatProvider
  /** The accounts that may be asked; what each calls the model wins over the question's. */
  ways: readonly ChatWay[]
  /** Is it the person's own key? Then nobody else's is taken. */
  own: boolean
  question: ChatQuestion
  /** Under which the log tells whose call it is. */
  runId: string
  signal: AbortSignal
}

/**
 * Asks one account after the other until one begins to answer; those that were refused lately come last.
 * @throws Problem `busy` where waiting may help, else that of the last one; what an answer that had begun broke with
 */
export async function* streamWays({
  context,
  provider,
  ways,
  own,
  question,
  runId,
  signal
}: Asking): AsyncGenerator<ChatDelta> {
  const { rests } = context.keys
  let last: unknown = new Problem('api_error', {
    detail: 'nobody has a key for this model any more'
  })
  for (const way of rests.inTurn(ways, idOf)) {
    const { vendor, upstreamModel, baseURL, apiKey } = way
    const asked = { ...question, model: upstreamModel, ...settingsFor(way, question) }
    let begun = false
    try {
      for await (const delta of provider.stream(asked, {
        fetch: context.fetch,
        baseURL,
        apiKey,
        signal
      })) {
        begun = true
        yield delta
      }
      rests.clear(idOf(way))
      return
    } catch (error) {
      if (signal.aborted || !(error instanceof Problem)) throw error
      if (!own)
        context.log.warn({ run: runId, vendor, ...wordsFor(error) }, 'a vendor of chat failed')
      if (begun || !mayElsewhere(error)) throw error
      // What is no matter of the account, such as a server that is down, may be over soon.
      rests.rest(
        idOf(way),
        error instanceof AccountProblem ? error : { code: 'busy', retryAfter: undefined }
      )
      if (!isBusy(last)) last = own ? ofOwnKey(error, vendor) : error
    }
  }
  throw last
}

/** A caller's setting for thinking wins over the route's. */
function settingsFor(
  { settings }: ChatWay,
  question: ChatQuestion
): Pick<ChatQuestion, 'settings'> {
  if (settings === undefined || question.settings?.['reasoning_effort'] !== undefined) return {}
  return { settings: { ...settings, ...question.settings } }
}

function idOf({ baseURL, apiKey, upstreamModel }: ChatWay): string {
  return `${baseURL} ${upstreamModel} ${apiKey}`
}

/** What the operator is told. What a vendor says against a question may repeat it, which is no matter of the operator's. */
function wordsFor({ code, detail, cause }: Problem): object {
  return code === 'bad_request' ? { code } : { code, detail, err: cause }
}

/** May another account answer what this one did not? What is wrong with the question itself is wrong everywhere. */
function mayElsewhere({ code }: Problem): boolean {
  return code === 'busy' || code === 'api_error'
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Problem && thrown.code === 'busy'
}

function ofOwnKey(problem: Problem, vendor: string): Problem {
  if (!(problem instanceof AccountProblem) || problem.code === 'busy') return problem
  return new Problem('api_error', {
    detail: `${vendor} does not accept your own key, or its account is used up: replace or remove it`
  })
}

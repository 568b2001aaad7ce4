import { helpedPromptSchema, promptHelpSchema, promptOffersSchema } from '#contract/prompt-help.ts'
import { apiRoute } from '#servers/api/context.ts'
import { helpWithPrompt, listPromptOffers } from '#servers/api/prompt-help/help.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const PATH = '/aichat/prompt-help'

const offersRoute = apiRoute({
  method: 'get',
  path: PATH,
  summary: 'List what chat models can do for prompts, with the price',
  who: 'anyone',
  answer: promptOffersSchema,
  handle: call => listPromptOffers(call)
})

const helpRoute = apiRoute({
  method: 'post',
  path: PATH,
  summary: 'Improve or translate a prompt, or describe an image as a prompt',
  who: 'credential',
  fails: ['chat_error', 'not_found'],
  once: 'run',
  limit: 'spend',
  body: promptHelpSchema,
  answer: helpedPromptSchema,
  example: { task: 'improve', text: 'a fox on a hill', service: 'flux' },
  handle: call => helpWithPrompt(call)
})

/** Routes for help with prompts by chat models. */
export const promptHelpRoutes: readonly AnyRoute[] = [offersRoute, helpRoute]

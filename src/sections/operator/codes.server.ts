import type { APIContext } from 'astro'
import type { FormActions, FormProblem, FieldReader } from '#client/page-forms.server.ts'
import { readSubmittedForm } from '#client/page.server.ts'
import type { NewRedemptionCodes } from '#contract/redemption.ts'
import { handleOperatorForm } from '#sections/operator/act.server.ts'
import { parseFormNumber } from '#sections/operator/text.ts'

type Made = NewRedemptionCodes['items']

/**
 * The result of a form on the page of codes: a redirect, a problem, or new codes that are shown
 * only this once.
 */
type CodeAct = { go: Response | null; problem: FormProblem | null; made: Made | null }

/**
 * Performs the action of a form on the page of codes.
 * @param here the page's own address
 */
export async function handleCodesForm(astro: APIContext, here: string): Promise<CodeAct> {
  const file = await codesFile(astro.request)
  if (file !== null) return { go: file, problem: null, made: null }
  const shown: Made[] = []
  const actions: FormActions = {
    make: sent => ({
      method: 'POST',
      path: 'redemption-codes',
      body: codesBody(sent),
      // The page shows the codes itself, because a redirect would have to carry them.
      async next(answer) {
        shown.push(((await answer.json()) as NewRedemptionCodes).items)
        return answer
      }
    }),
    end: sent => ({ method: 'DELETE', path: `redemption-codes/${encodeURIComponent(sent('id'))}` })
  }
  const acted = await handleOperatorForm(astro, actions, here)
  const [made = null] = shown
  if (made !== null) return { go: null, problem: null, made }
  return acted instanceof Response
    ? { go: acted, problem: null, made }
    : { go: null, problem: acted, made }
}

/** Builds the request for either credits or a package. A day means its last second, in UTC. */
function codesBody(sent: FieldReader): Record<string, unknown> {
  const [amount, package_id, day] = [
    parseFormNumber(sent('amount')),
    sent('package_id'),
    sent('expires_at')
  ]
  return {
    count: parseFormNumber(sent('count')) ?? 1,
    most_uses: parseFormNumber(sent('most_uses')) ?? 1,
    label: sent('label'),
    ...(amount !== undefined && { amount }),
    ...(package_id !== '' && { package_id }),
    ...(day !== '' && { expires_at: /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T23:59:59Z` : day })
  }
}

/**
 * Returns the shown codes as a file. The page posts them back, because they are not stored
 * anywhere.
 */
async function codesFile(request: Request): Promise<Response | null> {
  if (request.method !== 'POST') return null
  const form = await readSubmittedForm(request.clone())
  const codes = form.get('codes')
  if (form.get('action') !== 'file' || typeof codes !== 'string') return null
  const lines = codes.split(/\s+/).filter(code => /^[\w-]{1,64}$/.test(code))
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="codes.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  }
  return new Response(['code', ...lines, ''].join('\r\n'), { headers })
}

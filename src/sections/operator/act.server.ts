import type { APIContext } from 'astro'
import { handlePageForm, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import { tryReadPlatform } from '#client/find.server.ts'
import { isOperatorPageHidden } from '#sections/operator/hidden.ts'

/**
 * Performs the action of a form on an operator page, like `handlePageForm`. For everybody but operators the
 * page does not exist, whatever they send to it.
 * @param here the page's own address, to which its forms post
 * @param largest the most bytes of a form; the usual limit if not given
 */
export async function handleOperatorForm(
  context: APIContext,
  actions: FormActions,
  here: string,
  largest?: number
): Promise<Response | FormProblem | null> {
  const { request, locals } = context
  if (
    request.method === 'POST' &&
    isOperatorPageHidden(await tryReadPlatform(locals.hub, 'operation/packages?limit=1'))
  )
    return new Response(null, { status: 404 })
  return handlePageForm(context, actions, here, largest)
}

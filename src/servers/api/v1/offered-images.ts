import { isServiceOffered } from '#core/switches.ts'
import { applyToolTerms } from '#core/tool-terms.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { imageModels, type ImageModel } from '#servers/api/v1/image-models.ts'
import { paysFor } from '#servers/lib/credential.ts'
import type { RouteCall } from '#servers/lib/route.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { findCallSites } from '#servers/lib/site-terms.ts'

/**
 * Lists the image models that some vendor serves, that all sites of a call offer, and that its key
 * pays for.
 */
export async function offeredImages(
  call: Omit<RouteCall<ApiContext, 'credential', unknown>, 'input'>
): Promise<ImageModel[]> {
  const { context, credential, url } = call
  const offered = await context.terms.offer(await findCallSites(context, call))
  const fund = currentFund(context, url)
  const terms = await context.terms.tools()
  return imageModels(context.services.map(each => applyToolTerms(each, terms))).filter(
    ({ service, verb }) =>
      paysFor(credential, service) &&
      isServiceOffered(offered, service.id) &&
      context.kinds.find(service.id, verb, fund) !== null
  )
}

import type { HubRequest } from '#client/hub.ts'
import type { z } from '@hono/zod-openapi'
import type { chatModelSchema } from '#contract/conversation.ts'

type DocumentedModel = z.infer<typeof chatModelSchema>

/**
 * Loads the chat models that this site offers, without retired names; null when the API does not
 * answer.
 */
export async function loadModels({
  fetch,
  locale
}: Pick<HubRequest, 'fetch' | 'locale'>): Promise<DocumentedModel[] | null> {
  const answer = await fetch('api', '/aichat/models', {
    headers: { 'accept-language': locale }
  }).catch(() => null)
  if (!answer?.ok) return null
  const { items } = (await answer.json()) as { items: DocumentedModel[] }
  return items.filter(({ becomes }) => becomes === undefined)
}

/** Returns the model for code samples: the first of the list. */
export function sampleModel(models: readonly DocumentedModel[] | null): string {
  return models?.[0]?.name ?? 'gpt-6-sol'
}

import { z } from '@hono/zod-openapi'
import {
  pushEndpointQuery,
  newPushSubscriptionSchema,
  pushKeySchema,
  pushSubscriptionSchema
} from '#contract/push.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { loadPushKeys } from '#servers/push/keys.ts'
import { subscribe, unsubscribe } from '#servers/push/subscribe.ts'

const PUSH = '/api/v1/push'

const keyRoute = platformRoute({
  method: 'get',
  path: PUSH,
  summary: 'Get the public key for push subscriptions of browsers',
  who: 'person',
  answer: pushKeySchema,
  handle: async ({ context }) => ({ key: (await loadPushKeys(context)).publicKey })
})

const subscribeRoute = platformRoute({
  method: 'post',
  path: PUSH,
  summary: 'Send push messages about your finished runs to this browser',
  who: 'person',
  once: 'answer',
  body: newPushSubscriptionSchema,
  answer: pushSubscriptionSchema,
  example: {
    endpoint: 'https://push.example.com/send/4f1c',
    keys: {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg'
    }
  },
  handle: ({ context, person, input: { body }, locale }) => subscribe(context, person, body, locale)
})

const unsubscribeRoute = platformRoute({
  method: 'delete',
  path: PUSH,
  summary: 'Stop sending push messages to a browser',
  who: 'person',
  query: pushEndpointQuery,
  answer: z.null(),
  status: 204,
  handle: async ({ context, userId, input: { query } }) => {
    await unsubscribe(context, userId, query.endpoint)
    return null
  }
})

/**
 * Routes for browsers that get a push message when a run ends while the studio is closed (Web
 * Push).
 */
export const pushRoutes: readonly AnyRoute[] = [keyRoute, subscribeRoute, unsubscribeRoute]

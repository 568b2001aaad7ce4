import { z } from '@hono/zod-openapi'
import { deviceSchema } from '#contract/device.ts'
import { listOf } from '#contract/list.ts'
import { authRoute } from '#servers/auth/context.ts'
import { listDevices, revokeDevice, revokeOtherDevices } from '#servers/people/devices.ts'
import { BY_COOKIE } from '#servers/auth/refusals.ts'
import { sameOrigin } from '#servers/auth/same-origin.ts'
import { ownSession } from '#servers/auth/sessions.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const listRoute = authRoute({
  method: 'get',
  path: '/auth/sessions',
  summary: 'List signed-in devices',
  who: 'anyone',
  fails: BY_COOKIE,
  answer: listOf(deviceSchema),
  handle: async ({ context, request, url }) => {
    sameOrigin(request, url)
    const items = await listDevices(context, await ownSession(context, request))
    return { items, count: items.length }
  }
})

const revokeRoute = authRoute({
  method: 'delete',
  path: '/auth/sessions/{id}',
  summary: 'Sign out a device',
  who: 'anyone',
  fails: BY_COOKIE,
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url, input: { params } }) => {
    sameOrigin(request, url)
    await revokeDevice(context, await ownSession(context, request), params.id)
  }
})

const revokeOthersRoute = authRoute({
  method: 'delete',
  path: '/auth/sessions',
  summary: 'Sign out all other devices',
  who: 'anyone',
  fails: BY_COOKIE,
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url }) => {
    sameOrigin(request, url)
    await revokeOtherDevices(context, await ownSession(context, request))
  }
})

/** Routes for a user's sign-ins. The user is known by the cookie of the login page. */
export const deviceRoutes: readonly AnyRoute[] = [listRoute, revokeRoute, revokeOthersRoute]

import { z } from '@hono/zod-openapi'
import { deviceSchema } from '#contract/device.ts'
import { listSchema } from '#contract/list.ts'
import { authRoute } from '#servers/auth/context.ts'
import { listDevices, revokeDevice, revokeOtherDevices } from '#servers/people/devices.ts'
import { COOKIE_ERRORS } from '#servers/auth/refusals.ts'
import { checkSameOrigin } from '#servers/auth/same-origin.ts'
import { readLoginSession } from '#servers/auth/sessions.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const listRoute = authRoute({
  method: 'get',
  path: '/auth/sessions',
  summary: 'List signed-in devices',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  answer: listSchema(deviceSchema),
  handle: async ({ context, request, url }) => {
    checkSameOrigin(request, url)
    const items = await listDevices(context, await readLoginSession(context, request))
    return { items, count: items.length }
  }
})

const revokeRoute = authRoute({
  method: 'delete',
  path: '/auth/sessions/{id}',
  summary: 'Sign out a device',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url, input: { params } }) => {
    checkSameOrigin(request, url)
    await revokeDevice(context, await readLoginSession(context, request), params.id)
  }
})

const revokeOthersRoute = authRoute({
  method: 'delete',
  path: '/auth/sessions',
  summary: 'Sign out all other devices',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url }) => {
    checkSameOrigin(request, url)
    await revokeOtherDevices(context, await readLoginSession(context, request))
  }
})

/** Routes for a user's sign-ins. The user is known by the cookie of the login page. */
export const deviceRoutes: readonly AnyRoute[] = [listRoute, revokeRoute, revokeOthersRoute]

import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from '@hono/zod-openapi'
import { redeemPhoneSignIn } from '#servers/auth/phone/phone.ts'
import type { Context } from '#servers/lib/context.ts'

/** Signs in by a secret that a phone has confirmed, with the same cookie as a password. */
export function phonePlugin(context: Pick<Context, 'database' | 'clock'>) {
  return {
    id: 'phone',
    endpoints: {
      phoneSession: createAuthEndpoint(
        '/phone/session',
        { method: 'POST', body: z.object({ secret: z.string() }) },
        async ctx => {
          const userId = await redeemPhoneSignIn(context, ctx.body.secret)
          const user =
            userId === null ? null : await ctx.context.internalAdapter.findUserById(userId)
          if (user === null)
            throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'not confirmed' })
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ user: { id: user.id } })
        }
      )
    }
  } satisfies BetterAuthPlugin
}

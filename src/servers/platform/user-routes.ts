import { changeUserSchema, inviteesQuery, inviteesSchema, userSchema, verificationSchema, verifySchema } from '#contract/user.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readVerification, verifyEmail } from '#servers/platform/email-verification.ts'
import { changeUser, getUser, listInvitees } from '#servers/platform/users.ts'

const USERS = '/api/v1/users'

const meRoute = platformRoute({
  method: 'get',
  path: `${USERS}/me`,
  summary: 'Who I am',
  who: 'person',
  answer: userSchema,
  handle: ({ context, userId }) => getUser(context.database.db, userId)
})

const changeMeRoute = platformRoute({
  method: 'put',
  path: `${USERS}/me`,
  summary: 'Change what I say of myself',
  who: 'person',
  body: changeUserSchema,
  answer: userSchema,
  example: { nickname: 'Ada' },
  handle: ({ context, person, input: { body } }) => changeUser(context, person, body)
})

const inviteesRoute = platformRoute({
  method: 'get',
  path: `${USERS}/me/invitees`,
  summary: 'Who came by my invitation',
  who: 'person',
  query: inviteesQuery,
  answer: inviteesSchema,
  handle: ({ context, userId, input: { query } }) => listInvitees(context.database.db, userId, query)
})

const verificationRoute = platformRoute({
  method: 'get',
  path: `${USERS}/verify`,
  summary: 'Whether my e-mail address is confirmed',
  who: 'person',
  answer: verificationSchema,
  handle: ({ context, userId }) => readVerification(context, userId)
})

const verifyRoute = platformRoute({
  method: 'put',
  path: `${USERS}/verify`,
  summary: 'Confirm my e-mail address by the token of a mail, or have that sent again',
  who: 'person',
  limit: 'sign-in',
  body: verifySchema,
  answer: verificationSchema,
  example: {},
  handle: ({ context, person, url, locale, input: { body } }) => verifyEmail(context, { person, url, locale }, body.token)
})

/** What people see and say of themselves. */
export const userRoutes: readonly AnyRoute[] = [meRoute, changeMeRoute, inviteesRoute, verificationRoute, verifyRoute]

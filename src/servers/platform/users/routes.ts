import {
  changeUserSchema,
  inviteesQuery,
  inviteesSchema,
  userSchema,
  verificationSchema,
  verifySchema,
  waysInSchema
} from '#contract/user.ts'
import { waysIn } from '#servers/people/ways-in.ts'
import { listDevices } from '#servers/people/devices.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { changeAvatar } from '#servers/platform/users/avatar.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readVerification, verifyEmail } from '#servers/platform/users/email-verification.ts'
import { getUser } from '#servers/people/users.ts'
import { changeUser, listInvitees } from '#servers/platform/users/users.ts'

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

const waysInRoute = platformRoute({
  method: 'get',
  path: `${USERS}/me/ways-in`,
  summary: 'How I can sign in, and from how many devices I am',
  who: 'person',
  answer: waysInSchema,
  handle: async ({ context, userId }) => {
    const { passkeys, linked, ...ways } = await waysIn(context.database.db, userId)
    const devices = await listDevices(context, { userId, sessionId: '' })
    return {
      ...ways,
      passkeys: passkeys.length,
      linked: linked.map(({ provider }) => provider),
      devices: devices.length
    }
  }
})

const avatarRoute = platformRoute({
  method: 'put',
  path: `${USERS}/me/avatar`,
  summary: 'Change my picture: a form with the field "file"; the square in its middle is kept',
  who: 'person',
  fails: ['bad_request', 'content_too_large'],
  answer: userSchema,
  handle: ({ context, person, request, url }) => changeAvatar(context, { person, request, url })
})

const inviteesRoute = platformRoute({
  method: 'get',
  path: `${USERS}/me/invitees`,
  summary: 'Who came by my invitation',
  who: 'person',
  query: inviteesQuery,
  answer: inviteesSchema,
  handle: ({ context, userId, input: { query } }) =>
    listInvitees(context.database.db, userId, query)
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
  handle: ({ context, person, url, request, input: { body } }) =>
    verifyEmail(context, { person, url, request }, body.token)
})

/** Routes for a user's own account. */
export const userRoutes: readonly AnyRoute[] = [
  meRoute,
  changeMeRoute,
  waysInRoute,
  avatarRoute,
  inviteesRoute,
  verificationRoute,
  verifyRoute
]

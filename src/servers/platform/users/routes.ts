import {
  changeUserSchema,
  inviteesQuery,
  inviteesSchema,
  userSchema,
  verificationSchema,
  verifySchema,
  signInMethodsSchema
} from '#contract/user.ts'
import { readSignInMethods } from '#servers/people/ways-in.ts'
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
  summary: 'Get the signed-in user',
  who: 'person',
  answer: userSchema,
  handle: ({ context, userId }) => getUser(context.database.db, userId)
})

const changeMeRoute = platformRoute({
  method: 'put',
  path: `${USERS}/me`,
  summary: 'Update the signed-in user',
  who: 'person',
  body: changeUserSchema,
  answer: userSchema,
  example: { nickname: 'Ada' },
  handle: ({ context, person, input: { body } }) => changeUser(context, person, body)
})

const waysInRoute = platformRoute({
  method: 'get',
  path: `${USERS}/me/ways-in`,
  summary: 'Get sign-in methods and the number of devices',
  who: 'person',
  answer: signInMethodsSchema,
  handle: async ({ context, userId }) => {
    const { passkeys, linked, ...ways } = await readSignInMethods(context.database.db, userId)
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
  summary: 'Upload a profile image as the form field "file"; it is cropped to a square',
  who: 'person',
  fails: ['bad_request', 'content_too_large'],
  answer: userSchema,
  handle: ({ context, person, request, url }) => changeAvatar(context, { person, request, url })
})

const inviteesRoute = platformRoute({
  method: 'get',
  path: `${USERS}/me/invitees`,
  summary: 'List invited users',
  who: 'person',
  query: inviteesQuery,
  answer: inviteesSchema,
  handle: ({ context, userId, input: { query } }) =>
    listInvitees(context.database.db, userId, query)
})

const verificationRoute = platformRoute({
  method: 'get',
  path: `${USERS}/verify`,
  summary: 'Check if the email is confirmed',
  who: 'person',
  answer: verificationSchema,
  handle: ({ context, userId }) => readVerification(context, userId)
})

const verifyRoute = platformRoute({
  method: 'put',
  path: `${USERS}/verify`,
  summary: 'Confirm the email with a token, or send the token again',
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

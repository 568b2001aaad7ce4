import { accountQuery, accountSchema, deleteAccountSchema } from '#contract/account.ts'
import { archiveAccount } from '#servers/auth/account/archive.ts'
import { deleteAccount } from '#servers/auth/account/delete.ts'
import { exportAccount } from '#servers/auth/account/export.ts'
import { readAccount } from '#servers/auth/account/overview.ts'
import { authRoute } from '#servers/auth/context.ts'
import { COOKIE_ERRORS } from '#servers/auth/refusals.ts'
import { checkSameOrigin } from '#servers/auth/same-origin.ts'
import { readLoginSession } from '#servers/auth/sessions.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const overviewRoute = authRoute({
  method: 'get',
  path: '/auth/account/overview',
  summary: 'Get the account overview',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  query: accountQuery,
  answer: accountSchema,
  handle: async ({ context, request, url, input: { query } }) => {
    checkSameOrigin(request, url)
    return readAccount(context, await readLoginSession(context, request), url, query.site)
  }
})

const exportRoute = authRoute({
  method: 'get',
  path: '/auth/account/export',
  summary: 'Export your account data as JSON',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  limit: 'token',
  answer: 'application/json',
  handle: async ({ context, request, url }) => {
    checkSameOrigin(request, url)
    return exportAccount(context, await readLoginSession(context, request), url)
  }
})

const archiveRoute = authRoute({
  method: 'get',
  path: '/auth/account/archive',
  summary: 'Export your account data and files as a zip',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  limit: 'token',
  answer: 'application/zip',
  handle: async ({ context, request, url, locale }) => {
    checkSameOrigin(request, url)
    return archiveAccount(context, { ...(await readLoginSession(context, request)), locale }, url)
  }
})

const deleteRoute = authRoute({
  method: 'post',
  path: '/auth/account/delete',
  summary: 'Delete your account, except accounting records',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  limit: 'sign-in',
  body: deleteAccountSchema,
  answer: 'text/plain',
  status: 204,
  handle: ({ context, request, url, peer, input: { body } }) => {
    checkSameOrigin(request, url)
    return deleteAccount({ context, request, url, peer }, body)
  }
})

/** Routes for the whole account. The user is known by the cookie of the login page. */
export const accountRoutes: readonly AnyRoute[] = [
  overviewRoute,
  exportRoute,
  archiveRoute,
  deleteRoute
]

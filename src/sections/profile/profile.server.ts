import { NOTICES } from '#contract/notice.ts'
import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import {
  handlePageForm,
  doneAddress,
  type FormActions,
  type FormProblem
} from '#client/page-forms.server.ts'
import { redirectAfterPost, readPlatform, readSubmittedForm } from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { SignInMethods } from '#contract/user.ts'
import { localizePath } from '#i18n/locale.ts'

/** The fields of the user's self-description, in the order of the form. */
export const PROFILE_FIELDS = [
  'nickname',
  'first_name',
  'last_name',
  'gender',
  'city',
  'province',
  'country'
] as const

/** The actions of the page's forms. Each returns to its own card. */
const ACTIONS: FormActions = {
  me: sent => ({
    method: 'PUT',
    path: 'users/me',
    body: Object.fromEntries(PROFILE_FIELDS.map(name => [name, sent(name)]))
  }),
  plain: () => ({ method: 'PUT', path: 'users/me', body: { avatar: '' } }),
  notices: (_, form) => ({
    method: 'PUT',
    path: 'users/me',
    body: { notify: Object.fromEntries(NOTICES.map(name => [name, form.has(name)])) }
  }),
  verify: () => ({ method: 'PUT', path: 'users/verify', body: {} })
}

const CARDS = {
  me: 'me',
  picture: 'me',
  plain: 'me',
  notices: 'notifications',
  verify: 'security'
} as const
export type ProfileCardName = (typeof CARDS)[keyof typeof CARDS]

export type ProfileView = {
  /** The page's own path, to which its forms post. */
  here: string
  /** The user's ways to sign in; null where they could not be loaded. */
  ways: SignInMethods | null
  /** The action that just succeeded, and its card. */
  done: { what: keyof typeof CARDS; card: ProfileCardName } | null
  problem: (FormProblem & { card: ProfileCardName }) | null
}

/**
 * Does the work of the profile page without a script in the browser: the self-description and the
 * notification settings.
 * @returns a view; a redirect after a successful action; null for a guest
 */
export async function handleProfilePage(
  context: APIContext
): Promise<ProfileView | Response | null> {
  const { hub } = context.locals
  if (hub.session === null) return null
  const here = localizePath('/profile', hub.locale)
  const acted = context.request.method === 'POST' ? await act(context, here) : null
  if (acted instanceof Response) return acted
  const ways = await readPlatform<SignInMethods>(hub, 'users/me/ways-in').catch(() => null)
  const what = hub.url.searchParams.get('done') ?? ''
  const problem =
    acted !== null && isOurs(acted.action) ? { ...acted, card: CARDS[acted.action] } : null
  return {
    here,
    ways,
    done: isOurs(what) && problem === null ? { what, card: CARDS[what] } : null,
    problem
  }
}

/**
 * Performs the action of a form. Another handler performs the actions of the key forms, so their
 * request body must stay readable.
 */
async function act(context: APIContext, here: string): Promise<Response | FormProblem | null> {
  const { request, url } = context
  if (url.searchParams.has('picture')) return changePicture(context, here)
  const action = String((await readSubmittedForm(request.clone())).get('action') ?? '')
  return isOurs(action) ? handlePageForm(context, ACTIONS, `${here}#${CARDS[action]}`) : null
}

/**
 * Streams an uploaded picture to the platform, which refuses a large one before all of it has
 * arrived.
 */
async function changePicture(
  { request, locals: { hub } }: APIContext,
  here: string
): Promise<Response | FormProblem> {
  const failed = (problem: FormProblem['problem']): FormProblem => ({
    action: 'picture',
    problem,
    sent: () => ''
  })
  try {
    const answer = await sendPicture(hub, request)
    return answer.ok
      ? redirectAfterPost(doneAddress(`${here}#me`, 'picture'))
      : failed(await readProblem(answer))
  } catch (thrown) {
    return failed(toRequestProblem(thrown))
  }
}

function sendPicture(
  { fetch, session, locale, url }: HubRequest,
  { headers, body }: Request
): Promise<Response> {
  const init = {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${session?.access_token ?? ''}`,
      'accept-language': locale,
      'content-type': headers.get('content-type') ?? '',
      'content-length': headers.get('content-length') ?? '',
      origin: url.origin
    },
    body,
    // Required by fetch for a body that is still arriving.
    duplex: 'half'
  }
  return fetch('platform', '/api/v1/users/me/avatar', init)
}

function isOurs(action: string): action is keyof typeof CARDS {
  return Object.hasOwn(CARDS, action)
}

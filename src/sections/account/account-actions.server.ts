import type { Account } from '#contract/account.ts'

/**
 * The cards of the account page, in order. Each name is also the card's fragment in the address.
 */
export type AccountSection =
  | 'who'
  | 'password'
  | 'factor'
  | 'passkeys'
  | 'linked'
  | 'devices'
  | 'data'

/** Input of an action: the form's fields, the account, and addresses of pages. */
export type AccountActionInput = {
  value(name: string): string
  account: Account
  /** The name that an authenticator app shows. */
  issuer: string
  /** Addresses of the login page and of this page, without an origin. */
  login: string
  here: string
}

type Call = { method: 'POST' | 'DELETE'; path: string; body?: Record<string, unknown> }

/** Every action that a form of the account page can request in its hidden `action` field. */
export type ActionName =
  | 'verify'
  | 'password'
  | 'choose'
  | 'factor'
  | 'prove'
  | 'factor-off'
  | 'codes'
  | 'forget'
  | 'link'
  | 'unlink'
  | 'end'
  | 'end-others'
  | 'delete'

type Action = { section: AccountSection; call(asked: AccountActionInput): Call }

const post = (path: string, body: Record<string, unknown>): Call => ({ method: 'POST', path, body })
const password = ({ value }: AccountActionInput): { password: string } => ({
  password: value('password')
})

/** The card of each action, and the request to auth that performs it. */
export const ACTIONS: Record<ActionName, Action> = {
  verify: {
    section: 'who',
    call: ({ account, login }) =>
      post('/api/auth/send-verification-email', { email: account.email, callbackURL: login })
  },
  password: {
    section: 'password',
    call: ({ value }) =>
      post('/api/auth/change-password', {
        currentPassword: value('current'),
        newPassword: value('new')
      })
  },
  choose: {
    section: 'password',
    call: ({ account, login }) =>
      post('/api/auth/request-password-reset', { email: account.email, redirectTo: login })
  },
  factor: {
    section: 'factor',
    call: asked => post('/api/auth/two-factor/enable', { ...password(asked), issuer: asked.issuer })
  },
  prove: {
    section: 'factor',
    call: ({ value }) =>
      post('/api/auth/two-factor/verify-totp', { code: value('code').replaceAll(/\s/g, '') })
  },
  'factor-off': {
    section: 'factor',
    call: asked => post('/api/auth/two-factor/disable', password(asked))
  },
  codes: {
    section: 'factor',
    call: asked => post('/api/auth/two-factor/generate-backup-codes', password(asked))
  },
  forget: {
    section: 'passkeys',
    call: ({ value }) => post('/api/auth/passkey/delete-passkey', { id: value('id') })
  },
  link: {
    section: 'linked',
    call: ({ value, here }) =>
      post('/api/auth/link-social', {
        provider: value('provider'),
        callbackURL: accountDoneAddress(here, 'link'),
        errorCallbackURL: accountDoneAddress(here, 'link-failed')
      })
  },
  unlink: {
    section: 'linked',
    call: ({ value }) => post('/api/auth/unlink-account', { accountId: value('id') })
  },
  end: {
    section: 'devices',
    call: ({ value }) => ({
      method: 'DELETE',
      path: `/auth/sessions/${encodeURIComponent(value('id'))}`
    })
  },
  'end-others': { section: 'devices', call: () => ({ method: 'DELETE', path: '/auth/sessions' }) },
  delete: {
    section: 'data',
    call: asked =>
      post('/auth/account/delete', { ...password(asked), confirm: asked.value('confirm') })
  }
}

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name)
}

/** Actions whose result is a view of its own instead of a message. */
type Shown = 'factor' | 'codes' | 'delete'

/**
 * Values of `done` for which the page shows a message: actions, and events outside of its forms.
 */
type Done = Exclude<ActionName, Shown> | 'passkey' | 'link-failed'

/** Returns the section to open for a value of `done`; null for an unknown value. */
export function sectionOf(what: string | null): AccountSection | null {
  if (what === 'passkey') return 'passkeys'
  if (what === 'link-failed') return 'linked'
  const said = what !== null && isAction(what) && !['factor', 'codes', 'delete'].includes(what)
  return said ? ACTIONS[what].section : null
}

/**
 * Returns the address of this page with a message that something was done.
 * @param here its address, with or without a query
 */
export function accountDoneAddress(here: string, what: Done): string {
  return `${here}${here.includes('?') ? '&' : '?'}done=${what}#${sectionOf(what)}`
}

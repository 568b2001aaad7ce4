import type { PhoneSignIn } from '#contract/phone.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Token } from '#contract/token.ts'
import type { Issue } from '#core/problem.ts'
import type { LegalLinks } from '#core/site-contacts.ts'

/** Screens with a form of their own. The address may request any of them. */
export type LoginMode =
  | 'sign-in'
  | 'sign-up'
  | 'magic-ask'
  | 'magic'
  | 'verify'
  | 'forgot'
  | 'reset'
  | 'two-factor'
  | 'recovery'
  | 'phone'

/** Sentences above a form: `auth.login.notice.<name>`. */
export type LoginNotice =
  | 'confirmed'
  | 'changed'
  | 'linkExpired'
  | 'confirmExpired'
  | 'again'
  | 'failed'
  | 'notLinked'
  | 'waiting'
  | 'refused'
  | 'phoneExpired'

/** Everything that the login page shows. */
export type LoginView = {
  mode: LoginMode | 'sent' | 'bad-link' | 'handover'
  /** The user's input, kept after an error. */
  email: string
  problem: { code: string; message: string; retryAfter?: number | undefined } | null
  issues: readonly Issue[]
  notice: LoginNotice | null
  /** The kind of email that was sent, if the address has an account that gets it. */
  sent: 'magic' | 'reset' | 'verify'
  /** The token of an email's link. */
  token: string
  /** `name=value` of the cookie of a sign-in that waits for its second factor. */
  pending: string
  phone: Pick<PhoneSignIn, 'link' | 'secret' | 'expires_in'> | null
  handover: Token | null
  hidden: Record<string, string>
  /** True in a frame. Only the origin `parent` may then show the page and receive its messages. */
  popup: boolean
  parent: string
  methods: SignInResponse['methods']
  invitation: SignInResponse['invitation']
  /** Credits that a new account starts with; 0 for none. */
  freeCredits: number
  /** The address of the full login page, including where the user was going. */
  fullPage: string
  brand: { title: string; logo: string; favicon: string; legal?: LegalLinks }
  cookies: readonly string[]
  /** HTTP status of the page. */
  status: number
}

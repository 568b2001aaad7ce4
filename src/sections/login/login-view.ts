import type { PhoneSignIn } from '#contract/phone.ts'
import type { SignIn } from '#contract/sign-in.ts'
import type { Token } from '#contract/token.ts'
import type { Issue } from '#core/problem.ts'
import type { Legal } from '#core/site-contacts.ts'

/** Screens that a form of their own leads on from; the address may ask for any of them. */
export type LoginMode = 'sign-in' | 'sign-up' | 'magic-ask' | 'magic' | 'verify' | 'forgot' | 'reset' | 'two-factor' | 'recovery' | 'phone'

/** Sentences that stand above a form: `auth.login.notice.<name>`. */
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

/** What the login page shows. */
export type LoginView = {
  mode: LoginMode | 'sent' | 'bad-link' | 'handover'
  /** As typed before, after a mistake. */
  email: string
  problem: { code: string; message: string; retryAfter?: number | undefined } | null
  issues: readonly Issue[]
  notice: LoginNotice | null
  /** What kind of mail was sent, if the address is one that gets it. */
  sent: 'magic' | 'reset' | 'verify'
  /** Of a mail's link. */
  token: string
  /** `name=value` of the cookie of a sign-in that waits for its second factor. */
  pending: string
  phone: Pick<PhoneSignIn, 'link' | 'secret' | 'expires_in'> | null
  handover: Token | null
  hidden: Record<string, string>
  /** Is the page in a frame? Then `parent` is the only origin that may show it and hear from it. */
  popup: boolean
  parent: string
  methods: SignIn['methods']
  /** This login page by itself, with where the person was going. */
  fullPage: string
  brand: { title: string; logo: string; favicon: string; legal?: Legal }
  cookies: readonly string[]
  /** HTTP status of the page. */
  status: number
}

import { readWaiting, type Waiting } from '#core/waiting.ts'
import type { Translate } from '#i18n/translate.ts'
import type { LoginView } from '#sections/login/login-view.ts'

type Asked = Pick<LoginView, 'mode' | 'hidden' | 'brand'>

/** Returns what waits for the user of the login page; null for nothing. */
export function waitingIn({ hidden }: Pick<Asked, 'hidden'>): Waiting | null {
  return readWaiting(hidden['asking'])
}

/** Returns the heading of a screen. The form for a new account names what waits for it. */
export function headingOf(t: Translate, view: Asked): string {
  const waiting = waitingIn(view)
  return view.mode === 'sign-up' && waiting !== null
    ? t(`auth.waiting.${waiting}`)
    : t(`auth.login.title.${view.mode}`, { site: view.brand.title })
}

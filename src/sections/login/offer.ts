import { parseSignUpReason, type SignUpReason } from '#core/waiting.ts'
import type { Translate } from '#i18n/translate.ts'
import type { LoginView } from '#sections/login/login-view.ts'

type Asked = Pick<LoginView, 'mode' | 'hidden' | 'brand'>

/** Returns the action that waits for the sign-in, such as sending a prompt; null for none. */
export function waitingAction({ hidden }: Pick<Asked, 'hidden'>): SignUpReason | null {
  return parseSignUpReason(hidden['asking'])
}

/**
 * Returns the heading of a screen. The sign-up form mentions the action that waits for the sign-in.
 */
export function headingOf(t: Translate, view: Asked): string {
  const waiting = waitingAction(view)
  return view.mode === 'sign-up' && waiting !== null
    ? t(`auth.waiting.${waiting}`)
    : t(`auth.login.title.${view.mode}`, { site: view.brand.title })
}

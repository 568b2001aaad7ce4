import type { Invitation } from '#contract/invitation.ts'
import type { Translate } from '#i18n/translate.ts'

/**
 * Says who invited a visitor. Without a public name, it is a friend. The marks around the name keep
 * the direction of the sentence.
 */
export function inviterText(t: Translate, { name }: Invitation): string {
  return name === ''
    ? t('auth.invited.friend')
    : t('auth.invited.by', { name: `\u2068${name}\u2069` })
}

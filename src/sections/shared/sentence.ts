import type { Translate } from '#i18n/translate.ts'

type Told = { code: string; message: string; retryAfter?: number | null | undefined }

/** Describes an error for the place above a form. For a rate limit it says how long to wait. */
export function problemSentence(t: Translate, { code, message, retryAfter }: Told): string {
  const minutes = Math.ceil((retryAfter ?? 0) / 60)
  if (code === 'too_many_requests' && minutes > 0) return t('auth.wait', { count: minutes })
  return message || t(`problem.${code}`)
}

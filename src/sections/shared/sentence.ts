import type { Translate } from '#i18n/translate.ts'

type Told = { code: string; message: string; retryAfter?: number | null | undefined }

/** What went wrong, for above a form: with how long to wait, where that is what is to be done. */
export function sentenceOf(t: Translate, { code, message, retryAfter }: Told): string {
  const minutes = Math.ceil((retryAfter ?? 0) / 60)
  if (code === 'too_many_requests' && minutes > 0) return t('auth.wait', { count: minutes })
  return message || t(`problem.${code}`)
}

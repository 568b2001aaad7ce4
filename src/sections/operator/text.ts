import { parseAmount } from '#core/typed-number.ts'
import type { Problem } from '#core/problem.ts'
import { textOrNull, type Translate } from '#i18n/translate.ts'

/** Formats seconds as days, hours or minutes. */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] =
    seconds >= 172_800
      ? (['day', 86_400] as const)
      : seconds >= 7200
        ? (['hour', 3600] as const)
        : (['minute', 60] as const)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0
  }).format(seconds / size)
}

/**
 * Formats a cost in US dollars without a dollar sign, for columns that name the currency. Amounts
 * below a dollar keep four decimals, since an answer may cost less than a cent.
 */
export function costText(dollars: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(dollars) < 1 ? 4 : 2
  }).format(dollars)
}

/** Returns the error text of a form field; null where the field has no error. */
export function operatorIssueAt(
  t: Translate,
  problem: Problem | null | undefined,
  ...fields: readonly string[]
): string | null {
  const found = problem?.issues.find(({ field }) => fields.includes(field))
  if (found === undefined) return null
  return (
    textOrNull(t, `site.domain.${found.code}`) ??
    textOrNull(t, `issue.${found.code}`) ??
    t('issue.invalid')
  )
}

/** Reads a number from a form. Invalid input stays a text, so that the API reports the field. */
export function parseFormNumber(text: string): number | string | undefined {
  return text === '' ? undefined : parseAmount(text)
}

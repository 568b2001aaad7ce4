import type { Issue } from '#core/problem.ts'

/**
 * Issue codes that have a sentence for the whole problem, since they do not concern a single field.
 */
const TELLING: ReadonlySet<string> = new Set(
  'outdated guest guest_price guest_file blocked flagged taken_down not_checked payment_held being_paid not_finished not_payable key_used_up key_expired storage_full chats_full conversation_full model_gone model_replaced price_changed'.split(
    ' '
  )
)

/**
 * Returns the key of the sentence for a problem. Some issues replace the sentence of their problem.
 */
export function problemSentenceKey({
  code,
  issues
}: {
  code: string
  issues: readonly Issue[]
}): string {
  // The caller did nothing wrong: others keep the server busy.
  if (issues.some(issue => issue.code === 'overloaded')) return 'problem.busy'
  const telling = issues.find(issue => TELLING.has(issue.code))
  return telling === undefined ? `problem.${code}` : `issue.${telling.code}`
}

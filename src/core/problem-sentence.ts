import type { Issue } from '#core/problem.ts'

/** What is no matter of names: somebody was faster, has not signed in, is blocked, … */
const TELLING: ReadonlySet<string> = new Set(
  'outdated guest blocked flagged taken_down not_checked payment_held being_paid not_finished not_payable key_used_up key_expired storage_full chats_full conversation_full'.split(
    ' '
  )
)

/** Under which key the sentence for a problem stands: some issues have one for their whole problem. */
export function sentenceKey({ code, issues }: { code: string; issues: readonly Issue[] }): string {
  const telling = issues.find(issue => TELLING.has(issue.code))
  return telling === undefined ? `problem.${code}` : `issue.${telling.code}`
}

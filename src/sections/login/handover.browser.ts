import { isJsonRecord, textAt } from '#client/json.ts'

/**
 * Posts the tokens of a sign-in in a frame to the surrounding page. Its exact origin was checked
 * before.
 */
export function postTokensToParent({ document, parent, self }: Window): void {
  const read: unknown = JSON.parse(
    document.getElementById('handover')?.dataset['message'] ?? 'null'
  )
  const origin = textAt(read, 'parent')
  if (origin === '' || parent === self || !isJsonRecord(read)) return
  parent.postMessage(read['message'], origin)
}

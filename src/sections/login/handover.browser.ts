import { isRecord, textAt } from '#client/json.ts'

/** Gives the tokens of a sign-in in a frame to the page around it, by the exact origin that was checked for it. */
export function handOver({ document, parent, self }: Window): void {
  const read: unknown = JSON.parse(document.getElementById('handover')?.dataset['message'] ?? 'null')
  const origin = textAt(read, 'parent')
  if (origin === '' || parent === self || !isRecord(read)) return
  parent.postMessage(read['message'], origin)
}

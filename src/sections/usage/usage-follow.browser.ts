import { improveTimes } from '#ui/local-time.ts'
import { TABLE_SHOWN_EVENT } from '#ui/table/shown.ts'
import { improveUsageCharts } from '#sections/usage/usage-chart.browser.ts'

/**
 * Keeps a server-rendered part of the page in step with its table: reloads that part when the table
 * shows other rows.
 */
export function syncWithTable(root: Document): void {
  let asking = new AbortController()
  root.addEventListener(TABLE_SHOWN_EVENT, () => {
    asking.abort()
    asking = new AbortController()
    // After a failed request the part stays unchanged. The table shows the reason.
    follow(root, asking.signal).catch(() => undefined)
  })
}

async function follow(root: Document, signal: AbortSignal): Promise<void> {
  const answer = await fetch(location.href, { signal, headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const [fresh, shown] = [page, root].map(each => each.querySelector('[data-follows-table]'))
  if (signal.aborted || fresh == null || shown == null || said(fresh) === said(shown)) return
  const open = shown.querySelector('details')?.open === true
  shown.replaceChildren(...fresh.childNodes)
  shown.querySelector('details')?.toggleAttribute('open', open)
  improveTimes(root)
  improveUsageCharts(root)
}

/** Returns the text of a part, without anything that a script has drawn into it. */
function said(part: Element): string {
  const chart = part.querySelector('[data-chart]')
  return chart === null
    ? (part.textContent ?? '')
    : `${chart.getAttribute('data-chart')} ${part.querySelector('table')?.textContent}`
}

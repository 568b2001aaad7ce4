import type { ChartData } from '#ui/usage-buckets.ts'

/**
 * Draws the charts of the page. The drawing code is large and loads separately, because the numbers
 * are also in a table.
 */
export function improveUsageCharts(root: Document): void {
  for (const box of root.querySelectorAll<HTMLElement>('[data-chart]')) {
    const figure = box.closest('figure')
    const buttons = [...(figure?.querySelectorAll<HTMLButtonElement>('button[data-series]') ?? [])]
    const chart = {
      box,
      data: JSON.parse(box.dataset['chart'] ?? '') as ChartData,
      locale: root.documentElement.lang,
      line: figure?.querySelector<HTMLElement>('[data-chart-line]') ?? null,
      buttons
    }
    import('#sections/usage/usage-plot.browser.ts').then(
      ({ plotUsage }) => plotUsage(chart),
      () => withoutChart(figure)
    )
  }
}

/** The drawing code could not be loaded: removes the chart and opens the table. */
function withoutChart(figure: HTMLElement | null): void {
  figure?.querySelector('[data-drawing]')?.remove()
  figure?.querySelector('details')?.setAttribute('open', '')
}

import { accentReport, type AccentReport } from '#core/accent-report.ts'

/** Previews an accent colour in both themes while an admin types or picks it. */
export function improveAccent(root: Document): void {
  const text = root.querySelector<HTMLInputElement>('input[data-accent]')
  const picker = root.querySelector<HTMLInputElement>('input[data-accent-picker]')
  if (text === null || picker === null) return
  picker.addEventListener('input', () => {
    text.value = picker.value
    show(root, picker.value)
  })
  text.addEventListener('input', () => {
    const colour = text.value.trim()
    if (/^#[0-9a-f]{6}$/i.test(colour)) picker.value = colour
    show(root, colour)
  })
}

function show(root: Document, colour: string): void {
  const report = accentReport(colour)
  for (const box of root.querySelectorAll<HTMLElement>('[data-accent-theme]')) {
    const found = report?.[box.dataset['accentTheme'] === 'light' ? 'light' : 'dark']
    for (const [name, value] of Object.entries(properties(found))) {
      if (value === null) box.style.removeProperty(name)
      else box.style.setProperty(name, value)
    }
    const ratio = box.querySelector('[data-accent-ratio]')
    if (ratio !== null)
      ratio.textContent = found === undefined ? '' : contrastWords(root, box, found.onControl)
  }
}

function properties(found: AccentReport | undefined): Record<string, string | null> {
  return {
    '--accent': found?.control ?? null,
    '--on-accent': found?.on ?? null,
    '--accent-text': found?.text ?? null
  }
}

function contrastWords(root: Document, box: HTMLElement, ratio: number): string {
  const number = new Intl.NumberFormat(root.documentElement.lang, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1
  })
  return (box.dataset['contrast'] ?? '').replace('{ratio}', number.format(ratio))
}
